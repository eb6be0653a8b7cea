"""The reference for authors of players: its field lists, kits, examples and records are those of the code."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import re
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import harness.players
from harness.cli.settings import KEYS
from harness.games import find_game
from harness.games.defcon.friendly import DefconView, River
from harness.games.defcon.layout import MENU, RIVER, RULES
from harness.games.defcon.many import DefconViews
from harness.games.forecast.friendly import ForecastView
from harness.games.forecast.many import ForecastViews
from harness.games.outcome import FAULTS
from harness.play.pairing import Pairing
from harness.play.record import GameRecord, read_record
from harness.play.setting import Setting
from harness.players import Parameter, player
from harness.players.api import NOMINAL_COST
from harness.players.batches import BatchInfo
from harness.players.entrants import read_entrants
from harness.players.limits import NO_LIMITS, Limits
from harness.players.plain import Info
from harness.players.sandbox import SCRATCH_BYTES
from harness.players.wire import HELLO_SECONDS, QUIT_SECONDS, READY_SECONDS
from harness.tournament.plans import DEFAULT_COST
from harness.tournament.worker import KEEP_ACTIONS_FROM
from tests.docs import kits
from tests.docs.pages import DOCS, blocks, names, prose, rows, section

PAGE = DOCS / "players.md"
TEXT = PAGE.read_text(encoding="utf-8")

FRIENDLY: dict[str, Any] = {
    "forecast friendly": ForecastView,
    "defcon friendly": DefconView,
}
BATCH: dict[str, Any] = {"forecast batch": ForecastViews, "defcon batch": DefconViews}
RECORDS = {
    "forecast record": find_game("forecast").view_type,
    "defcon record": find_game("defcon").view_type,
    "defcon river record": RIVER,
    "defcon menu record": MENU,
}


def fields(table: str) -> list[list[str]]:
    return rows(TEXT.split(f"<!-- view: {table} -->")[1])


@pytest.mark.parametrize("table", FRIENDLY)
def test_friendly_views_have_these_fields(table):
    view = FRIENDLY[table]
    public = {name for name, value in vars(view).items() if isinstance(value, property)}
    public |= {"rules", "seat"}
    assert sorted(names(fields(table))) == sorted(public)


@pytest.mark.parametrize("table", BATCH)
def test_views_of_batch_players_have_these_fields(table):
    public = {
        name for name, value in vars(BATCH[table]).items() if isinstance(value, property | cached_property)
    }
    assert sorted(names(fields(table))) == sorted(public | {"records"})


def test_batch_players_are_told_this():
    text = " ".join(section(PAGE, "Batch players").split())
    told = re.search(r"`info` has ([^;.]*), as above", text)
    assert told
    assert re.findall(r"`(\w+)`", told[1]) == list(BatchInfo.__dataclass_fields__)


def test_rivers_have_these_fields():
    assert names(fields("defcon river")) == list(River._fields)


@pytest.mark.parametrize("table", RECORDS)
def test_records_have_these_fields(table):
    record = RECORDS[table]
    cells = fields(table)
    assert names(cells) == list(record.names or ())
    for name, row in zip(record.names or (), cells, strict=True):
        assert row[1] == kind_of(record[name])


def kind_of(dtype: Any) -> str:
    """Write a field's type as the page does."""
    base, shape = dtype.subdtype or (dtype, ())
    known = {RIVER: "RIVER", MENU: "MENU", RULES: "RULES"}
    word = known.get(base) or f"{base.kind}{base.itemsize}"
    return f"{shape[0]} × {word}" if shape else word


def test_the_rules_of_defcon_are_named():
    row = next(row for row in fields("defcon record") if row[0] == "`rules`")
    assert re.findall(r"`(\w+)`", row[2]) == list(RULES.names or ())


@pytest.mark.parametrize("game", kits.CONSTANTS)
def test_kits_are_listed_whole(game):
    _, inside, _ = kits.between(TEXT, game)
    assert inside == kits.table(game), "run: python -m tests.docs.kits"
    listed = [re.match(r"`(\w+)", row[0])[1] for row in rows(inside)]  # type: ignore[index]
    assert sorted(listed) == sorted(kits.kit(game).__all__)


