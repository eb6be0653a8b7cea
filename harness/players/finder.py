"""Finding players: by a stock name, a path, a name from the configuration, or an installed entry point."""

from __future__ import annotations

import importlib.util
import shlex
import sys
import tomllib
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from harness.core.errors import DataError, HeadraceError, UsageError, did_you_mean
from harness.players.api import Description
from harness.players.command import PREFIX, program_hash, program_script
from harness.players.hello import hosted_description, program_description
from harness.players.misnamed import no_file, unknown_player
from harness.players.sources import player_hash

Origin = Literal["stock", "installed", "file", "program"]

ENTRY_POINTS = "headrace.players"
"""The group under which a package offers players: ``NAME = "package.module:player"``."""


@dataclass(frozen=True)
class Found:
    """A player that was found.

    Attributes
    ----------
    target : str
        How it was asked for.
    description : Description
        What it says of itself.
    path : Path
        Its file.
    hash : str
        Of its sources.
    origin : str
        "stock" (it came with Headrace), "installed" (an entry point), "file" or "program".
    parameters : mapping
        Parameters that come with the target (a ``.toml`` file or the configuration).
    """

    target: str
    description: Description
    path: Path
    hash: str
    origin: Origin = "file"
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stock(self) -> bool:
        """Whether it came with Headrace."""
        return self.origin == "stock"

    @property
    def address(self) -> str:
        """By what the same player is found again, from any folder and without a configuration."""
        if self.origin == "stock":
            return self.path.stem
        return (
            self.target if self.origin in ("installed", "program") else f"{self.path}#{self.description.name}"
        )


