"""The tree of commands: help with an example everywhere, a page that is current, and nothing heavy for words alone."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from importlib import util
from pathlib import Path

import click
import pytest

from harness.cli.lazy import LazyGroup
from harness.cli.root import headrace
from harness.cli.values import game_names
from harness.games import GAMES
from tests.cli.calling import call, succeed

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numpy", "numba", "pandas", "matplotlib", "msgspec", "pyarrow", "scipy", "tqdm")


def paths(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from paths(found, (*path, name))


COMMANDS = list(paths(headrace))


def find(path: tuple[str, ...]) -> click.Command:
    command: click.Command = headrace
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name)  # type: ignore[assignment]
    return command


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_has_an_example(path: tuple[str, ...]) -> None:
    shown = succeed(*path, "--help").out
    assert "Examples:" in shown
    assert f"headrace {' '.join(path)}".strip() in shown.partition("Examples:")[2]
    assert succeed(*path, "-h").out == shown


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_option_has_help(path: tuple[str, ...]) -> None:
    for param in find(path).params:
        if isinstance(param, click.Option):
            assert param.help, param.name


def test_the_listed_line_is_the_beginning_of_the_help() -> None:
    for path in COMMANDS:
        group = find(path)
        if isinstance(group, LazyGroup):
            for name, line in group.lazy.items():
                command = group.get_command(click.Context(group), name)
                assert command is not None
                assert line == (command.help or "").strip().splitlines()[0]


def test_the_page_of_commands_is_current() -> None:
    script = ROOT / "scripts" / "write_command_reference.py"
    spec = util.spec_from_file_location("write_command_reference", script)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert page == module.reference(), f"run {script}"
    for path in COMMANDS:
        assert f"# headrace {' '.join(path)}".strip() in page


def test_games_are_those_of_the_library() -> None:
    assert tuple(game_names()) == GAMES


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("tournament", "--help"),
        ("run", "resume", "--help"),
        ("turnament",),
        ("tournament", "forcast"),
        ("match", "forecast"),
        ("match", "forecast", "a", "b", "--blocks", "0"),
        ("stats", "elo", "--cofidence", "3"),
    ],
    ids=" ".join,
)
def test_words_alone_import_nothing_heavy(arguments: tuple[str, ...]) -> None:
    code = f"""
import sys
from harness.cli.main import main
main({arguments!r})
print("HEAVY", [name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "HEAVY []"


def test_help_is_quick() -> None:
    """Processor time, so that a busy machine doesn't count; the limit of the design is 0.15 s."""
    took = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "harness", "--help"], stdout=subprocess.DEVNULL, cwd=ROOT, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(took) < 0.15


def complete(words: str, place: int) -> list[str]:
    environment = os.environ | {
        "_HEADRACE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "harness"],
        env=environment,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_a_shell_completes_commands_games_and_players() -> None:
    assert complete("headrace tou", 1) == ["tournament"]
    assert complete("headrace run re", 2) == ["resume"]
    assert complete("headrace match for", 2) == ["forecast"]
    assert "greedy" in complete("headrace match forecast gr", 3)
    assert complete("headrace match forecast greedy random --sw", 5) == ["--swap"]
    assert complete("headrace tournament forecast --swap b", 4) == ["both"]


def test_a_bare_call_shows_help_as_an_error() -> None:
    called = call()
    assert called.code == 2
    assert "Usage: headrace" in called.err
    assert not called.out


def test_version() -> None:
    assert succeed("--version").out.startswith("headrace ")
