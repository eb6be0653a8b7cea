"""The wire against programs that don't listen, end in strange ways and write without end; and its very bytes."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from harness.core.errors import DataError
from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.play.tryout import try_out_memory
from harness.players import programs, wire
from harness.players.box import HostCommand
from harness.players.entrants import read_entrants
from harness.players.hello import ask_hello
from harness.players.limits import Limits
from harness.players.messages import ProgramFault, line_of, printable, reported
from harness.players.tail import CHARACTERS, LINES, Tail
from harness.tournament.library import make_setting, make_tournament, play_experiment

HOSTILE = Path(__file__).parent / "hostile_program.py"
GAME = find_game("forecast")


@pytest.fixture(autouse=True)
def no_program_is_left():
    yield
    programs.end_programs()


def command(how, where, *note):
    return " ".join([sys.executable, str(HOSTILE), how, where, *map(str, note)])


def play(how, where, *note, blocks=1, **limits):
    entrants = read_entrants([f'exec:"{command(how, where, *note)}":label=h', "random"], GAME)
    return Pairing(Setting(GAME, {}, 1, limits=Limits(**limits)), *entrants, True).play(0, blocks)


@pytest.mark.parametrize("kind", ["game", "act", "end"])
def test_a_signal_without_a_name_is_told_by_its_number(kind):
    played = play("signal", kind)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [("exit", "it ended by signal 40")] * 2


def test_a_signal_without_a_name_at_the_hello_is_told_too():
    with pytest.raises(DataError, match="it ended by signal 40 before its hello"):
        play("signal", "hello")


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the program writes to its own input by /proc"
)
def test_nobody_waits_for_a_program_that_does_not_read(monkeypatch):
    """Its hello times out, and it is killed at once, since it can't be asked to end."""
    monkeypatch.setattr(wire, "QUIT_SECONDS", 30.0)
    began = time.monotonic()
    with pytest.raises(DataError, match=r"timeout: (no answer|its request was not read) in 1 s"):
        ask_hello(HostCommand(command("fill", "start")), "filler", 1.0)
    assert time.monotonic() - began < 35.0


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the program writes to its own input by /proc"
)
def test_a_request_that_is_not_read_is_a_timeout():
    played = play("fill", "act", patience=1.0)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [
        ("timeout", "its request was not read in 1 s")
    ] * 2


def test_a_flood_of_errors_costs_no_game():
    assert play("flood", "act", patience=20.0).faults == []


def test_a_line_without_an_end_is_cut():
    reading, writing = os.pipe()
    tail = Tail(os.fdopen(reading, "rb", 0))
    for _ in range(100):
        os.write(writing, b"x" * 50_000)
        tail.drain()
    os.close(writing)
    assert len(tail.text) == CHARACTERS
    assert len(tail.new) <= LINES * CHARACTERS


def test_whatever_goes_wrong_at_a_game_s_end_is_kept(monkeypatch):
    real = wire.Program.ask

    def ask(program, message, *how):
        if message["type"] == "end":
            raise ValueError("not foreseen")
        return real(program, message, *how)

    monkeypatch.setattr(wire.Program, "ask", ask)
    assert [fault.detail for fault in play("never", "none").faults] == ["ValueError: not foreseen"] * 2


def test_requests_have_the_form_of_the_protocol(tmp_path):
    """Without spaces, type and number first; a program should not rely on it, but people read it."""
    note = tmp_path / "note"
    play("never", "none", note)
    programs.end_programs()
    lines = note.read_text().splitlines()[2:]  # behind those of the hello that was asked when it was found
    assert lines[0] == '{"type":"hello","n":1,"protocol":1}'
    assert lines[1].startswith(
        '{"type":"game","n":2,"game":"forecast","version":"1","rules":{},"seat":"a","deck":['
    )
    assert lines[2].startswith('{"type":"act","n":3,"view":"')
    assert lines[-1] == '{"type":"quit"}'
    for line in lines:
        assert line == json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False)
        assert list(json.loads(line))[:2] == ["type", "n"] or line == lines[-1]


def test_lines_are_utf_8():
    assert line_of({"type": "act", "view": "ö"}, 3) == '{"type":"act","n":3,"view":"ö"}\n'.encode()


@pytest.mark.parametrize(
    "answer",
    [
        {"type": "host-fault", "kind": "nonsense"},
        {"type": "host-fault", "kind": []},
        {"type": "host-fault"},
        {"type": "host-ended", "code": "7"},
        {"type": "host-ended", "code": True},
        {"type": "action", "action": 1},
    ],
)
def test_what_hosts_don_t_say_is_no_report(answer):
    assert reported(answer) is None


