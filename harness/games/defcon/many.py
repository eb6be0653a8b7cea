"""Defcon as batch players see it: the view records of many games, unpacked into arrays when asked for."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.compiler import entry, i64, integer_rows, records_type
from harness.games.defcon.actions import river_of
from harness.games.defcon.cards import JACK, SET, kind
from harness.games.defcon.layout import ATTACH, DISCARD, KIND_AT, POSITION_AT, RIVER_AT, VIEW
from harness.games.defcon.menu import listing
from harness.games.defcon.outlook import leader_after, value_after
from harness.games.views import Codes, Mask, Views

Numbers = npt.NDArray[np.int64]

_VALUE, _LEADER = 0, 1
_CARDS = np.arange(SET, dtype=np.uint64)
_MODIFIERS = np.array([max(kind(card) - JACK + 1, 0) for card in range(SET)])


@entry(i64(records_type(VIEW), integer_rows))
def _list_all(views: Any, codes: Any) -> np.int64:
    """Write each view's legal actions to its row, −1 behind them; returns 0."""
    for row in range(views.size):
        view = views[row]
        for place in range(listing(view.menu, view.rivers, codes[row]), codes.shape[1]):
            codes[row, place] = -1
    return np.int64(0)


@entry(i64(records_type(VIEW), integer_rows, i64, integer_rows))
def _ask_all(views: Any, codes: Any, question: np.int64, answers: Any) -> np.int64:
    """Write what each legal action comes to: its river's value, or who leads; returns 0."""
    for row in range(views.size):
        view = views[row]
        for place in range(np.int64(view.menu.total)):
            code = codes[row, place]
            if question == _VALUE:
                answers[row, place] = value_after(view, code, river_of(code))
            else:
                answers[row, place] = leader_after(view, code)
    return np.int64(0)


class DefconViews(Views):
    """What the seats to move know in n games of Defcon (rules, section 7).

    Rivers are in the order of the own seat: its three, then the rival's three. Cards are in index order. `codes`
    holds a row's legal actions in the order of the rules page, then −1.
    """

    def __init__(self, records: Any, random: npt.NDArray[np.uint64]) -> None:
        self._views = records.view()
        super().__init__(records, random)
        own = 3 * records["seat"][:, None] + np.arange(3)
        self._order = np.concatenate([own, (own + 3) % 6], axis=1)

    @cached_property
    def codes(self) -> Codes:
        """Legal actions as numbers, int64, shape (n, m)."""
        totals = self.records["menu"]["total"]
        codes = np.empty((len(self), int(totals.max(initial=0))), np.int64)
        _list_all(self._views, codes)
        return codes

    @property
    def legal(self) -> Mask:
        """Which of `codes` are actions, bool, shape (n, m)."""
        return np.asarray(self.codes >= 0)

    @property
    def kinds(self) -> Numbers:
        """Kinds of the actions, int64, shape (n, m): places in `layout.ACTION_KINDS`."""
        kinds = self.codes >> KIND_AT
        return np.where(kinds == ATTACH, _MODIFIERS[self.cards], np.where(kinds > ATTACH, kinds + 3, 0))

    @property
    def cards(self) -> Numbers:
        """Cards of the actions, int64, shape (n, m); 0 of a disband, and where there is no action."""
        return np.where(self.legal, self.codes & 63, 0)

    @property
    def positions(self) -> Numbers:
        """Positions, from 0, of the numbers that modifiers are attached to, int64, shape (n, m)."""
        return np.asarray(self.codes >> POSITION_AT & 63)

    @property
    def targets(self) -> Numbers:
        """Rivers of the actions, int64, shape (n, m): 0 to 2 own, 3 to 5 the rival's; a discard has none, but 0."""
        rivers = ((self.codes >> RIVER_AT & 7) + 3 * self.records["seat"][:, None]) % 6
        return np.where(self.codes >> KIND_AT == DISCARD, 0, rivers)

    @property
    def values_after(self) -> Numbers:
        """The value of each action's river after it, int64, shape (n, m)."""
        return self._answers(_VALUE)

    @property
    def leads_after(self) -> Numbers:
        """Who leads after each action, int64, shape (n, m): 1 the own seat, −1 the rival, 0 nobody."""
        leaders, seats = self._answers(_LEADER), self.records["seat"][:, None]
        return np.where(self.legal & (leaders >= 0), np.where(leaders == seats, 1, -1), 0)

    def _answers(self, question: int) -> Numbers:
        answers = np.zeros(self.codes.shape, np.int64)
        _ask_all(self._views, self.codes, question, answers)
        return answers

    @property
    def values(self) -> Numbers:
        """The values of the rivers, int64, shape (n, 6)."""
        return self._of_rivers("value").astype(np.int64)

    @property
    def accepts(self) -> Mask:
        """The number cards that each river accepts, bool, shape (n, 6, 54)."""
        return _cards_of(self._of_rivers("accepts"))

    @property
    def hand(self) -> Mask:
        """The own hand, bool, shape (n, 54)."""
        return _cards_of(self.records["hand"])

    @property
    def deck(self) -> Mask:
        """Own cards not yet drawn, bool, shape (n, 54)."""
        return _cards_of(self.records["deck"])

    @property
    def unseen(self) -> Mask:
        """The rival's cards that were never on the table or discarded, bool, shape (n, 54)."""
        return _cards_of(self.records["unseen"])

    def _of_rivers(self, name: str) -> Any:
        return np.take_along_axis(self.records["rivers"][name], self._order, axis=1)


def _cards_of(sets: Any) -> Mask:
    """Unpack sets of cards along a new last axis."""
    return np.asarray(sets[..., None] >> _CARDS & np.uint64(1) > 0)