@cache
def stock_folder() -> Path:
    """Give the folder of the stock players: inside the package in a wheel, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "bots"
    return inside if inside.is_dir() else package.parent / "bots"


def stock_players(game: str) -> dict[str, Path]:
    """List the stock players of a game: name → file."""
    return {path.stem: path for path in sorted((stock_folder() / game).glob("[a-z]*.py"))}


@dataclass(frozen=True)
class Search:
    """Where and how players are looked for.

    Attributes
    ----------
    game : str
        The game that they have to play.
    named : mapping
        The configuration's players: name → {"target": …, "parameters": {…}}.
    base : Path
        The folder that relative paths start from.
    isolate : bool
        Whether no file of a player that isn't stock may be loaded in this process.
    """

    game: str
    named: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    base: Path = Path()
    isolate: bool = False


def find_player(target: str, game: str, **how: Any) -> Found:
    """Find a player.

    Parameters
    ----------
    target : str
        A stock name, ``path/bot.py[#Name]``, ``path/tuned.toml``, ``exec:COMMAND``, a name from the configuration, or
        the name of an installed entry point.
    game : str
        The game that it has to play.
    **how
        Of `Search`.

    Raises
    ------
    UsageError
        If there is no such player, or it doesn't play the game.
    DataError
        If its file can't be read, loaded or understood.
    """
    found = _find(target, Search(game, **how))
    if game not in found.description.games:
        plays = ", ".join(found.description.games)
        raise UsageError(f'player "{target}" does not play {game}', f"it plays {plays}")
    return found


def _find(target: str, search: Search) -> Found:
    stock = stock_players(search.game)
    if target in stock:
        return _load_file(target, stock[target], "", search, "stock")
    if target.startswith(PREFIX):
        return _program(target, search)
    if target in search.named:
        return _through(target, search.named[target], f'player "{target}" of the configuration', search)
    name, _, member = target.partition("#")
    path = search.base / name
    if path.suffix == ".toml":
        inside = replace(search, base=path.parent, named={})
        return _through(target, _read_toml(path), str(path), inside)
    if path.suffix == ".py" or "/" in name:
        return _load_file(target, path, member, search)
    installed = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    if target in installed:
        return _load_entry_point(target, installed[target], search)
    raise unknown_player(target, path, [*stock, *search.named, *installed])


def _program(target: str, search: Search) -> Found:
    command = target.removeprefix(PREFIX)
    try:
        words = shlex.split(command)
        if len(words) == 1:
            command = words[0]
            shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{target} is no command: {error}", 'write exec:"PROGRAM ARGUMENT…"') from None
    sources = program_hash(command)
    description = program_description(command, sources, search.isolate)
    return Found(target, description, program_script(command), sources, "program")


def _through(target: str, entry: Mapping[str, Any], where: str, search: Search) -> Found:
    inner, parameters = entry.get("target"), entry.get("parameters", {})
    strange = set(entry) - {"target", "parameters"}
    if not isinstance(inner, str) or not isinstance(parameters, Mapping) or strange:
        raise DataError(
            f"{where} is not understood", 'it has target = "…" and a table [parameters], nothing else'
        )
    found = _find(inner, replace(search, named={}))
    return replace(found, target=target, parameters={**found.parameters, **parameters})


def _read_toml(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(
            f"can't read {path}: {error}", "give a TOML file with a target and [parameters]"
        ) from None


def _load_file(target: str, path: Path, member: str, search: Search, origin: Origin = "file") -> Found:
    if not path.is_file():
        raise no_file(target, path)
    if path.suffix != ".py":
        raise UsageError(f"{path} is not a Python file", f"if it is a program, write 'exec:{target}'")
    path = path.resolve()
    name = player_hash(path)
    if search.isolate and origin != "stock":
        address = f"{path}#{member}" if member else str(path)
        return Found(target, hosted_description(search.game, address, name), path, name, origin)
    return Found(target, _pick(_load_module(path, name), path, member), path, name, origin)


def _load_entry_point(target: str, entry: EntryPoint, search: Search) -> Found:
    if search.isolate:
        raise UsageError(
            f'installed player "{target}" can\'t be isolated',
            "finding it loads its package: give its file instead",
        )
    try:
        loaded = entry.load()
    except Exception as error:
        raise DataError(
            f'installed player "{target}" could not be loaded: {error}', f"see {entry.value}"
        ) from error
    description = getattr(loaded, "player", None)
    module = sys.modules[entry.module]
    if not isinstance(description, Description) or module.__file__ is None:
        raise DataError(f'installed player "{target}" is not marked with @player', f"see {entry.value}")
    path = Path(module.__file__)
    return Found(target, description, path, player_hash(path), "installed")


@cache
def _load_module(path: Path, name: str) -> ModuleType:
    """Run a player's file as a module of its own; what it imports from its folder is its own, too."""
    spec = importlib.util.spec_from_file_location(f"headrace_player_{path.stem}_{name}", path)
    if spec is None or spec.loader is None:
        raise DataError(f"{path} can't be loaded", "give a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        with _neighbours(path.parent), redirect_stdout(sys.stderr), warnings.catch_warnings():
            spec.loader.exec_module(module)
    except HeadraceError:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        raise _not_loaded(error, path) from error
    return module


def _not_loaded(error: BaseException, path: Path) -> DataError:
    """Say what a player's file raised, and in which line of it or of a neighbour; of `@player` only the words."""
    stack = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in stack if Path(frame.filename).is_relative_to(path.parent)]
    where = f"{own[-1].filename}, line {own[-1].lineno}" if own else f"{path} fails when it is loaded"
    if stack and Path(stack[-1].filename).parent == Path(__file__).parent:
        return DataError(f"{where}: {error}")
    return DataError(f"{where}: {type(error).__name__}: {error}".rstrip(": "), "mend the file")


@contextmanager
def _neighbours(folder: Path) -> Iterator[None]:
    """Let a player import from its folder, and no other player then get what it imported.

    The stock players need nothing from theirs, and one of them is named like a module of Python's.
    """
    if folder.is_relative_to(stock_folder()):
        yield
        return
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).is_relative_to(folder) and not name.startswith("headrace_player_"):
                del sys.modules[name]


def _pick(module: ModuleType, path: Path, member: str) -> Description:
    marked: dict[str, Description] = {
        name: value.player
        for name, value in vars(module).items()
        if isinstance(getattr(value, "player", None), Description) and value.__module__ == module.__name__
    }
    if member:
        if member not in marked:
            raise UsageError(f'{path} has no player "{member}"', did_you_mean(member, marked))
        return marked[member]
    if not marked:
        raise DataError(
            f"{path} holds no player",
            "mark a function or a class with @player; a program is given as 'exec:COMMAND'",
        )
    if len(marked) > 1:
        raise UsageError(f"{path} holds {len(marked)} players", f"name one: {path}#{next(iter(marked))}")
    return next(iter(marked.values()))
