"""Numbers and times as people read them in talk and lists."""

from __future__ import annotations

from harness.tournament.words import counted as counted


def count(number: float) -> str:
    """Write a whole number with commas between thousands."""
    return f"{number:,.0f}"


def duration(seconds: float) -> str:
    """Write a time: ``0.4 s``, ``12 s``, ``3 min 20 s``, ``2 h 5 min``, ``3 d 4 h``."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for size, unit, small, low in ((86_400, "d", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s")):
        if whole >= size:
            large, rest = divmod(whole, size)
            return f"{large} {unit} {rest // small} {low}" if rest // small else f"{large} {unit}"
    return f"{whole} s"


def size(number: float) -> str:
    """Write a number of bytes: ``812 B``, ``3.4 MB``."""
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if number < 999.5 or unit == "TB":
            return f"{number:.0f} {unit}" if unit == "B" or number >= 99.5 else f"{number:.1f} {unit}"
        number /= 1000.0
    raise AssertionError
