"""How much of a single game's variance is the seat, and how much is the deal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stats.counts import check_pair_table, pair_table
from harness.stats.scale import z_value

_POINTS = np.array([0.0, 0.5, 1.0])


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the variance of single games.

    Attributes
    ----------
    raw : float
        The estimate as it comes out, which chance can make negative.
    value : float
        What is printed: `raw`, or 0 where it is negative.
    low, high : float
        The bootstrap interval, cut off at 0 and 1.
    """

    raw: float
    value: float
    low: float
    high: float

    @property
    def negative(self) -> bool:
        """True where the estimate was negative and is printed as 0; the table then carries a note."""
        return self.raw < 0.0


@dataclass(frozen=True, slots=True)
class LuckEstimate:
    """The luck of the deal in a match of swapped pairs.

    Attributes
    ----------
    blocks : int
        Number of blocks, N.
    score_first, score_second : float
        μ1 and μ2: the entrant's mean score in the first and in the second seat.
    game_variance : float
        Var_tri, the variance over all single games.
    block_variance : float
        V, the variance of a block's score.
    luck_variance, seat_variance, deal_variance : float
        b² = Var_tri − 2V; ((μ1 − μ2)/2)²; and the rest, which is minus the covariance of the two legs.
    luck, seat, deal : Share or None
        The same three over Var_tri; None where Var_tri is 0.
    confidence : float
        Level of the intervals.
    """

    blocks: int
    score_first: float
    score_second: float
    game_variance: float
    block_variance: float
    luck_variance: float
    seat_variance: float
    deal_variance: float
    luck: Share | None
    seat: Share | None
    deal: Share | None
    confidence: float


def _parts(p: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], ...]:
    """Moments of pair tables of frequencies (..., 3, 3), the first axis being the first seat."""
    first, second = p.sum(axis=-1), p.sum(axis=-2)
    mu1, mu2 = first @ _POINTS, second @ _POINTS
    games = (first + second) / 2.0
    mean = games @ _POINTS
    tri = games @ _POINTS**2 - mean**2
    total = _POINTS[:, None] + _POINTS[None, :]
    block = ((p * (total / 2.0) ** 2).sum(axis=(-2, -1))) - mean**2
    return mu1, mu2, tri, block


def luck_of_the_deal(
    pairs: npt.ArrayLike,
    *,
    first_leg: int = 0,
    replicates: int = 2000,
    confidence: float = 0.95,
    seed: int = 1,
) -> LuckEstimate:
    """Split the variance of a single game into seat, deal and the rest.

    With x and y the entrant's scores in the two seats of one deal, Var_tri − 2V = ((μ1 − μ2)/2)² − Cov(x,
    y): what the swap takes out of the variance is the seat's advantage, and what the deal gives to one seat
    and hence takes from the entrant in the other.

    Parameters
    ----------
    pairs : int array
        Either (N, 2), one entrant's result (0 loss, 1 draw, 2 win) in both legs of each block, or the (3,
        3) table of counts that `harness.stats.counts.pair_table` makes of it. An array of three rows and
        three columns is a table.
    first_leg : int
        The leg in which the entrant had the first seat: 0 or 1.
    replicates : int
        Bootstrap replicates, at least 100.
    confidence : float
        Level of the percentile intervals.
    seed : int
        Seed of the bootstrap.

    Returns
    -------
    LuckEstimate

    Raises
    ------
    ValueError
        There are no blocks, a code or count is out of range, or an argument is.

    Notes
    -----
    The bootstrap resamples blocks. A block is one of nine kinds, so that is one multinomial
    draw per replicate, whatever N is. The seat's share is a square: its interval is the signed one of μ1 −
    μ2, folded at 0, since squares of a resampled difference would never reach 0. Source: statistics.md,
    section 1; the identity is elementary.
    """
    z_value(confidence)
    array = np.asarray(pairs)
    table = check_pair_table(array) if array.shape == (3, 3) else pair_table(array)
    if first_leg not in (0, 1):
        raise ValueError(f"first_leg is {first_leg}; the entrant had the first seat in leg 0 or in leg 1")
    if replicates < 100:
        raise ValueError(f"{replicates} replicates are too few for an interval; give at least 100")
    n = int(table.sum())
    if n == 0:
        raise ValueError("no blocks were counted; give at least one")
    if first_leg == 1:
        table = table.T
    p = table / n
    mu1, mu2, tri, block = (float(v) for v in _parts(p))
    luck, seat = tri - 2.0 * block, ((mu1 - mu2) / 2.0) ** 2
    shares: tuple[Share | None, Share | None, Share | None] = (None, None, None)
    # Not `> 0`: the difference of two rounded moments is dust where every game ended alike.
    if tri > 1e-12:
        rng = np.random.Generator(np.random.PCG64(seed))
        draws = rng.multinomial(n, p.ravel(), size=replicates).reshape(replicates, 3, 3) / n
        m1, m2, t, b = _parts(draws)
        live = t > 1e-12
        m1, m2, t, b = m1[live], m2[live], t[live], b[live]
        half = (m1 - m2) / 2.0
        tails = ((1.0 - confidence) / 2.0, (1.0 + confidence) / 2.0)
        whole = np.quantile((t - 2.0 * b) / t, tails)
        signed = np.quantile(np.sign(half) * half**2 / t, tails)
        deal = np.quantile((t - 2.0 * b - half**2) / t, tails)
        inside = signed[0] <= 0.0 <= signed[1]
        ends = np.abs(signed)
        folded = np.array([0.0 if inside else ends.min(), ends.max()])
        shares = (_share(luck / tri, whole), _share(seat / tri, folded), _share((luck - seat) / tri, deal))
    return LuckEstimate(n, mu1, mu2, tri, block, luck, seat, luck - seat, *shares, confidence)


def _share(raw: float, interval: npt.NDArray[np.float64]) -> Share:
    low, high = np.clip(interval, 0.0, 1.0)
    return Share(raw, max(raw, 0.0), float(low), float(high))
