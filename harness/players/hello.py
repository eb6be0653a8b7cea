"""What programs declare: the hello of a command, as the description of a player, and the hash of its files."""

from __future__ import annotations

import hashlib
import logging
import shlex
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from harness.core.errors import DataError
from harness.players.api import NOMINAL_COST, Description, Kind, Parameter
from harness.players.box import HostCommand, boxed_command, host_command
from harness.players.wire import HELLO_SECONDS, PROTOCOL, Program, ProgramFault

PREFIX = "exec:"
HOST_SECONDS = 60.0
"""A host loads the engine and the player before its hello."""

log = logging.getLogger("harness.players")


def program_hash(command: str) -> str:
    """Name a program's present files: the program itself and each argument that is a file.

    Raises
    ------
    DataError
        If there is no such program.
    """
    words = shlex.split(command)
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise DataError(
            f"there is no program {words[0] if words else 'in an empty command'}", "give its path"
        )
    digest = hashlib.blake2b(digest_size=8)
    for word in [program, *words[1:]]:
        path = Path(word)
        digest.update(path.name.encode() + b"\0")
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def program_description(command: str, isolate: bool = False) -> Description:
    """Ask a program what it is; see `ask_hello`."""
    hello = ask_hello(boxed_command(command) if isolate else HostCommand(command), HELLO_SECONDS)
    return describe(hello, Path(shlex.split(command)[-1]).stem, command)


@cache
def hosted_description(game: str, address: str) -> Description:
    """Ask a player what it is in a box, without loading it here; walls that are missing are said once."""
    hello = ask_hello(host_command(game, address, boxed=True), HOST_SECONDS)
    for wall in hello.get("missing", []):
        log.warning("%s plays without %s: this system doesn't allow that wall", address, wall)
    return describe(hello, address, None)


def ask_hello(start: HostCommand, seconds: float) -> dict[str, Any]:
    """Start a program, ask it what it is, and end it.

    Raises
    ------
    DataError
        If it can't be started, or its hello is not understood.
    """
    try:
        program = Program(start)
        try:
            hello = program.ask({"type": "hello", "protocol": PROTOCOL}, "hello", seconds)
        finally:
            program.quit()
    except ProgramFault as fault:
        raise DataError(
            f"{start.command} did not introduce itself: {fault}", "see docs/players.md, programs"
        ) from None
    reasons = _hello_reasons(hello)
    if reasons:
        raise DataError(
            f"the hello of {start.command} is refused: {'; '.join(reasons)}", "see docs/players.md, programs"
        )
    return hello


def describe(hello: Mapping[str, Any], name: str, make: Any) -> Description:
    """Read a checked hello; a host's says what kind of player it hosts."""
    kind: Kind = "program"
    if make is None:
        kind = hello["kind"]
    return Description(
        name=str(hello.get("name", name)),
        kind=kind,
        games=tuple(hello["games"]),
        parameters=tuple(_parameter(found) for found in hello.get("parameters", [])),
        cost=float(hello.get("cost", NOMINAL_COST["program"])),
        doc=str(
            hello.get("doc") or (f"A program by {hello['author']}." if hello.get("author") else "A program.")
        ),
        make=make,
    )


def _hello_reasons(hello: Mapping[str, Any]) -> list[str]:
    games = hello.get("games")
    reasons = []
    if not isinstance(games, list) or not games or not all(isinstance(game, str) for game in games):
        reasons.append('"games" is not a list of names')
    parameters = hello.get("parameters", [])
    if not isinstance(parameters, list):
        return [*reasons, '"parameters" is not a list']
    for found in parameters:
        try:
            _parameter(found)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reasons.append(f"parameter {found!r}: {error}")
    return reasons


def _parameter(found: Mapping[str, Any]) -> Parameter:
    kinds: dict[str, Callable[[Any], Any]] = {"float": float, "int": int, "bool": bool}
    default = kinds[found.get("type", "float")](found["default"])
    low, high = float(found.get("min", 0)), float(found.get("max", 1))
    return Parameter(found["name"], default, low, high, found.get("step"), str(found.get("help", "")))
