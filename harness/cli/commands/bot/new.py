"""`headrace bot new`: a player's file to start from."""

from __future__ import annotations

import keyword
import re
import shlex
from pathlib import Path
from string import Template

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.values import GameName, Word, game_names
from harness.core.errors import UsageError

TEMPLATES = Path(__file__).resolve().parent.parent.parent / "templates"
KINDS = ("compiled", "plain", "batch", "program")


@click.command(
    epilog="""\b
Examples:
  headrace bot new otter --game forecast
  headrace bot new otter --game defcon --kind plain --out bots/otter.py
  headrace bot new otter --game forecast --kind program
"""
)
@click.argument("name", metavar="NAME")
@click.option("--game", type=GameName(), required=True, help="What it plays.")
@click.option(
    "--kind",
    type=Word(KINDS),
    default="compiled",
    show_default=True,
    help="compiled: a function in numba's subset, fast; plain: a class, any Python; batch: a class that answers for "
    "many games at once, with numpy; program: a program of its own, here in Python.",
)
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False), help="The file.  [default: ./NAME.py]"
)
@output_options
def command(console: Console, name: str, game: str, kind: str, out: str | None) -> None:
    """Write a player's file to start from.

    It plays at once, and its comments tell what to change. A file that exists is never written over.
    """
    from harness.core.files import explained, make_folder

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise UsageError(
            f'"{name}" is no name for a player', "use small letters, digits and _, a letter first"
        )
    path = Path(f"{name}.py" if out is None else out)
    title = "".join(part.capitalize() for part in name.split("_"))
    text = Template((TEMPLATES / f"{game}-{kind}.txt").read_text("utf-8")).substitute(name=name, title=title)
    make_folder(path.parent)
    with explained("write", path):
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise UsageError(
                f"{path} is there already", "choose another --out; nothing is written over"
            ) from None
    if console.form == "json":
        console.write_object({"path": str(path), "game": game, "kind": kind})
    else:
        console.write(str(path))
    _warn_of_stock(console, name, path)
    console.say(f"next: headrace match {game} {shlex.quote(_target(path, kind))} random --blocks 100")


def _target(path: Path, kind: str) -> str:
    """Write how the new player is named."""
    shown = str(path) if "/" in str(path) else f"./{path}"
    return f"exec:python3 {shlex.quote(shown)}" if kind == "program" else shown


def _warn_of_stock(console: Console, name: str, path: Path) -> None:
    """Say so where the name alone means another player."""
    from harness.players.finder import stock_players

    if any(name in stock_players(game) for game in game_names()):
        console.warn(
            f"{name} alone is a stock player: write the path, {path}, each time, or take another name"
        )
