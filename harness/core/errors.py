"""The errors that people may cause, in one small tree: each knows its exit code and its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any


class HeadraceError(Exception):
    """Something that a person can mend.

    Parameters
    ----------
    message : str
        What is wrong and where, in one line.
    remedy : str, optional
        How to mend it, in one line.

    Attributes
    ----------
    exit_code : int
        What the command line exits with (design, section 7).
    """

    exit_code = 2

    def __init__(self, message: str, remedy: str = "") -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message}: {remedy}" if remedy else message)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.remedy)


class UsageError(HeadraceError):
    """An option, a name or a value that can't be used as it was given."""


class Malformed(UsageError):
    """A position, deck, rule or action that breaks the rules; every reason is named at once.

    Parameters
    ----------
    what : str
        What was refused ("position", "deck", …).
    reasons : iterable of str
        All that is wrong with it, at least one.
    """

    def __init__(self, what: str, reasons: Iterable[str]) -> None:
        self.what = what
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__(f"{what} refused: " + "; ".join(self.reasons))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.reasons)


class IllegalAction(Malformed):
    """An action that the rules don't allow in a position; `reasons` says every reason why."""


class DataError(HeadraceError):
    """A file, record or manifest that is damaged or doesn't match."""

    exit_code = 4


class GateNotMet(HeadraceError):
    """A check ran to its end and its answer is no."""

    exit_code = 1


class FaultLimit(HeadraceError):
    """A player lost more games by its own faults than the run allows."""

    exit_code = 3


class Interrupted(HeadraceError):
    """A person stopped the work; what was finished is kept."""

    exit_code = 130


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Name the known words that are nearest to a mistaken one.

    Returns
    -------
    str
        ``did you mean "x"?`` where something is near, else ``known: a, b, c``.
    """
    names: Sequence[str] = sorted(known)
    near = get_close_matches(str(word), names, n=2, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(f'"{name}"' for name in near) + "?"
    return "known: " + ", ".join(names) if names else "none is known"
