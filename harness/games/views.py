"""What batch players see: many games at once, as arrays with a row per game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.streams import ManyRandom

Codes = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class Views(ABC):
    """What the seats to move know in n games; the base of each game's own class.

    A row is a game. Which games lie side by side, and how many, says nothing: what is answered for a game may depend on
    its own row alone.

    Parameters
    ----------
    records : structured array, shape (n,)
        The view records.
    random : uint64 array, shape (n,)
        The states of the games' streams; they move on.

    Attributes
    ----------
    records : structured array, shape (n,)
        The view records, read only: ``views.records["ply"]``.
    """

    def __init__(self, records: Any, random: npt.NDArray[np.uint64]) -> None:
        records.flags.writeable = False
        self.records = records
        self._random = ManyRandom(random)

    def __len__(self) -> int:
        return len(self.records)

    @property
    @abstractmethod
    def codes(self) -> Codes:
        """Actions as numbers, int64, shape (n, m): in each row the legal ones, and perhaps others."""

    @property
    @abstractmethod
    def legal(self) -> Mask:
        """Which of `codes` are legal, bool, shape (n, m)."""

    def random(self, count: int | None = None) -> npt.NDArray[np.float64]:
        """Draw numbers in [0, 1), each game from its own stream.

        Parameters
        ----------
        count : int, optional
            How many for each game; one if left out.

        Returns
        -------
        float64 array, shape (n, count), or (n,) if `count` is left out
        """
        if count is None:
            return self._random.random()
        drawn = np.empty((len(self), count))
        for column in range(count):
            drawn[:, column] = self._random.random()
        return drawn

    def below(self, limits: npt.ArrayLike) -> Codes:
        """Draw a whole number from 0 to limit − 1 for each game, from its own stream.

        Parameters
        ----------
        limits : int or int array, shape (n,)
            From 1 to 2³² − 1.

        Returns
        -------
        int64 array, shape (n,)
        """
        return self._random.below(limits)

    def best(self, worths: npt.ArrayLike) -> Codes:
        """Choose in each game the legal action that is worth most; equals at random.

        Parameters
        ----------
        worths : number array, shape (n, m)
            What each of `codes` is worth; what is said of actions that aren't legal doesn't matter.

        Returns
        -------
        int64 array, shape (n,)
            Actions to answer with. A plain player's ``rng.choice`` of the best actions would choose the same.
        """
        legal = self.legal
        given = np.where(legal, worths, -np.inf)
        return self._pick(legal & (given == given.max(axis=1, keepdims=True)))

    def any(self) -> Codes:
        """Choose any legal action in each game, all equally likely."""
        return self._pick(self.legal)

    def _pick(self, chosen: Mask) -> Codes:
        counts = np.count_nonzero(chosen, axis=1)
        ranks = self.below(counts)
        # Chosen places lie in order of rows: a row's first one is behind all those of the rows before.
        columns = np.nonzero(chosen)[1]
        places = columns[np.cumsum(counts) - counts + ranks]
        return np.asarray(self.codes[np.arange(len(self)), places])
