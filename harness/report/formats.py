"""How numbers are written for people: Elo to 0.1, rates in per cent with their interval, n/a for nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable

from harness.stats.scale import z_value

NOTHING = "n/a"

Number = float | None


def missing(*values: Number) -> bool:
    """Say whether any of them is None or not a number."""
    return any(v is None or math.isnan(v) for v in values)


def fixed(value: Number, digits: int = 1) -> str:
    """Write a number with so many decimals; never ``-0.0``."""
    if value is None or math.isnan(value):
        return NOTHING
    return f"{_round(value, digits):.{digits}f}"


def signed(value: Number, digits: int = 1) -> str:
    """Write a difference, with its sign unless it rounds to 0."""
    if value is None or math.isnan(value):
        return NOTHING
    near = _round(value, digits)
    return f"{near:+.{digits}f}" if near else f"{0:.{digits}f}"


def _round(value: float, digits: int) -> float:
    return value if math.isinf(value) else round(value, digits) + 0.0


def count(value: Number) -> str:
    """Write a whole number with commas between thousands."""
    if value is None or math.isnan(value):
        return NOTHING
    return f"{value:,.0f}"


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: ``1 game``, ``2,000 games``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: Number, digits: int = 1) -> str:
    """Write a share as per cent, without the sign %."""
    return NOTHING if share is None else fixed(100.0 * share, digits)


def chance(p: Number) -> str:
    """Write a probability as per cent; what rounds to 0 or 100 without being it as ``<0.1`` or ``>99.9``."""
    if p is None or math.isnan(p):
        return NOTHING
    if 0.0 < p < 0.001:
        return "<0.1"
    if 0.999 < p < 1.0:
        return ">99.9"
    return f"{100.0 * p:.1f}"


def p_value(p: Number) -> str:
    """Write a p value to three decimals, ``<0.001`` below."""
    if p is None or math.isnan(p):
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def reach(value: float, low: float, high: float) -> float:
    """Give the longer arm of an interval: what stands behind ± never says less than the interval."""
    return max(high - value, value - low)


def rate(value: Number, low: Number, high: Number) -> str:
    """Write a share with its interval in per cent, in a fixed width: ``56.3 ± 2.2``."""
    if value is None or low is None or high is None or missing(value, low, high):
        return NOTHING
    return f"{100.0 * value:.1f} ±{100.0 * reach(value, low, high):4.1f}"


def between(low: Number, high: Number, digits: int = 1) -> str:
    """Write the ends of an interval: ``[54.1, 58.5]``."""
    return f"[{fixed(low, digits)}, {fixed(high, digits)}]"


def level(confidence: float) -> str:
    """Write the level of an interval: ``95 %``."""
    return f"{100.0 * confidence:g} %"


def share_error(sizes: Iterable[int], confidence: float = 0.95) -> str:
    """Say how far off shares of so many games may be at most: that of one half, of the smallest number."""
    known = [size for size in sizes if size > 0]
    if not known:
        return ""
    error = z_value(confidence) * 0.5 / math.sqrt(min(known))
    return f"Shares are within ± {percent(min(error, 1.0))} ({level(confidence)})."
