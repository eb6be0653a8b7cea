"""How numbers are written for people: Elo to 0.1, rates in per cent with their interval, n/a for nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from harness.stats.scale import z_value
from harness.tournament.words import counted as counted

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


def likelihood(p: Number) -> str:
    """Write an estimated likelihood as `chance` does, but never as certain: games can't show that."""
    return chance(p if p is None or math.isnan(p) else min(max(p, 1e-9), 1.0 - 1e-9))


def share(value: Number, digits: int = 1) -> str:
    """Write a share as per cent; what rounds to 0 or 100 without being it as ``<0.1`` or ``>99.9``."""
    if value is None or math.isnan(value):
        return NOTHING
    unit, shown = 10.0**-digits, percent(value, digits)
    if 0.0 < value < 1.0 and float(shown) in (0.0, 100.0):
        return f"<{unit:.{digits}f}" if value < 0.5 else f">{100.0 - unit:.{digits}f}"
    return shown


def half_width(error: Number) -> str:
    """Write half of an interval; nothing is known where a bootstrap always came out the same."""
    return fixed(error) if error else NOTHING


def p_value(p: Number) -> str:
    """Write a p value to three decimals, ``<0.001`` below."""
    if p is None or math.isnan(p):
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def reach(value: float, low: float, high: float) -> float:
    """Give the longer arm of an interval: what stands behind ± never says less than the interval."""
    return max(high - value, value - low)


ONE_ARM = "+ or − its only one, at 0 and 100 %"
"""For notes below tables and charts that tell of the arm of an interval; see `arm`."""


def one_armed(*shares: npt.NDArray[np.float64]) -> bool:
    """Say whether there are shares of exactly 0 or 1, whose intervals have one arm."""
    return any(bool(((values == 0.0) | (values == 1.0)).any()) for values in shares)


def arm(value: float, low: float, high: float, digits: int = 1) -> tuple[str, str]:
    """Write the longer arm of a share's interval in per cent.

    Returns
    -------
    (str, str)
        The sign: ``±``, or ``+`` or ``−`` where the interval has one arm, as at 0 % and 100 %; and the length, never
        0 unless it is.
    """
    error = reach(value, low, high)
    sign = "±" if low < value < high or error == 0.0 else "+" if value < high else "−"
    return sign, percent(max(error, 10.0 ** -(digits + 2)) if error else 0.0, digits)


def rate(value: Number, low: Number, high: Number) -> str:
    """Write a share with the longer arm of its interval in per cent, in a fixed width: ``56.3 ± 2.2``; see `arm`."""
    if value is None or low is None or high is None or missing(value, low, high):
        return NOTHING
    sign, error = arm(value, low, high)
    return f"{share(value)} {sign}{error:>4}"


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
    return f"Shares are within ± {percent(min(error, 1.0))} percentage points ({level(confidence)})."