def test_declarations_are_those_of_the_code():
    tables = section(PAGE, "Declaring a player").split("A `Parameter` has:")
    taken = inspect.signature(player).parameters.values()
    assert names(rows(tables[0])) == [each.name for each in taken if each.kind is each.KEYWORD_ONLY]
    assert names(rows(tables[1])) == list(inspect.signature(Parameter).parameters)


def test_info_has_these_fields():
    text = section(PAGE, "Plain players").split("`info` has:")[1]
    assert names(rows(text)) == list(Info.__dataclass_fields__)


def test_faults_are_those_of_the_code():
    assert sorted(names(rows(section(PAGE, "Faults")))) == sorted(FAULTS)


def test_nominal_costs_are_those_of_the_code():
    text = " ".join(section(PAGE, "Declaring a player").split())
    found = re.search(r"a compiled player is taken to need (.*?) ns\. ", text)
    assert found
    told = [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", found[1])]
    assert told == [NOMINAL_COST[kind] for kind in ("compiled", "batch", "plain", "program")]
    assert f"{KEEP_ACTIONS_FROM:,.0f} ns" in text
    assert f"{DEFAULT_COST:,.0f} ns play in a tournament only if they are named" in text


def test_limits_are_those_of_the_code():
    text = section(PAGE, "Trust")
    options = re.findall(r"`--([a-z-]+)`", "".join(row[0] for row in rows(text)))
    assert [option.replace("-", "_") for option in options] == list(Limits.__dataclass_fields__)
    assert f"{NO_LIMITS.patience:g} if left out" in text
    assert f"{SCRATCH_BYTES >> 20} MB" in text


def test_what_authors_import_is_named():
    for name in set(harness.players.__all__) - {"Parameters"}:
        assert re.search(rf"`@?{name}s?`", TEXT), name


def test_programs_have_so_much_time():
    waits = [row[2] for row in rows(section(PAGE, "Programs"))]
    seconds = (HELLO_SECONDS, READY_SECONDS, NO_LIMITS.patience, READY_SECONDS, QUIT_SECONDS)
    assert waits == [f"{wait:g} s" for wait in seconds]


@pytest.mark.parametrize("place", range(len(blocks(PAGE, "python"))))
def test_code_on_the_page_runs(place: int, tmp_path: Path):
    block = blocks(PAGE, "python")[place]
    if block.info[1] == "run":
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(block.text, {})
        assert said.getvalue()
        return
    game = find_game(block.info[1].removeprefix("player="))
    path = tmp_path / "bot.py"
    path.write_text(block.text, encoding="utf-8")
    first, second = read_entrants([str(path), "random"], game)
    played = Pairing(Setting(game, {}, 1), first, second).play(0, 20)
    assert played.games == 40
    assert not played.faults


def test_records_hold_these_fields():
    (block,) = (block for block in blocks(PAGE, "json") if block.info[1:] == ("record",))
    record = read_record(block.text)
    assert record.as_object() == json.loads(block.text)
    listed = names(rows(section(PAGE, "Game records")))
    assert sorted(listed) == sorted(GameRecord.__dataclass_fields__.keys() - {"notes"} | {"schema"})
    needed = re.search(r"^(.*) are needed", section(PAGE, "Game records"), re.MULTILINE)
    assert needed
    for name in re.findall(r"`(\w+)`", needed[1]):
        shorter = {key: value for key, value in json.loads(block.text).items() if key != name}
        with pytest.raises(Exception, match=name):
            read_record(json.dumps(shorter))


def test_the_settings_file_is_read(tmp_path: Path):
    (block,) = blocks(PAGE, "toml")
    found = tomllib.loads(block.text)
    assert set(found) - {"players"} <= set(KEYS)
    assert all(set(entry) <= {"target", "parameters"} for entry in found["players"].values())


def test_the_compiler_is_named_as_the_only_way():
    assert "NUMBA_DISABLE_JIT=1" in prose(PAGE)
