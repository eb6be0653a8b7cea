"""Does one number per entrant describe the results? The likelihood-ratio statistic against a free
probability per pairing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.stats.newton import maximise
from harness.stats.ratings import RatingFit
from harness.stats.tables import Floats, PairingTable

_TRACE = 1e-6
"""Virtual draws in place of none at all where the plain maximum is infinite: its likelihood is the
supremum, to rounding.
"""


@dataclass(frozen=True, slots=True)
class Goodness:
    """A likelihood-ratio test of fit.

    Attributes
    ----------
    g2 : float
        G² = 2 Σ O ln(O/E), at least 0.
    df : int
        Degrees of freedom; 0 where the model has as many parameters as the table, and then p is 1.
    p : float
        P(χ²_df ≥ G²).
    """

    g2: float
    df: int
    p: float


def goodness_of_fit(table: PairingTable, fit: RatingFit) -> Goodness:
    """Compare the fitted model with a free probability in every cell.

    The cells are pairing × seat × result, or pairing × result where the seats aren't known. Results that
    never happen anywhere (draws in a game without them) are no cells. The maximum is that of the likelihood
    without the prior.

    Parameters
    ----------
    table : PairingTable
        The games that were fitted.
    fit : RatingFit
        The fit to them.

    Returns
    -------
    Goodness

    Raises
    ------
    ValueError
        There are no games.

    Notes
    -----
    Davidson (1970), and the deviance of a log-linear model. χ² presumes independent
    games: two legs on one deal are not quite that, so where deals matter p is approximate (too small where
    legs are positively correlated). In Bradley–Terry's model draws enter as half wins, which makes G² and p
    smaller than they are; use a model with draws if there are any.
    """
    from scipy.special import chdtrc

    played = table.select(table.games > 0)
    if len(played.i) == 0:
        raise ValueError("no games to compare with the fit; play some first")
    like = fit.like
    # With as good as no prior: a shrunken fit isn't the maximum, and G² would come out too large.
    bare = type(like)(like.model, like.entrants, played.i, played.j, like.first_mover, like.draws, 0.0)
    odd = any(fit.marks) or len(fit.groups) > 1 or not fit.converged
    if odd:
        bare = type(like)(like.model, like.entrants, played.i, played.j, like.first_mover, like.draws, _TRACE)
    params, _ = maximise(bare, played.counts[None], fit.params[None], rounds=200)
    value = float(bare.terms(params, bare.pool(played.counts[None])).value.sum())
    observed = played.counts
    if like.model == "bradley-terry":
        if fit.draw is not None and np.isinf(fit.draw):
            return Goodness(0.0, 0, 1.0)
        half = observed[..., 1] / 2.0
        observed = np.stack([observed[..., 0] + half, observed[..., 2] + half], axis=-1)
    g2 = max(2.0 * (_saturated(observed) - value), 0.0)
    cells = int((observed.sum(axis=-1) > 0).sum()) * (observed.shape[-1] - 1)
    free = like.entrants - len(fit.groups) + like.first_mover + like.draws
    df = max(cells - free, 0)
    return Goodness(g2, df, float(chdtrc(df, g2)) if df else 1.0)


def _saturated(observed: Floats) -> float:
    """Log-likelihood of a free probability per cell, Σ O ln(O/n)."""
    n = observed.sum(axis=-1, keepdims=True)
    share = np.divide(observed, n, out=np.ones_like(observed), where=observed > 0)
    return float((observed * np.log(share)).sum())
