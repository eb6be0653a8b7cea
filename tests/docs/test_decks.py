"""The page on decks: its decks, files, columns and examples are those of the code."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import harness
from harness.games import find_game
from tests.docs.pages import DOCS, Block, blocks, names, rows, section

PAGE = DOCS / "decks.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = blocks(PAGE, "python")
PLAYERS = {"forecast": ("greedy", "random"), "defcon": ("greedy", "random")}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Play a short run of each game, each in a folder of its own."""
    found: dict[str, Path] = {}
    before = Path.cwd()
    try:
        for game, players in PLAYERS.items():
            found[game] = tmp_path_factory.mktemp(game)
            os.chdir(found[game])
            harness.match(game, *players, blocks=40, workers=0)
    finally:
        os.chdir(before)
    return found


@pytest.mark.parametrize("place", range(len(EXAMPLES)))
def test_examples_run(place: int, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch):
    block: Block = EXAMPLES[place]
    games = re.findall(r"run=(\w+)", " ".join(block.info)) or list(PLAYERS)
    for game in games:
        monkeypatch.chdir(folders[game])
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(block.text, {})
        assert said.getvalue().count("\n") >= 2


def test_stock_decks_are_those_of_the_code():
    for game in PLAYERS:
        found = find_game(game)
        listed = [row for row in rows(section(PAGE, "Stock decks")) if row[0].lower() == game]
        assert names([[row[1]] for row in listed]) == list(found.stock_decks())
        for row in listed:
            counts = re.match(r"([\d ]+):", row[2])
            if counts:
                deck = found.stock_decks()[row[1].strip("`")]
                assert tuple(map(int, counts[1].split())) == deck.cards


def test_a_deck_file_is_read(tmp_path: Path):
    (block,) = (block for block in blocks(PAGE, "text") if block.info[1] == "deck=forecast")
    file = tmp_path / "mydeck.txt"
    file.write_text(block.text, encoding="utf-8")
    deck = find_game("forecast").read_deck(str(file))
    assert (deck.name, deck.cards) == ("mydeck", (4, 4, 10, 4, 4, 4, 0, 3))


PARTS = {
    "P": "ab",
    "S": "12345",
    "K": ("1", "2", "3", "p1", "p2", "p3", "swap", "remove"),
    "R": ("a1", "a2", "a3", "b1", "b2", "b3"),
}
ACTIONS = ("number", "jack", "queen", "king", "joker", "discard", "disband", "foreign")


def written_out(name: str, parts: dict[str, object]) -> Iterator[str]:
    """Write `drawn_P_K` out for all seats and kinds."""
    for letter, values in parts.items():
        at = re.search(rf"(?<=_){letter}(?=_|$)", name)
        if at:
            for value in values:  # type: ignore[attr-defined]
                yield from written_out(name[: at.start()] + value + name[at.end() :], parts)
            return
    yield name


@pytest.mark.parametrize("game", PLAYERS)
def test_columns_are_those_of_a_run(game: str, folders: dict[str, Path]):
    parts = PARTS | ({"K": ACTIONS} if game == "defcon" else {})
    listed = [
        column
        for table in ("both", game)
        for name in names(rows(TEXT.split(f"<!-- columns: {table} -->")[1]))
        for column in written_out(name, parts)
    ]
    found = harness.open_run("last", folders[game] / "results").games()
    assert sorted(listed) == sorted(found.columns)
