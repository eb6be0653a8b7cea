"""Runs with villains of every kind: each loses its own games, under the right fault, and nothing else changes."""

import json
import shlex
import sys
from collections import Counter
from pathlib import Path

import pytest
from pandas.testing import assert_frame_equal

from harness.cli.faults import fault_words
from harness.play.record import read_record
from harness.players.limits import Limits
from harness.store.faults import read_faults
from harness.store.verify import fingerprints
from harness.tournament.library import play_experiment
from harness.tournament.plans import make_setting, make_tournament
from tests.cli.calling import succeed

HERE = Path(__file__).parent
KEY = ["first", "second", "deal", "leg"]
BLOCKS = 12

KILLERS = {
    "PlainCrash": "crash",
    "PlainIllegal": "illegal",
    "PlainExit": "exit",
    "PlainBreak": "exit",
    "PlainSpin": "hang",
    "BatchCrash": "crash",
    "BatchIllegal": "illegal",
    "BatchExit": "exit",
    "BatchHang": "hang",
    "compiled:how=1": "crash",
    "compiled:how=2": "illegal",
    "compiled:how=3": "hang",
    "compiled:how=4": "exit",
    "program exit": "exit",
    "program kill": "exit",
    "program hang": "timeout",
    "program garbage": "protocol",
    "program illegal": "illegal",
}
"""Villains without a limit, and their faults."""
HOARDERS = {
    "PlainHoard": "memory",
    "BatchHoard": "memory",
    "program hoard": "memory",
    "PlainSlow": "timeout",
    "program hang": "timeout",
}
"""Villains that limits tell apart."""


def target(game, name, bad):
    if name.startswith("program"):
        command = f"{sys.executable} {HERE / 'villain_program.py'} {name.split()[1]}"
        return f'exec:"{command}":label="{name}",bad={bad}'
    player, _, keys = name.replace("compiled", f"compiled_{game}").partition(":")
    return f'{HERE / "villains.py"}#{player}:label="{name}",bad={bad}{"," * bool(keys)}{keys}'


def play(game, names, limits, bad, folder):
    setting = make_setting(game, limits=limits)
    field = ["random", "greedy", *(target(game, name, bad) for name in names)]
    experiment = make_tournament(setting, field, gauntlet="random", blocks=BLOCKS, max_faults=1.0)
    return play_experiment(experiment, root=folder, slug=f"bad{bad}", workers=2)


def test_any_number_of_workers_leaves_the_same_bytes(tmp_path):
    """Which jobs were lost, and which were played apart, is chance; nothing that is kept shows it."""
    names = ["PlainExit", "PlainCrash", "BatchIllegal", "compiled:how=1", "compiled:how=4", "program exit"]
    field = ["random", *(target("forecast", name, 1) for name in names)]
    experiment = make_tournament(make_setting("forecast"), field, gauntlet="random", blocks=8, max_faults=1.0)
    runs = [
        play_experiment(experiment, root=tmp_path, slug=f"with-{workers}", workers=workers)
        for workers in (1, 3)
    ]
    one, three = (fingerprints(run.reader.runs[0]) for run in runs)
    assert one == three
    assert sum(name.startswith("faults/") for name in one) > 4


def by_game(run):
    return run.games().set_index(KEY).sort_index()


@pytest.mark.parametrize("game", ["forecast", "defcon"])
@pytest.mark.parametrize(
    ("villains", "limits"),
    [
        pytest.param(KILLERS, Limits(patience=2.0), id="killers"),
        pytest.param(HOARDERS, Limits(memory=200 << 20, move_time=1.0, patience=30.0), id="limits"),
    ],
)
def test_each_loses_its_own_games_and_nothing_else_changes(game, villains, limits, tmp_path):
    run = play(game, villains, limits, 1, tmp_path)
    games, honest = by_game(run), by_game(play(game, villains, limits, 0, tmp_path))
    lost = games[games["fault"].notna()]

    assert honest["fault"].isna().all()
    assert len(games) == 2 * BLOCKS * (len(villains) + 1)
    told = {(row.fault_player, row.fault) for row in lost.itertuples()}
    assert told == set(villains.items())
    assert (lost["winner"] == "random").all()
    assert set(lost["fault_player"]) == set(lost.index.get_level_values("second"))
    fine = games.index[games["fault"].isna()]
    assert_frame_equal(games.loc[fine], honest.loc[fine])

    faults = Counter(lost["fault_player"])
    (table,) = succeed("rate", str(run.path), "--json").objects
    assert {row["player"]: row["faults"] for row in table["ratings"]} == {
        label: faults[label] for label in ("random", "greedy", *villains)
    }
    check_files(run, lost)


def check_files(run, lost):
    """Each fault's file holds a record that follows the rules, and a command that shows the game."""
    files = list(read_faults(run.path / "faults"))
    assert {(fault.player, fault.kind) for fault in files} == {
        (row.fault_player, row.fault) for row in lost.itertuples()
    }
    for fault in files:
        record = read_record(json.dumps(fault.record))
        assert (record.fault.kind, record.result.reason) == (fault.kind, "forfeit")
        if fault.kind == "crash":
            assert "own error" in fault.traceback
    command, name, *rest = shlex.split(files[0].replay)[1:]
    assert name == run.path.name
    shown = succeed(command, str(run.path), *rest)
    assert fault_words(files[0].kind, files[0].detail) in shown.out
