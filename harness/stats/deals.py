"""Results of many entrants, split by bags of deals for the bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stats.tables import Ints, PairingTable, check_counts, check_pairings

MAX_BAGS = 2000
"""Bags of deals at most: the bootstrap is exact, deal by deal, up to this many deals."""


@dataclass(frozen=True, eq=False, slots=True)
class DealTable:
    """The same counts, split by bags of deals: what a bootstrap by deal needs, and no more.

    A *bag* holds the deals whose number leaves the same remainder by the number of bags. Deals are drawn
    independently, so any fixed rule that doesn't look at results may sort them. With as many bags as deals
    every bag is one deal.

    Parameters
    ----------
    entrants, i, j
        As in `PairingTable`.
    counts : int array, shape (P, B, 2, 3)
        Counts by pairing, bag, seat of i and result of i.

    Raises
    ------
    ValueError
        As for `PairingTable`, or if there are no bags.
    """

    entrants: int
    i: Ints
    j: Ints
    counts: npt.NDArray[np.int32]

    def __post_init__(self) -> None:
        """Check the table and normalise its types."""
        object.__setattr__(self, "i", np.asarray(self.i, dtype=np.int64))
        object.__setattr__(self, "j", np.asarray(self.j, dtype=np.int64))
        if self.counts.ndim != 4 or self.counts.shape[1] < 1:
            raise ValueError(
                f"counts have shape {self.counts.shape}; give (pairings, bags, 2 seats, 3 results)"
            )
        check_pairings(self.entrants, self.i, self.j)
        check_counts(self.counts, (len(self.i), self.counts.shape[1], 2, 3))

    @classmethod
    def empty(cls, entrants: int, pairings: Sequence[tuple[int, int]], bags: int) -> DealTable:
        """Give a table without games, the zero of addition, for these pairings and that many bags."""
        if bags < 1:
            raise ValueError(f"{bags} bags; give at least one (see bag_count)")
        both = np.array(pairings, dtype=np.int64).reshape(-1, 2)
        return cls(entrants, both[:, 0], both[:, 1], np.zeros((len(both), bags, 2, 3), dtype=np.int32))

    @property
    def bags(self) -> int:
        """Number of bags, B."""
        return int(self.counts.shape[1])

    def __add__(self, other: DealTable) -> DealTable:
        same = self.counts.shape == other.counts.shape and self.entrants == other.entrants
        if not (same and np.array_equal(self.i, other.i) and np.array_equal(self.j, other.j)):
            raise ValueError(
                "two tables with different pairings or bags can't be added; build them for the same run"
            )
        return DealTable(self.entrants, self.i, self.j, self.counts + other.counts)

    def total(self) -> PairingTable:
        """Sum over the bags."""
        return PairingTable(self.entrants, self.i, self.j, self.counts.sum(axis=1, dtype=np.float64))


class DealCounter:
    """Counts games into a `DealTable`, batch by batch, in place: the one thing here that changes.

    Parameters
    ----------
    entrants : int
        Number of entrants.
    pairings : sequence of (int, int)
        The two entrants i, j of each pairing.
    bags : int
        Number of bags (`bag_count`).

    Raises
    ------
    ValueError
        As for `DealTable`.
    """

    def __init__(self, entrants: int, pairings: Sequence[tuple[int, int]], bags: int) -> None:
        self._empty = DealTable.empty(entrants, pairings, bags)
        self._counts = np.zeros(self._empty.counts.size, dtype=np.int32)

    def add(
        self, pairing: npt.ArrayLike, deal: npt.ArrayLike, seat: npt.ArrayLike, result: npt.ArrayLike
    ) -> None:
        """Count a batch of games.

        Parameters
        ----------
        pairing, deal : int arrays, which broadcast to (G,)
            Row of each game's pairing, and number of its deal, from 0.
        seat, result : int arrays, which broadcast to (G,)
            Seat (0 first, 1 second) and result (0 loss, 1 draw, 2 win) of the pairing's first entrant i.

        Raises
        ------
        ValueError
            An index or code is out of range; then nothing of the batch is counted.
        """
        p, d, s, r = (np.asarray(x, dtype=np.int64) for x in (pairing, deal, seat, result))
        for name, x, top in (("pairing", p, len(self._empty.i)), ("seat", s, 2), ("result", r, 3)):
            if x.size and (x.min() < 0 or x.max() >= top):
                raise ValueError(f"a game's {name} lies outside 0…{top - 1}; check that column")
        if d.size and d.min() < 0:
            raise ValueError("a deal has a negative number; deals count from 0")
        bags = self._empty.bags
        np.add.at(self._counts, (((p * bags + d % bags) * 2 + s) * 3 + r).ravel(), 1)

    def table(self) -> DealTable:
        """Give what was counted so far, as a value of its own."""
        e = self._empty
        return DealTable(e.entrants, e.i, e.j, self._counts.reshape(e.counts.shape).copy())


def bag_count(deals: int, pairings: int, cells: int = 20_000_000) -> int:
    """Choose a number of bags: one per deal up to 2,000, fewer where the table would grow over `cells`
    numbers.

    With B bags the standard deviation of a bootstrap error is 1/√(2B) of it: 1.6 % at 2,000, 5 % at 200.
    The number never falls under 200, unless there are fewer deals.

    Raises
    ------
    ValueError
        There are no deals or no pairings.
    """
    if deals < 1 or pairings < 1:
        raise ValueError(f"{deals} deals and {pairings} pairings; play something first")
    return max(1, min(deals, MAX_BAGS, max(200, cells // (6 * pairings))))
