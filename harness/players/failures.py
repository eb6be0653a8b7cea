"""What a player did instead of giving a legal action, in words that are the same wherever it plays."""

from __future__ import annotations

import os
import signal
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.players.limits import NO_LIMITS, Limits

_PACKAGE = str(Path(__file__).resolve().parents[1]) + os.sep
_BOTS = _PACKAGE + "bots" + os.sep
_interruptible = True


@dataclass(frozen=True)
class Failure:
    """What a player did instead of giving a legal action; half surrogates in its text become question marks.

    Attributes
    ----------
    kind : str
        One of the protocol's faults: "illegal" for what is no action at all.
    detail : str
        The exception in a line, or what was given instead of an action.
    traceback : str
        Where it was raised, without Headrace's own frames; empty for an illegal action.
    tail : str
        The last lines of its process' standard error, of earlier games perhaps.
    """

    kind: str
    detail: str
    traceback: str = ""
    tail: str = ""

    def __post_init__(self) -> None:
        for name, text in vars(self).items():
            object.__setattr__(self, name, str.encode(text, "utf-8", "replace").decode())


def raised(error: BaseException, limits: Limits = NO_LIMITS) -> Failure:
    """Say what an exception of a player is: a crash, or its limit of memory at work; the same in each process."""
    try:
        return _raised(error, limits)
    except BaseException:
        return Failure("crash", "an exception that can't be shown")


def _raised(error: BaseException, limits: Limits) -> Failure:
    where = traceback.TracebackException.from_exception(error)
    where.stack = traceback.StackSummary.from_list(
        [f for f in where.stack if _is_a_player_s(f.filename)][-8:]
    )
    told = "".join(where.format())
    if isinstance(error, MemoryError) and limits.memory is not None:
        return Failure("memory", f"it asked for more than its limit of {limits.memory >> 20} MiB", told)
    try:
        words = str.__str__(str(error))
    except BaseException:
        words = "its own words can't be shown"
    return Failure("crash", f"{type(error).__name__}: {words}"[:500], told)


def _is_a_player_s(file: str) -> bool:
    return not file.startswith(_PACKAGE) or file.startswith(_BOTS)


def shown(action: Any) -> str:
    """Show what was given instead of an action, whatever it is."""
    try:
        return str.__str__(repr(action))[:200]
    except BaseException:
        return "what can't be shown"


def leave_interrupts_alone() -> None:
    """Ignore a person's interrupts from now on, in a process that isn't the command's own: what comes is a player's."""
    global _interruptible
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _interruptible = False


def interruptible() -> bool:
    """Say whether a person's interrupts reach this process."""
    return _interruptible


def is_person_s(error: BaseException) -> bool:
    """Say whether a person interrupted a player."""
    return isinstance(error, KeyboardInterrupt) and _interruptible
