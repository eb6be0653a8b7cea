"""Processes of players: whose they are, how they end, and that nothing of them is left."""

import os

import numpy as np
import pytest

from harness.core.errors import HeadraceError
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players import programs
from harness.players.entrants import read_entrants
from harness.players.limits import Limits
from harness.players.tail import CHARACTERS, LINES, Tail
from tests.players.hosting import (
    APART,
    GAME,
    ONE,
    PATIENT,
    PLAYERS,
    hosted,
    logger,
    play,
    told,
)


@pytest.fixture(autouse=True)
def no_program_is_left():
    yield
    programs.end_programs()


def started(monkeypatch):
    """Count the processes that are started."""
    commands = []
    real = programs.Program

    def counted(start, *args):
        commands.append(start.command)
        return real(start, *args)

    monkeypatch.setattr(programs, "Program", counted)
    return commands


@pytest.mark.parametrize("name", ["Ranked", "RankedBatch"])
def test_an_entrant_s_parameters_are_those_of_its_games(name, monkeypatch):
    """Two entrants of one label, one after the other in one process; the host is the same, and seats the second."""
    commands = started(monkeypatch)
    for p in (0, 1):
        apart, here = play(hosted(name, p), **APART), play(hosted(name, p))
        assert np.array_equal(apart.rows, here.rows)
        assert np.array_equal(apart.actions, here.actions)
    assert len(commands) == 1


def test_another_limit_is_another_program(tmp_path, monkeypatch):
    commands = started(monkeypatch)
    for memory in (600 << 20, 700 << 20, 700 << 20):
        play(logger(tmp_path / "note"), limits=Limits(memory=memory, patience=20), blocks=1)
    assert len(commands) == 2


def test_two_labels_have_hosts_of_their_own(monkeypatch):
    commands = started(monkeypatch)
    for label in ("x", "y"):
        play(hosted("Ranked", label=label), blocks=1, **APART)
    assert len(commands) == 2


def test_few_programs_are_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(programs, "RUNNING", 2)
    for number in range(4):
        play(logger(tmp_path / f"note{number}"), logger(tmp_path / "other", label="o"), blocks=1)
    assert len(programs._running) == 2
    assert told(tmp_path / "note0")[-1] == "quit"


@pytest.mark.parametrize("name", ["Interrupter", "BatchInterrupter"])
def test_an_interrupt_in_a_host_is_the_player_s_own(name):
    played = play(hosted(name), **APART)
    assert [fault.kind for fault in played.faults] == ["crash"] * 4
    assert "KeyboardInterrupt" in played.faults[0].detail


def test_a_host_doesn_t_hear_interrupts():
    assert play(hosted("Interrupter", 1), **APART).faults == []


@pytest.mark.parametrize("how", [APART, {"isolate": True}])
@pytest.mark.parametrize(
    ("p", "kind", "detail"),
    [(0, "exit", "with exit code 7"), (1, "exit", "by signal SIGKILL"), (2, "memory", "limit of 200 MiB")],
)
def test_a_player_s_end_costs_no_host(p, kind, detail, how, monkeypatch):
    """The host goes on with another child: that takes milliseconds, where a host takes a second to start."""
    commands = started(monkeypatch)
    played = play(hosted("Ender", p), limits=Limits(memory=200 << 20, patience=20), blocks=3, **how)
    assert {(fault.game, fault.kind) for fault in played.faults} == {(game, kind) for game in range(6)}
    assert all(detail in fault.detail for fault in played.faults)
    assert len(commands) == 1
    failures = [fault.failure for fault in played.faults]
    assert {failure.traceback.count("\n") > 1 for failure in failures} == {kind == "memory"}
    assert all("said before the end" in failure.tail for failure in failures)


def test_standard_error_is_no_traceback(tmp_path):
    """What earlier games left there depends on who played them where: it doesn't go with what must be the same."""
    played = play(logger(tmp_path / "note", "mutter"), blocks=1)
    (fault,) = played.faults
    assert fault.failure.traceback == ""
    assert set(fault.failure.tail.splitlines()) == {"MemoryError: caught, it goes on"}


def test_words_of_an_earlier_game_are_no_evidence(tmp_path):
    played = play(logger(tmp_path / "note", "mutter"), limits=Limits(memory=500 << 20, patience=20), blocks=1)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [("exit", "it ended with exit code 9")]


