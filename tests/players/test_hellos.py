"""Hellos that are refused, with every reason; programs that can't be started; and by what programs are known."""

import math
import shlex
import sys
from pathlib import Path

import pytest

from harness.core.errors import DataError
from harness.games import find_game
from harness.players.command import program_script
from harness.players.entrants import read_entrant
from harness.players.introductions import hello_reasons

GAME = find_game("forecast")
HELLO = {"games": ["forecast"]}
SAYS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "quit":
        break
    print(HELLO, flush=True)
"""


def parameter(**values):
    return {"parameters": [{"name": "x", "default": 0, **values}]}


def program(folder, hello, name="says.py"):
    """Write a program that says a hello, and give its command."""
    path = folder / name
    path.write_text(SAYS.replace("HELLO", repr(hello)))
    return f"{sys.executable} {path}"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"games": "forecast"}, '"games" is'),
        ({"games": []}, '"games" is'),
        ({"games": ["forecast", "\x1b[31m"]}, '"games" is'),
        ({"name": "\x1b[31mred"}, '"name" is'),
        ({"name": 5}, '"name" is'),
        ({"name": " "}, '"name" is'),
        ({"name": "\ud800"}, '"name" is'),
        ({"author": "a\nb"}, '"author" is'),
        ({"doc": "a\x07"}, '"doc" is'),
        ({"doc": None}, '"doc" is'),
        ({"cost": "abc"}, '"cost" is'),
        ({"cost": None}, '"cost" is None'),
        ({"cost": True}, '"cost" is'),
        ({"cost": math.nan}, '"cost" is nan'),
        ({"cost": math.inf}, '"cost" is inf'),
        ({"cost": 10**400}, '"cost" is 1000'),
        ({"cost": 10**5000}, '"cost" is a very long number'),
        ({"cost": -5}, '"cost" is -5'),
        ({"cost": 0}, '"cost" is 0'),
        ({"parameters": {}}, '"parameters" is'),
        ({"parameters": [7]}, "parameter 7 is no object"),
        ({"parameters": [{"default": 0}]}, "name is None"),
        (parameter(name="a b"), "no word"),
        (parameter(name="label"), "entrant's own word"),
        (parameter(name="deck"), "entrant's own word"),
        ({"parameters": [{"name": "x", "default": 0}, {"name": "x", "default": 1}]}, "there twice"),
        (parameter(type="text"), '"type" is'),
        (parameter(type=[]), '"type" is'),
        (parameter(default=None), '"default" is None'),
        (parameter(type="int", default=math.inf), "no int"),
        (parameter(type="int", default=0.5), "no int"),
        (parameter(type="bool", default="yes"), "no bool"),
        (parameter(default=math.nan), "no float"),
        (parameter(default=2), "outside 0 to 1"),
        (parameter(max=10**400), '"max" is'),
        (parameter(max=math.inf), '"max" is inf'),
        (parameter(min="0"), '"min" is'),
        (parameter(min=5, max=1), "above"),
        (parameter(step="abc"), '"step" is'),
        (parameter(step=0), '"step" is'),
        (parameter(help=7), '"help" is'),
        (parameter(help="\x1b"), '"help" is'),
    ],
)
def test_what_is_wrong_with_a_hello_is_said(said, reason):
    (told,) = hello_reasons({**HELLO, **said}, host=False)
    assert reason in told
    assert told.isprintable()


@pytest.mark.parametrize(
    "said",
    [
        {"name": "Otter", "author": "ö", "doc": "Plays.\n\n\tWell.", "cost": 5e4},
        parameter(type="int", default=1.0),
        parameter(type="bool", default=True, step=None, help="Whether."),
        parameter(min=-3, max=3, step=0.5),
    ],
)
def test_what_is_right_is_taken(said):
    assert hello_reasons({**HELLO, **said}, host=False) == []


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"kind": "program"}, '"kind"'),
        ({"kind": ["plain"]}, '"kind"'),
        ({"missing": ["\x1b"]}, '"missing"'),
        ({"missing": 7}, '"missing"'),
        ({"missing": [[]]}, '"missing"'),
    ],
)
def test_a_forged_hello_of_a_host_is_refused(said, reason):
    (told,) = hello_reasons({**HELLO, "kind": "plain", **said}, host=True)
    assert told.startswith(reason)


def test_a_hosted_player_may_leave_a_side_open():
    assert hello_reasons({**HELLO, "kind": "plain", **parameter(max=math.inf)}, host=True) == []


def test_all_reasons_are_said_at_once_up_to_a_number(tmp_path):
    said = '{"type":"hello","n":1,"games":[],"cost":1e400,"parameters":[{"name":"x","type":"int","default":1e400}]}'
    with pytest.raises(
        DataError, match=r"refused: .games.*; .cost. is inf.*; parameter 'x': .default. is inf"
    ):
        read_entrant(f'exec:"{program(tmp_path, said)}"', GAME)
    many = '{"type":"hello","n":1,"games":["forecast"],"parameters":[' + ",".join(["1"] * 50) + "]}"
    with pytest.raises(DataError, match="; and 30 more"):
        read_entrant(f'exec:"{program(tmp_path, many, "many.py")}"', GAME)


def test_a_changed_program_is_asked_again(tmp_path):
    for name in ("First", "Second"):
        command = program(tmp_path, f'{{"type":"hello","n":1,"games":["forecast"],"name":"{name}"}}')
        assert read_entrant(f'exec:"{command}"', GAME).description.name == name


@pytest.mark.parametrize(
    ("text", "mode", "reason"),
    [
        ("#!/bin/sh\nexit 0\n", 0o755, "exit code 0 before its hello"),
        ("#!/bin/sh\nif then\n", 0o755, r"it wrote: .*line 2|it wrote: .*: 2: "),
        ("#!/bin/sh\nprintf '\\033[31mred' >&2\nexit 1\n", 0o755, r"it wrote: \\x1b\[31mred"),
        ("#!/bin/sh\n", 0o644, "is not executable; chmod"),
        ("#!/no/such/program -x\n", 0o755, "'/no/such/program' in its first line, is missing"),
        ("#!/bin/sh\r\n", 0o755, r"'/bin/sh\\r' .*ends with \\r"),
        ("exit 0\n", 0o755, "first line begins with #!"),
    ],
)
def test_why_a_program_does_not_start_is_said(tmp_path, text, mode, reason):
    path = tmp_path / "p.sh"
    path.write_text(text, newline="")
    path.chmod(mode)
    with pytest.raises(DataError, match=reason.replace("; chmod", ": chmod")):
        read_entrant(f"exec:{path}", GAME)


def test_what_an_interpreter_says_of_a_file_that_is_not_there_is_shown():
    with pytest.raises(DataError, match=r"before its hello; it wrote: .*can't open file"):
        read_entrant(f'exec:"{sys.executable} no-such-file.py"', GAME)


def test_a_file_in_the_present_folder_is_not_on_the_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("lonely.sh").write_text("#!/bin/sh\n")
    with pytest.raises(DataError, match=r"lonely.sh on the PATH: give its path: ./lonely.sh"):
        read_entrant("exec:lonely.sh", GAME)


@pytest.mark.parametrize(
    ("command", "script"),
    [
        ("python3 p.py", "p.py"),
        ("perl p.py --depth 3", "p.py"),
        ("./q --fast", "./q"),
        ("otter", "otter"),
        ("node 'a b.js'", "a b.js"),
    ],
)
def test_a_program_is_known_by_its_last_file(command, script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("p.py", "q", "a b.js"):
        Path(name).touch()
    assert program_script(command) == Path(script)


@pytest.mark.parametrize("form", ["exec:{}", 'exec:"{}"'])
def test_a_program_s_label_and_path_are_its_script_s(form, tmp_path):
    hello = '{"type":"hello","n":1,"games":["forecast"],"parameters":[{"name":"x","default":0}]}'
    command = program(tmp_path, hello, "otter.v2.py")
    entrant = read_entrant(form.format(command) + ":x=1", GAME)
    assert entrant.label == "otter.v2:x=1"
    assert entrant.found.path == Path(shlex.split(command)[1])
