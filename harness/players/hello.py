"""What programs and hosted players declare: their hello, as the description of a player."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from harness.core.errors import DataError
from harness.players.api import NOMINAL_COST, Description, Kind, Parameter
from harness.players.box import HostCommand, boxed_command, host_command
from harness.players.command import program_script
from harness.players.introductions import hello_reasons
from harness.players.messages import PROTOCOL, ProgramFault, printable
from harness.players.wire import HELLO_SECONDS, Program

HOST_SECONDS = 60.0
"""A host loads the engine and the player before its hello."""

_SEE = "see docs/players.md, programs"
_TAIL_LINES = 3
_TAIL_CHARACTERS = 300
"""So many of a program's last lines are shown where it fails at its hello, and so much of each."""
_REASONS = 20
"""So many reasons against a hello are shown."""

log = logging.getLogger("harness.players")


@cache
def program_description(command: str, sources: str, isolate: bool = False) -> Description:  # noqa: ARG001
    """Ask a program what it is; see `ask_hello`. Once for each hash of its files, `sources`: they may be changed."""
    start = boxed_command(command) if isolate else HostCommand(command)
    hello = ask_hello(start, command, HELLO_SECONDS)
    return describe(hello, program_script(command).stem, command)


@cache
def hosted_description(game: str, address: str, sources: str) -> Description:  # noqa: ARG001
    """Ask a player what it is in a box, without loading it here; walls that are missing are said once."""
    hello = ask_hello(host_command(game, address, boxed=True), address, HOST_SECONDS)
    for wall in hello.get("missing", []):
        log.warning("%s plays without %s: this system doesn't allow that wall", address, wall)
    return describe(hello, address, None)


def ask_hello(start: HostCommand, what: str, seconds: float) -> dict[str, Any]:
    """Start a program, ask it what it is, and end it.

    Parameters
    ----------
    start : HostCommand
        How it is started.
    what : str
        What it is called where something is wrong.
    seconds : float
        How long to wait.

    Raises
    ------
    HeadraceError
        What a host says against its player.
    DataError
        If it can't be started, or its hello is not understood or refused.
    """
    hello = _hello_of(start, what, seconds)
    reasons = hello_reasons(hello, start.host)
    if reasons:
        left = len(reasons) - _REASONS
        told = "; ".join(reasons[:_REASONS]) + (f"; and {left} more" if left > 0 else "")
        raise DataError(f"the hello of {what} is refused: {told}", _SEE)
    return hello


def _hello_of(start: HostCommand, what: str, seconds: float) -> dict[str, Any]:
    try:
        program = Program(start)
    except ProgramFault as fault:
        raise DataError(f"{what} did not introduce itself: {fault}", _SEE) from None
    try:
        return program.ask({"type": "hello", "protocol": PROTOCOL}, "hello", seconds)
    except ProgramFault as fault:
        if fault.refusal is not None:
            raise fault.refusal from None
        early = " before its hello" if fault.kind == "exit" else ""
        raise DataError(
            f"{what} did not introduce itself: {fault}{early}{wrote(program.tail)}", _SEE
        ) from None
    finally:
        program.quit()


def wrote(tail: str) -> str:
    """Give the end of what a program wrote to its standard error, for the end of a message; empty where it is."""
    lines = [line for line in tail.splitlines() if line.strip()][-_TAIL_LINES:]
    said = " | ".join(printable(line.strip()[:_TAIL_CHARACTERS]) for line in lines)
    return f"; it wrote: {said}" if said else ""


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


def _parameter(found: Mapping[str, Any]) -> Parameter:
    kinds: dict[str, Callable[[Any], Any]] = {"float": float, "int": int, "bool": bool}
    default = kinds[found.get("type", "float")](found["default"])
    low, high = float(found.get("min", 0)), float(found.get("max", 1))
    return Parameter(found["name"], default, low, high, found.get("step"), found.get("help", ""))
