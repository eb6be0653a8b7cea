"""Many comparisons at once: Holm for claims, Benjamini–Hochberg for lists."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.stats.tables import Floats


def _check(p: npt.ArrayLike) -> Floats:
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 1:
        raise ValueError(f"p values of shape {values.shape}; give a list of them")
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError("a p value lies outside [0, 1]; leave out comparisons that have none")
    return values


def holm(p: npt.ArrayLike) -> Floats:
    """Adjust p values so that the chance of any false claim among those below α is at most α.

    Parameters
    ----------
    p : float array, shape (m,)
        p values in any order; they may depend on one another.

    Returns
    -------
    float64 array, shape (m,)
        Adjusted p values in the same order, in [0, 1].

    Raises
    ------
    ValueError
        A value lies outside [0, 1].

    Notes
    -----
    Holm, Scand. J. Statist. 6 (1979).
    """
    values = _check(p)
    order = np.argsort(values, kind="stable")
    steps = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    out = np.empty_like(values)
    out[order] = np.minimum(steps, 1.0)
    return out


def benjamini_hochberg(p: npt.ArrayLike) -> Floats:
    """Adjust p values so that of a list of those below q a share of at most q is false, on average.

    Parameters
    ----------
    p : float array, shape (m,)
        p values in any order, independent or positively dependent.

    Returns
    -------
    float64 array, shape (m,)
        Adjusted p values in the same order, in [0, 1].

    Raises
    ------
    ValueError
        A value lies outside [0, 1].

    Notes
    -----
    Benjamini & Hochberg, JRSS B 57 (1995).
    """
    values = _check(p)
    m = len(values)
    order = np.argsort(values, kind="stable")
    steps = values[order] * m / np.arange(1, m + 1)
    out = np.empty_like(values)
    out[order] = np.minimum(np.minimum.accumulate(steps[::-1])[::-1], 1.0)
    return out
