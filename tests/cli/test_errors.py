"""Whatever is typed wrong ends in one clear line, the right exit code, and never in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from harness.cli import root
from harness.cli.failures import as_error
from harness.core.errors import DataError, FaultLimit, GateNotMet, HeadraceError, Interrupted, UsageError
from tests.cli.calling import call

MEANT = [
    (("turnament", "forecast"), '"tournament"'),
    (("run", "resme"), '"resume"'),
    (("bot", "shw"), '"show"'),
    (("stats", "elos"), '"elo"'),
    (("tournament", "forcast"), '"forecast"'),
    (("match", "defcno", "random", "random"), '"defcon"'),
    (("match", "forecast", "gredy", "random"), '"greedy"'),
    (("match", "forecast", "greedy:colour=3", "random"), "it has none"),
    (("tournament", "forecast", "--blcks", "3"), '"--blocks"'),
    (("match", "forecast", "greedy", "random", "--swap", "seat"), '"seats"'),
    (("match", "forecast", "greedy", "random", "--rules", "exakt=3"), '"exact"'),
    (("match", "forecast", "greedy", "random", "--sprt", "elo0=0 ello1=2"), "elo1"),
    (("match", "forecast", "greedy", "random", "--sprt", "imprve"), "improve"),
    (("match", "forecast", "greedy", "random", "--format", "jsn"), '"json"'),
    (("tournament", "forecast", "greedy", "random", "--gauntlet", "gredy"), "greedy"),
    (("bot", "show", "radom"), '"random"'),
]


@pytest.mark.parametrize(("arguments", "meant"), MEANT, ids=[" ".join(each) for each, _ in MEANT])
def test_what_was_meant_is_named(arguments: tuple[str, ...], meant: str) -> None:
    called = call(*arguments)
    assert called.code == 2
    assert meant in called.err


BAD = [
    "nothing",
    "--frobnicate",
    "tournament",
    "tournament ''",
    "tournament chess",
    "tournament forecast greedy",
    "tournament forecast greedy --games 10",
    "tournament forecast greedy random --blocks 0",
    "tournament forecast greedy random --blocks -5",
    "tournament forecast greedy random --blocks 1.5",
    "tournament forecast greedy random --blocks many",
    "tournament forecast greedy random --blocks",
    "tournament forecast greedy random --blocks 99999999999999999999999999999999999999",
    "tournament forecast greedy random --blocks 5 --games 10",
    "tournament forecast greedy random --games 0",
    "tournament forecast greedy random -j 0",
    "tournament forecast greedy random -j -2",
    "tournament forecast greedy random -j two",
    "tournament forecast greedy random --seed -1",
    "tournament forecast greedy random --seed 9007199254740992",
    "tournament forecast greedy random --seed x",
    "tournament forecast greedy random --swap both",
    "tournament forecast greedy random --rules exact",
    "tournament forecast greedy random --rules exact=99",
    "tournament forecast greedy random --rules exact=2,exact=3",
    "tournament forecast greedy random --rules =",
    "tournament forecast greedy random --deck nonsense",
    "tournament forecast greedy random --deck 1,2,3",
    "tournament forecast greedy random --deck 0,0,0,0,0,0,0,0",
    "tournament forecast greedy random --max-faults 2",
    "tournament forecast greedy random --max-faults nan",
    "tournament forecast greedy random --keep everything",
    "tournament forecast greedy random --gauntlet nobody",
    "tournament forecast greedy random -q -v",
    "tournament forecast greedy random --config missing.toml",
    "tournament forecast greedy:label=x random:label=x",
    "tournament forecast 'greedy:label=a,label=b' random",
    "tournament forecast ./missing.py random",
    "tournament forecast missing.toml random",
    "tournament forecast greedy#x random",
    "tournament defcon random greedy --deck standard",
    "tournament defcon random:deck=nonsense greedy",
    "match forecast",
    "match forecast greedy",
    "match forecast greedy random heuristic",
    "match forecast '' random",
    "match forecast greedy random --sprt nonsense",
    "match forecast greedy random --sprt elo0=2,elo1=1",
    "match forecast greedy random --sprt alpha=0",
    "match forecast greedy random --block chess",
    "match forecast greedy random --confidence 1",
    "match forecast greedy random --confidence 95",
    "rate",
    "rate nowhere",
    "rate last",
    "rate nowhere --model elo",
    "rate nowhere --prior -1",
    "rate nowhere --replicates 3",
    "replay",
    "replay last",
    "replay last a:b:0:0",
    "replay missing.jsonl",
    "replay -",
    "run",
    "run show nowhere",
    "run resume",
    "run resume nowhere -j 0",
    "run extend nowhere",
    "run extend nowhere --blocks 0",
    "run verify nowhere",
    "run list --format xml",
    "bot show",
    "bot show nobody",
    "bot new",
    "bot new otter",
    "bot new Otter --game forecast",
    "bot new class --game forecast",
    "bot new ../otter --game forecast",
    "bot new otter --game chess",
    "bot new otter --game forecast --kind fast",
    "perft forecast start",
    "perft forecast start --depth -1",
    "perft forecast start --depth 1000",
    "perft forecast nonsense --depth 1",
    "perft defcon '././. ././. .|. .|. .|. a:0' --depth 1",
    "perft forecast start --depth 1 --deal -1",
    "bench",
    "bench chess",
    "bench forecast --players greedy",
    "bench forecast --players greedy,nobody",
    "bench forecast --games 1",
    "stats elo",
    "stats elo 1 2",
    "stats elo 1 2 3 4",
    "stats elo -1 2 3",
    "stats elo 1.5 2 3",
    "stats elo nan 2 3",
    "stats elo inf 2 3",
    "stats elo 0 0 0",
    "stats elo a b c",
    "stats elo 1 2 3 --draws 4",
    "stats elo 1 2 3 --confidence 0",
    "stats elo 1 2 3 4 5 --draws 1000",
    "stats elo 1e999 2 3",
    "stats sprt 1 2 3 --test elo0=x",
    "stats sprt 1 2 3 4 5 --test model=bayesian",
    "stats plan --test elo0=5,elo1=1",
    "stats plan --games 10",
    "stats plan --draw-ratio 1 --test model=logistic",
    "stats plan --deviation 0 --test model=logistic",
]


@pytest.mark.parametrize("line", BAD)
def test_nothing_wrong_gives_a_traceback(line: str) -> None:
    import shlex

    called = call(*shlex.split(line))
    assert called.code in (2, 4), called.err
    assert "Traceback" not in called.err + called.out
    if not called.err.startswith("Usage:"):
        last = called.err.strip().splitlines()[-1]
        assert last.startswith("headrace: ")
        assert "bug" not in last
        assert len(last) > len("headrace: ") + 8
    assert not list(Path().glob("results/*"))


SAID = [
    (
        "match forecast greedy random --sprt foo",
        '--sprt: "foo" is no preset; presets are improve or no-regression; or',
    ),
    ("match forecast greedy random --sprt elo1", "--sprt: elo1 has no value; write elo1=VALUE"),
    ("match forecast greedy random --sprt imprve", 'did you mean "improve"? Or give bounds: "elo0=0 elo1=2"'),
    ("stats plan --test foo", '--test: "foo" is no preset'),
    ("match forecast greedy random --csv", "unknown option --csv; write --format csv"),
    ("rate last --md", "unknown option --md; write --format md"),
    ("run list --table", "unknown option --table; write --format table"),
    ("stats elo 1 2 3 --csv", "unknown option --csv; write --format csv"),
    ("tournament forecast greedy", "too few entrants: 1; name at least two"),
    ("match forecast heuristic:risk=٣ random", "A: risk=٣ has digits other than 0 to 9"),
    ("bench forecast --players heuristic:risk=٣,random", "risk=٣ has digits other than 0 to 9"),
    ("match forecast greedy random --out a-file", "--out: a-file can't be a folder: it is a file"),
    (
        "match forecast greedy random --out a-file/run",
        "--out: a-file/run can't be a folder: a-file is a file",
    ),
    ("match forecast greedy random --block 20", "known: headrace, openbench; did you mean --blocks 20?"),
    ("match forecast greedy random --swa seats", 'unknown option --swa; did you mean "--swap"?'),
    ("match forecast greedy random --max 1%", 'unknown option --max; did you mean "--max-faults"?'),
    ("run show last", "runs made with --out are named by their folder"),
    ("run list nosuch", "FOLDER: there is no folder nosuch"),
    ("run list a-file", "FOLDER: a-file can't be a folder: it is a file"),
    ("run list . more", "unexpected extra argument (more)"),
    ("doctor nosuch", "FOLDER: there is no folder nosuch"),
]


@pytest.mark.parametrize(("line", "said"), SAID, ids=[line for line, _ in SAID])
def test_what_is_said_says_how_to_mend_it(line: str, said: str) -> None:
    Path("a-file").touch()
    called = call(*line.split())
    assert (called.code, called.out) == (2, "")
    assert said in called.err
    assert called.err.count("\n") == 1


@pytest.mark.parametrize(
    "line", ["match forecast greedy random", "run list", "run show x", "rate last", "run resume", "doctor"]
)
def test_a_file_in_the_place_of_all_runs_is_told(line: str) -> None:
    Path("results").touch()
    called = call(*line.split())
    assert (called.code, called.out) == (2, "")
    assert called.err == (
        "headrace: results is not a folder, but runs are kept in a folder of that name; move it away, or work in "
        "another folder\n"
    )


def test_errors_have_the_exit_codes_of_the_design(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {
        UsageError("x"): 2, GateNotMet("x"): 1, FaultLimit("x"): 3, DataError("x"): 4, Interrupted("x"): 130,
        HeadraceError("x"): 2, KeyboardInterrupt(): 130, click.Abort(): 130, ValueError("x"): 70, OSError("x"): 70,
        BrokenPipeError(): 0, MemoryError(): 2,
    }  # fmt: skip
    for error, code in expected.items():

        def fail(*_: object, error: BaseException = error, **__: object) -> None:
            raise error

        monkeypatch.setattr(root.headrace, "invoke", fail)
        called = call("run", "list")
        assert called.code == code, error
        assert "Traceback" not in called.err
        assert len(called.err.splitlines()) == (0 if code == 0 else 1)


def test_a_bug_says_how_to_see_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(root.headrace, "invoke", fail)
    plain, debugged = call("run", "list"), call("run", "list", "--debug")
    assert plain.code == debugged.code == 70
    assert "ZeroDivisionError" in plain.err
    assert "--debug" in plain.err
    assert "Traceback" in debugged.err
    monkeypatch.setenv("HEADRACE_DEBUG", "1")
    assert "Traceback" in call("run", "list").err


def test_a_known_error_shows_a_traceback_with_debug_only() -> None:
    assert "Traceback" not in call("rate", "nowhere").err
    assert "Traceback" in call("rate", "nowhere", "--debug").err


def test_an_error_of_the_system_is_told_with_its_file() -> None:
    error = as_error(PermissionError(13, "Permission denied", "/etc/x"))
    assert error.exit_code == 2
    assert "/etc/x" in error.message


def test_the_message_and_the_remedy_stand_on_one_line() -> None:
    called = call("match", "forecast", "greedy", "random", "--blocks", "0")
    assert called.err == "headrace: --blocks: 0 is out of range; give 1 to 10,000,000,000\n"


@pytest.mark.parametrize("command", ["tournament --help", "perft forecast start --depth 12 --split"])
def test_a_closed_pipe_is_no_error(command: str) -> None:
    folder = Path(__file__).resolve().parents[2]
    line = f"{sys.executable} -m harness {command} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=folder, check=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_terminal_without_unicode_is_no_error() -> None:
    folder = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-m", "harness", "match", "--help"]
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=True)
    assert "elo0=?" in done.stdout
