"""Forecast as batch players see it: the view records of many games, unpacked into arrays when asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from harness.games.forecast.cards import KINDS, SLOTS
from harness.games.forecast.layout import ACTIONS, COUNT_BITS, HAND_BITS
from harness.games.views import Codes, Mask, Views

Numbers = npt.NDArray[np.int64]

_SLOTS = np.arange(SLOTS)
_KINDS = np.arange(KINDS)


class ForecastViews(Views):
    """What the seats to move know in n games of Forecast (rules, section 5).

    Numbers are 1 to 3, and 0 for none; kinds are in the order ``1 2 3 ?1 ?2 ?3 x -``; actions are numbered in the
    order of the rules page.
    """

    def _word(self, name: str) -> Any:
        return self.records[name].astype(np.int64)[:, None]

    @property
    def codes(self) -> Codes:
        """All 46 actions in each row, int64, shape (n, 46)."""
        return np.broadcast_to(np.arange(ACTIONS), (len(self), ACTIONS))

    @property
    def legal(self) -> Mask:
        """Which actions are legal, bool, shape (n, 46)."""
        octets = self.records["legal"].astype("<u8").view(np.uint8).reshape(len(self), 8)
        return np.unpackbits(octets, axis=1, count=ACTIONS, bitorder="little").view(np.bool_)

    @property
    def hand(self) -> Numbers:
        """Own cards by kind, int64, shape (n, 8)."""
        return np.asarray(self._word("hand") >> HAND_BITS * _KINDS & 31)

    @property
    def unseen(self) -> Numbers:
        """Cards by kind in the deck, the rival's hand and the rival's predictions together, int64, shape (n, 8)."""
        return np.asarray(self._word("unseen") >> COUNT_BITS * _KINDS & 255)

    @property
    def bases(self) -> Numbers:
        """The lower number of each stack, int64, shape (n, 5)."""
        return _planes(self._word("table"))

    @property
    def uppers(self) -> Numbers:
        """The upper number of each stack, 0 where it holds fewer than two, int64, shape (n, 5)."""
        return _planes(self._word("table") >> 2 * SLOTS)

    @property
    def tops(self) -> Numbers:
        """The number on top of each stack, int64, shape (n, 5)."""
        uppers = self.uppers
        return np.where(uppers > 0, uppers, self.bases)

    @property
    def predictions(self) -> Numbers:
        """The own prediction on each slot, int64, shape (n, 5)."""
        return _planes(self._word("predicted"))

    @property
    def rival_predicted(self) -> Mask:
        """Where the rival has predicted, bool, shape (n, 5)."""
        return np.asarray(self._word("rival_predicted") >> _SLOTS & 1 > 0)


def _planes(words: Any) -> Numbers:
    """Read the numbers of five slots from two planes of bits."""
    return np.asarray((words >> _SLOTS & 1) + 2 * (words >> (_SLOTS + SLOTS) & 1))
