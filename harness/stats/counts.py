"""Block counts of one match, as values that can be added, subtracted and turned round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

LOSS, DRAW, WIN = 0, 1, 2
"""Codes of a single game's result, from one entrant's view: its points in half points."""

LEGS = (1, 2, 4)
"""Games per block: single games, a swap of seats, a swap of seats and of orders."""

_NAMES = {
    1: ("losses", "draws", "wins"),
    2: ("LL", "LD", "WL+DD", "WD", "WW"),
    4: tuple(f"{i / 2:g} points" for i in range(9)),
}


def _whole(value: object, where: str) -> int:
    number = float(value)  # type: ignore[arg-type]
    if not number.is_integer():
        raise ValueError(f"{where} is {value}; counts are whole numbers")
    if number < 0:
        raise ValueError(f"{where} is {value}; counts can't be negative")
    return int(value)  # type: ignore[call-overload, no-any-return]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one match by block score, from one entrant's view.

    A block of g games scores i half points, i = 0 … 2g. ``blocks[i]`` counts those blocks: [L, D, W] for g
    = 1, [LL, LD, WL+DD, WD, WW] for g = 2 (the pentanomial), nine counts for g = 4. The block counts leave
    open how many games were drawn (WL and DD score the same); `draws` says it, and is None where only block
    counts are known. Everything else follows from the two identities W + D + L = gN and 2W + D = Σ i·n_i,
    which are asserted.

    Parameters
    ----------
    blocks : sequence of int
        2g + 1 counts, 3, 5 or 9 of them, each at least 0.
    draws : int, optional
        Drawn games. For g = 1 it is implied.

    Raises
    ------
    ValueError
        A count is negative or not whole, the length is wrong, or that number of draws is impossible with
        these blocks.
    """

    blocks: tuple[int, ...]
    draws: int | None = None

    def __post_init__(self) -> None:
        """Check the counts and normalise their types."""
        size = len(self.blocks)
        if size not in {2 * g + 1 for g in LEGS}:
            raise ValueError(
                f"{size} counts given; give 3 (losses, draws, wins), 5 (LL, LD, WL+DD, WD, WW) "
                "or 9 (half points of four games)"
            )
        names = _NAMES[(size - 1) // 2]
        object.__setattr__(
            self, "blocks", tuple(_whole(n, f"the count of {names[i]}") for i, n in enumerate(self.blocks))
        )
        if self.legs == 1:
            if self.draws is not None and self.draws != self.blocks[1]:
                raise ValueError(
                    f"{self.draws} draws given beside [L, D, W] = {list(self.blocks)}; leave draws out"
                )
            object.__setattr__(self, "draws", self.blocks[1])
        if self.draws is not None:
            object.__setattr__(self, "draws", _whole(self.draws, "the number of draws"))
            self._check_draws(self.draws)

    def _check_draws(self, draws: int) -> None:
        g = self.legs
        low = sum(n * (i % 2) for i, n in enumerate(self.blocks))
        high = sum(n * min(i, 2 * g - i) for i, n in enumerate(self.blocks))
        if not low <= draws <= high or (draws - low) % 2:
            raise ValueError(
                f"{draws} draws are impossible with blocks {list(self.blocks)}: "
                f"they allow {low} to {high}, in steps of 2; check the counts"
            )

    @classmethod
    def empty(cls, legs: int = 2) -> Tally:
        """Give the tally of no blocks, the zero of addition, for `legs` games a block (1, 2 or 4)."""
        if legs not in LEGS:
            raise ValueError(f"{legs} legs a block; a swap design has 1, 2 or 4")
        return cls((0,) * (2 * legs + 1), 0)

    @classmethod
    def from_games(cls, wins: int, draws: int, losses: int) -> Tally:
        """Tally single games (g = 1)."""
        return cls((losses, draws, wins))

    @classmethod
    def from_blocks(cls, blocks: Sequence[int], *, wins: int, draws: int, losses: int) -> Tally:
        """Tally blocks together with games counted on their own, and check one against the other.

        Raises
        ------
        ValueError
            As for the class, or if W + D + L ≠ gN or 2W + D ≠ Σ i·n_i.
        """
        tally = cls(tuple(blocks), draws)
        if wins + draws + losses != tally.games:
            raise ValueError(
                f"wins {wins} + draws {draws} + losses {losses} are not the {tally.games} games "
                f"of {tally.total} blocks; "
                "check which games are missing or counted twice"
            )
        if wins != tally.wins:
            raise ValueError(
                f"{wins} wins don't give the blocks' points, which say {tally.wins}; "
                "check which entrant's view this is"
            )
        return tally

    @classmethod
    def from_pairs(cls, table: npt.ArrayLike) -> Tally:
        """Tally the 3 × 3 table of raw pairs (`pair_table`), g = 2, keeping WL and DD apart."""
        t = check_pair_table(table)
        blocks = tuple(int(np.trace(t[:, ::-1], offset=2 - i)) for i in range(5))
        return cls(blocks, int(t[DRAW].sum() + t[:, DRAW].sum()))

    @classmethod
    def from_results(cls, results: npt.ArrayLike) -> Tally:
        """Tally an int array (N, g) of single results (0 loss, 1 draw, 2 win), a row a block."""
        r = check_results(results)
        g = r.shape[1]
        blocks = np.bincount(r.sum(axis=1), minlength=2 * g + 1)
        return cls(tuple(blocks.tolist()), int((r == DRAW).sum()))

    @property
    def legs(self) -> int:
        """Games per block, g."""
        return (len(self.blocks) - 1) // 2

    @property
    def total(self) -> int:
        """Number of blocks, N."""
        return sum(self.blocks)

    @property
    def games(self) -> int:
        """Number of games, gN."""
        return self.legs * self.total

    @property
    def points(self) -> float:
        """Points scored: wins and half the draws."""
        return sum(i * n for i, n in enumerate(self.blocks)) / 2

    @property
    def wins(self) -> int | None:
        """Games won, or None where the number of draws isn't known."""
        return None if self.draws is None else (int(2 * self.points) - self.draws) // 2

    @property
    def losses(self) -> int | None:
        """Games lost, or None where the number of draws isn't known."""
        wins = self.wins
        return None if wins is None or self.draws is None else self.games - wins - self.draws

    @property
    def pairs_dd(self) -> int | None:
        """Blocks of two draws (g = 2), or None where not known."""
        if self.legs != 2 or self.draws is None:
            return None
        return (self.draws - self.blocks[1] - self.blocks[3]) // 2

    @property
    def pairs_wl(self) -> int | None:
        """Blocks of a win and a loss (g = 2), or None where not known."""
        dd = self.pairs_dd
        return None if dd is None else self.blocks[2] - dd

    def swapped(self) -> Tally:
        """Give the same match from the other entrant's view."""
        return Tally(self.blocks[::-1], self.draws)

    def _combine(self, other: Tally, sign: int) -> Tally:
        if self.legs != other.legs:
            raise ValueError(
                f"blocks of {self.legs} and of {other.legs} games can't be added; rate the runs apart"
            )
        draws = None if self.draws is None or other.draws is None else self.draws + sign * other.draws
        return Tally(tuple(a + sign * b for a, b in zip(self.blocks, other.blocks, strict=True)), draws)

    def __add__(self, other: Tally) -> Tally:
        return self._combine(other, 1)

    def __sub__(self, other: Tally) -> Tally:
        return self._combine(other, -1)


def check_results(results: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return `results` as int64 (N, g), g in 1, 2, 4, each 0, 1 or 2.

    Raises
    ------
    ValueError
        The shape is wrong or a code is not 0, 1 or 2; the row is named.
    """
    r = np.asarray(results)
    if r.ndim != 2 or r.shape[1] not in LEGS:
        raise ValueError(f"results have shape {r.shape}; give (blocks, legs) with 1, 2 or 4 legs")
    bad = ~np.isin(r, (LOSS, DRAW, WIN))
    if bad.any():
        row, leg = np.argwhere(bad)[0]
        raise ValueError(
            f"the result of block {row}, leg {leg} is {r[row, leg]}; give 0 (loss), 1 (draw) or 2 (win)"
        )
    return r.astype(np.int64)


def check_pair_table(table: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return `table` as an int64 (3, 3) array of counts.

    Raises
    ------
    ValueError
        The shape is not (3, 3), or a cell is negative or not whole.
    """
    t = np.asarray(table)
    if t.shape != (3, 3):
        raise ValueError(
            f"the table of pairs has shape {t.shape}; give 3 × 3: result of leg 0 by result of leg 1"
        )
    if (t < 0).any() or (t != np.floor(t)).any():
        raise ValueError(
            "the table of pairs holds a negative or broken count; counts are whole numbers from 0 up"
        )
    return t.astype(np.int64)


def pair_table(results: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Count raw pairs.

    Parameters
    ----------
    results : int array, shape (N, 2)
        One entrant's result in leg 0 and leg 1 of each block: 0 loss, 1 draw, 2 win.

    Returns
    -------
    int64 array, shape (3, 3)
        ``table[x, y]`` blocks had result x in leg 0 and y in leg 1.
    """
    r = check_results(results)
    if r.shape[1] != 2:
        raise ValueError(f"blocks have {r.shape[1]} legs; raw pairs need blocks of 2")
    return np.bincount(3 * r[:, 0] + r[:, 1], minlength=9).reshape(3, 3)