def test_a_flood_of_errors_blocks_nobody(tmp_path):
    assert play(logger(tmp_path / "note", "flood"), blocks=1).faults == []
    (program,) = programs._running.values()
    lines = program.tail.splitlines()
    assert lines[-1] == "last"
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= CHARACTERS


def test_a_tail_tells_what_is_new():
    reading, writing = os.pipe()
    tail = Tail(os.fdopen(reading, "rb", 0))
    os.write(writing, b"old\nhalf")
    tail.drain()
    tail.mark()
    assert (tail.text, tail.new) == ("old\nhalf", "")
    os.write(writing, b" new\n")
    os.close(writing)
    tail.drain()
    assert (tail.text, tail.new, tail.read()) == ("old\nhalf new", " new\n", False)


def test_only_hosts_speak_as_hosts(tmp_path):
    played = play(logger(tmp_path / "note", "forge"), blocks=1)
    assert [fault.kind for fault in played.faults] == ["protocol"] * 2


def test_no_end_without_a_game(tmp_path):
    """The opponent raises at its first decision: where that is the game's first, the program is never asked."""
    note = tmp_path / "note"
    play(logger(note), hosted("Raiser"), blocks=3)
    programs.end_programs()
    assert [kind for kind in told(note) if kind in ("game", "end")] == ["game", "end"] * 3


def test_a_hosted_player_hears_of_its_own_games_only(tmp_path, monkeypatch):
    monkeypatch.setenv("HEADRACE_TEST_NOTE", str(tmp_path / "note"))
    play(hosted("Listener"), hosted("Raiser", label="r"), blocks=3, **APART)
    assert (tmp_path / "note").read_text().split() == ["1"] * 3


def test_a_hosted_player_s_end_has_no_more_time_than_its_decisions():
    """Only at first a host may take long, while it compiles: that is no patience with the player's own code."""
    played = play(hosted("Lingerer"), blocks=1, limits=Limits(patience=2.0), **APART)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [("hang", "no answer in 2 s")] * 2


def test_a_pairing_with_a_host_is_given_the_time_that_the_host_may_take():
    for patience in (5.0, 500.0):
        entrants = read_entrants([hosted("Ranked"), "random"], GAME)
        pairing = Pairing(Setting(GAME, {}, 1, limits=Limits(patience=patience), **APART), *entrants, True)
        assert pairing.patience == patience + 2 * 120 + max(120, patience) + 2 * patience


UNFIT = {
    "no player": "x = 1",
    "two players": ONE.replace("NAME", "a") + ONE.replace("NAME", "b"),
    "not compiled": ONE.replace("NAME", "a").replace("return 0", "return {}['a'] + open"),
    "an error": "import nowhere_at_all",
}


@pytest.mark.parametrize("what", UNFIT)
def test_what_an_unfit_player_lacks_is_said_alike_with_and_without_a_box(what, tmp_path):
    """It ends the run, as it does without a host: nothing is scored."""
    path = tmp_path / "unfit.py"
    path.write_text(UNFIT[what])
    said = []
    for isolate in (False, True):
        with pytest.raises(HeadraceError) as caught:
            play(str(path), blocks=1, isolate=isolate)
        said.append((type(caught.value), str(caught.value)))
    assert said[0] == said[1]


def test_a_player_that_could_play_loses_games_where_it_can_t_be_loaded_again(tmp_path):
    """Its process ends, and the next one finds a broken file: that is its own fault, and stops no run."""
    path = tmp_path / "breaking.py"
    path.write_text(PLAYERS.read_text())
    entrants = read_entrants([f"{path}#Ender:p=0", "random"], GAME)
    pairing = Pairing(Setting(GAME, {}, 1, limits=PATIENT, **APART), *entrants, True)
    pairing.play(0, 1)
    path.write_text("def")
    faults = pairing.play(1, 1).faults
    assert [fault.kind for fault in faults] == ["exit"] * 2
    assert "breaking.py, line 1" in faults[0].failure.detail


def test_a_changed_player_is_loaded_anew(tmp_path):
    path = tmp_path / "changing.py"
    for name in ("first", "second"):
        path.write_text(ONE.replace("NAME", name))
        (entrant,) = read_entrants([str(path)], GAME, isolate=True)
        assert entrant.description.name == name
