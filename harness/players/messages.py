"""The lines of the wire (protocol, section 2): requests as they are sent, answers and faults as they are understood."""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping
from typing import Any

from harness.core.errors import DataError, HeadraceError, UsageError
from harness.games.outcome import FAULTS

PROTOCOL = 1
FAULT = "host-fault"
ENDED = "host-ended"
REFUSED = "host-refused"
"""The answers by which `harness.players.host` reports what its player did, how it ended, and why it can't play."""


class ProgramFault(Exception):  # noqa: N818 — a fault is the protocol's word
    """What a program did instead of answering.

    Attributes
    ----------
    kind : str
        One of the protocol's faults.
    detail : str
        What happened, in a line.
    traceback : str
        Where a hosted player raised.
    goes_on : bool
        Whether the program can play on: a host outlives its player's faults.
    refusal : HeadraceError or None
        Why a hosted player can't play at all, as it would be said without a host.
    """

    def __init__(
        self,
        kind: str,
        detail: str,
        traceback: str = "",
        goes_on: bool = False,
        refusal: HeadraceError | None = None,
    ) -> None:
        self.kind, self.detail, self.traceback, self.goes_on = kind, detail, traceback, goes_on
        self.refusal = refusal
        super().__init__(f"{kind}: {detail}")


def line_of(message: Mapping[str, Any], number: int | None = None) -> bytes:
    """Write a request as it is sent, in the form that the protocol shows: without spaces, its number behind its type.

    Parameters
    ----------
    message : mapping
        The request, with its type and without its number.
    number : int, optional
        None for a request that is not answered.
    """
    kind, rest = message["type"], {key: value for key, value in message.items() if key != "type"}
    numbered = {"type": kind, **({} if number is None else {"n": number}), **rest}
    return json.dumps(numbered, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def answer_in(line: bytes, number: int) -> dict[str, Any] | None:
    """Read an answer to request `number`; None for one that comes too late for its request.

    Raises
    ------
    ProgramFault
        If it is no JSON object.
    """
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise ProgramFault("protocol", f"not JSON: {shown(line)}") from None
    if not isinstance(answer, dict):
        raise ProgramFault("protocol", f"not an object: {shown(line)}")
    answered = answer.get("n")
    return None if type(answered) is int and answered < number else answer


def reported(answer: Mapping[str, Any]) -> ProgramFault | int | None:
    """Read what a host says of its player: a fault, or the exit code with which it has ended; else None.

    It may be the player that speaks, so all of it is checked.
    """
    kind, code = answer.get("kind"), answer.get("code")
    if answer.get("type") == FAULT and kind in FAULTS:
        detail, traceback = str(answer.get("detail", "")), str(answer.get("traceback", ""))
        return ProgramFault(str(kind), detail, traceback, goes_on=True)
    if answer.get("type") == REFUSED:
        error = UsageError if code == UsageError.exit_code else DataError
        refusal = error(printable(str(answer.get("message"))), printable(str(answer.get("remedy", ""))))
        return ProgramFault("exit", str(refusal), goes_on=True, refusal=refusal)
    return code if answer.get("type") == ENDED and type(code) is int else None


def refused(error: HeadraceError) -> dict[str, Any]:
    """Say why a hosted player can't play: the answer that `reported` reads."""
    return {"type": REFUSED, "code": error.exit_code, "message": error.message, "remedy": error.remedy}


def exit_words(code: int) -> str:
    """Say how a process ended; signals that have no name have a number."""
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"by signal {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"


def shown(line: bytes) -> str:
    """Give the beginning of what a program wrote, so that no terminal obeys it."""
    return ascii(line[:120].decode("utf-8", "replace"))


def printable(text: str) -> str:
    """Give a text of others with all that isn't printed escaped, but for ends of lines."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