def test_a_forged_refusal_reaches_no_terminal():
    fault = reported({"type": "host-refused", "code": 70, "message": "a\x1b[31m\nb\ud800", "remedy": 5})
    assert isinstance(fault, ProgramFault)
    assert fault.refusal is not None
    assert (fault.refusal.exit_code, str(fault.refusal)) == (4, "a\\x1b[31m\nb\\ud800: 5")


def test_printable_keeps_what_can_be_read():
    assert printable("ö\t\x07 x\n") == "ö\\t\\x07 x\n"


@pytest.mark.parametrize("kind", ["game", "hello"])
def test_a_program_that_never_gets_ready_under_a_limit_of_memory_ends_the_run(kind, monkeypatch):
    """It would lose all games; what it lacks is said in its place. A program is found without the limit."""
    if kind == "hello":
        monkeypatch.setattr(
            "harness.players.hello.HostCommand", lambda _: HostCommand(command("never", "none"))
        )
    setting = Setting(GAME, {}, 1, limits=Limits(memory=900 << 20))
    field = read_entrants([f'exec:"{command("exit", kind)}":label=h', "random"], GAME)
    with pytest.raises(
        DataError, match=r"limit of 900 MiB.*exit code 3; it wrote: no room\\x1b\[31m.*too little"
    ):
        try_out_memory(setting, field)
    assert not programs._running
    played = Pairing(setting, *field, True).play(
        0, 1
    )  # a worker's games are lost, whatever it has seen before
    assert [fault.kind for fault in played.faults] == ["exit"] * 2


@pytest.mark.parametrize("workers", [0, 1])
def test_a_run_begins_with_programs_that_can_play_under_its_limit_of_memory(workers, tmp_path):
    setting = make_setting("forecast", limits=Limits(memory=900 << 20))
    plan = make_tournament(setting, [f'exec:"{command("exit", "game")}":label=h', "random"], blocks=1)
    with pytest.raises(DataError, match="did not get ready for a game under the limit of 900 MiB"):
        play_experiment(plan, root=tmp_path, slug="x", workers=workers)


@pytest.mark.parametrize("memory", [None, 900 << 20])
def test_a_program_that_ends_at_some_games_loses_those_whatever_was_played_before(memory, monkeypatch):
    """So the same games are lost with any number of workers."""
    together = play("picky", "game", blocks=6, memory=memory)
    lost = {fault.game for fault in together.faults}
    assert {fault.kind for fault in together.faults} == {"exit"}
    assert 0 < len(lost) < 12
    monkeypatch.setattr(programs, "_ready", set())
    apart = set()
    entrants = read_entrants([f'exec:"{command("picky", "game")}":label=h', "random"], GAME)
    for deal in range(6):
        pairing = Pairing(Setting(GAME, {}, 1, limits=Limits(memory=memory)), *entrants, True)
        apart |= {2 * deal + fault.game for fault in pairing.play(deal, 1).faults}
        programs.end_programs()
        monkeypatch.setattr(programs, "_ready", set())  # as in a worker that has seen nothing
    assert apart == lost


@pytest.mark.parametrize("seen", [True, False])
def test_a_program_may_end_between_games(seen, monkeypatch):
    """Whether its end is seen before it is told of the next game or not."""
    if not seen:
        monkeypatch.setattr(wire.Program, "running", property(lambda _: True))
    assert play("leave", "end", blocks=4).faults == []


def test_an_answer_that_lies_there_counts_though_this_process_was_stopped(monkeypatch):
    real = wire.Program._sent

    def stopped(program, *how):
        sent = real(program, *how)
        time.sleep(1.5)
        return sent

    program = wire.Program(HostCommand(command("never", "none")))
    program.ask({"type": "hello", "protocol": 1}, "hello", 10.0)
    monkeypatch.setattr(wire.Program, "_sent", stopped)
    try:
        answer = program.ask({"type": "act", "legal": ["draw"]}, "action", 1.0)
        assert answer["action"] == "draw"
    finally:
        program.kill()


@pytest.mark.timeout(30)
def test_writing_without_end_is_no_answer():
    played = play("stale", "act", patience=1.0)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [("timeout", "no answer in 1 s")] * 2


@pytest.mark.parametrize(("error", "told"), [(OSError("no room"), ProgramFault), (KeyError(1), KeyError)])
def test_a_program_that_cannot_be_guarded_is_ended(error, told, monkeypatch):
    def watch(process, _mark):
        watched.append(process)
        raise error

    watched = []
    monkeypatch.setattr(wire._guard, "watch", watch)
    with pytest.raises(told):
        wire.Program(HostCommand(command("never", "none")))
    with pytest.raises(ProcessLookupError):
        os.kill(watched[0], 0)


def test_a_program_that_got_ready_once_just_loses_games_under_a_limit_of_memory():
    played = play("exit", "act", blocks=2, memory=900 << 20)
    assert [fault.kind for fault in played.faults] == ["exit"] * 4
