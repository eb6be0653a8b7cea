"""Results of many entrants as one table of counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def check_pairings(entrants: int, i: Ints, j: Ints) -> None:
    """Raise ValueError unless i and j (P,) name different entrants and every unordered pair stands once."""
    if entrants < 2:
        raise ValueError(f"{entrants} entrants; a rating needs at least two")
    if i.ndim != 1 or i.shape != j.shape:
        raise ValueError(
            f"the pairings' entrants have shapes {i.shape} and {j.shape}; give two lists of one length"
        )
    both = np.stack([i, j], axis=1)
    if both.size and (both.min() < 0 or both.max() >= entrants):
        raise ValueError(f"a pairing names an entrant outside 0…{entrants - 1}; check the indices")
    if (i == j).any():
        raise ValueError(f"entrant {i[i == j][0]} is paired with itself; leave such games out of the ratings")
    key = np.minimum(i, j) * entrants + np.maximum(i, j)
    unique, first = np.unique(key, return_index=True)
    if len(unique) < len(key):
        twice = np.setdiff1d(np.arange(len(key)), first)[0]
        raise ValueError(
            f"entrants {i[twice]} and {j[twice]} are paired twice; add their counts up in one row"
        )


def check_counts(counts: npt.NDArray[np.generic], shape: tuple[int, ...]) -> None:
    """Raise ValueError unless the counts have that shape and are 0 or more."""
    if counts.shape != shape:
        raise ValueError(f"counts have shape {counts.shape}; {shape} is needed (… , seat of i, result of i)")
    if not (np.asarray(counts, dtype=np.float64) >= 0).all():
        raise ValueError("a count is negative or not a number; counts are 0 or more")


@dataclass(frozen=True, eq=False, slots=True)
class PairingTable:
    """Counts of all games between entrants.

    Parameters
    ----------
    entrants : int
        Number of entrants n, at least 2; they are named by their index 0 … n − 1.
    i, j : int64 array, shape (P,)
        The two entrants of each pairing; an unordered pair stands once.
    counts : array, shape (P, 2, 3)
        ``counts[p, seat, result]`` games in which i had that seat (0 first, 1 second) and that result (0
        loss, 1 draw, 2 win).
    seats_known : bool
        False where nobody noted who was first; then all games stand under seat 0, and no first-mover factor
        can be fitted.

    Raises
    ------
    ValueError
        Shapes don't match, an index is out of range, a pair stands twice, or a count is negative.
    """

    entrants: int
    i: Ints
    j: Ints
    counts: Floats
    seats_known: bool = True

    def __post_init__(self) -> None:
        """Check the table and normalise its types."""
        object.__setattr__(self, "i", np.asarray(self.i, dtype=np.int64))
        object.__setattr__(self, "j", np.asarray(self.j, dtype=np.int64))
        object.__setattr__(self, "counts", np.asarray(self.counts, dtype=np.float64))
        check_pairings(self.entrants, self.i, self.j)
        check_counts(self.counts, (len(self.i), 2, 3))

    @classmethod
    def from_columns(
        cls,
        i: npt.ArrayLike,
        j: npt.ArrayLike,
        i_first: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
        j_first: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
        entrants: int | None = None,
    ) -> PairingTable:
        """Build a table from sparse columns.

        Parameters
        ----------
        i, j : int arrays, shape (P,)
            The entrants of each pairing.
        i_first, j_first : tuple of three arrays, each (P,)
            Wins, draws and losses *of the one who was first*: of i in `i_first`, of j in `j_first`.
        entrants : int, optional
            Number of entrants; by default one more than the highest index.

        Raises
        ------
        ValueError
            As for the class.
        """
        left, right = np.asarray(i, dtype=np.int64), np.asarray(j, dtype=np.int64)
        n = entrants if entrants is not None else int(max(left.max(initial=-1), right.max(initial=-1))) + 1
        win, draw, loss = (np.asarray(c, dtype=np.float64) for c in i_first)
        win2, draw2, loss2 = (np.asarray(c, dtype=np.float64) for c in j_first)
        first = np.stack([loss, draw, win], axis=-1)
        second = np.stack([win2, draw2, loss2], axis=-1)
        return cls(n, left, right, np.stack([first, second], axis=1))

    @classmethod
    def from_matrices(cls, wins: npt.ArrayLike, draws: npt.ArrayLike, losses: npt.ArrayLike) -> PairingTable:
        """Build a table from dense (n, n) matrices whose row is the first seat: wins, draws and losses of
        the row's entrant.

        Raises
        ------
        ValueError
            The matrices are not square and of one size, or a count is negative.
        """
        w, d, loss = (np.asarray(m, dtype=np.float64) for m in (wins, draws, losses))
        if w.ndim != 2 or w.shape[0] != w.shape[1] or not w.shape == d.shape == loss.shape:
            raise ValueError(f"matrices of shapes {w.shape}, {d.shape}, {loss.shape}; give three of n × n")
        i, j = np.triu_indices(len(w), 1)
        first = (w[i, j], d[i, j], loss[i, j])
        second = (w[j, i], d[j, i], loss[j, i])
        table = cls.from_columns(i, j, first, second, len(w))
        return table.select(table.counts.sum(axis=(1, 2)) > 0)

    @classmethod
    def from_crosstable(cls, wins: npt.ArrayLike, draws: npt.ArrayLike | None = None) -> PairingTable:
        """Build a table without seats: ``wins[i, j]`` wins of i over j, ``draws`` symmetric and each draw
        once per side.

        Raises
        ------
        ValueError
            The matrices are not square and of one size, `draws` is not symmetric, or a count is negative.
        """
        w = np.asarray(wins, dtype=np.float64)
        d = np.zeros_like(w) if draws is None else np.asarray(draws, dtype=np.float64)
        if w.ndim != 2 or w.shape[0] != w.shape[1] or d.shape != w.shape:
            raise ValueError(f"matrices of shapes {w.shape} and {d.shape}; give two of n × n")
        if not np.array_equal(d, d.T):
            raise ValueError(
                "the matrix of draws is not symmetric; draws[i, j] and draws[j, i] are the same games"
            )
        i, j = np.triu_indices(len(w), 1)
        counts = np.zeros((len(i), 2, 3))
        counts[:, 0] = np.stack([w[j, i], d[i, j], w[i, j]], axis=-1)
        table = cls(len(w), i, j, counts, seats_known=False)
        return table.select(counts.sum(axis=(1, 2)) > 0)

    def select(self, keep: npt.ArrayLike) -> PairingTable:
        """Keep only some pairings: a bool mask or indices over P. The entrants keep their indices."""
        k = np.asarray(keep)
        k = k if k.dtype == np.bool_ else k.astype(np.int64)
        return PairingTable(self.entrants, self.i[k], self.j[k], self.counts[k], self.seats_known)

    @property
    def games(self) -> Floats:
        """Games of each pairing, shape (P,)."""
        out: Floats = self.counts.sum(axis=(1, 2))
        return out
