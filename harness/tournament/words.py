"""Numbers with their nouns, as people read them: the one place that knows about plurals."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: ``1 game``, ``2,000 games``.

    Parameters
    ----------
    number : int
        How many.
    one, many : str
        The noun for one, and for any other number; the first with an ``s`` if left out.
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
