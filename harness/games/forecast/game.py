"""The description of Forecast for the layers above."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.compiler import records
from harness.core.errors import IllegalAction, Malformed
from harness.games.description import SEATS, Deck, Game, Integers, Result, State, Table, View, Words
from harness.games.forecast import batch, deal, rules, view
from harness.games.forecast.cards import KINDS, NUMBER_OF, SIGNS
from harness.games.forecast.checks import fill_state, illegal_reasons, read_position
from harness.games.forecast.decks import STOCK, deck_reasons, read_deck
from harness.games.forecast.flight import ForecastFlight
from harness.games.forecast.friendly import ForecastView
from harness.games.forecast.layout import (
    ACTION_KINDS,
    ACTION_NAMES,
    ACTION_NUMBERS,
    COLUMNS,
    MAX_CARDS,
    MAX_PLIES,
    REASONS,
    RULES,
    SEEN_NAMES,
    STATE,
    VIEW,
    counts_word,
    universe_order,
)
from harness.games.forecast.many import ForecastViews
from harness.games.forecast.notation import Parts, format_state, format_view
from harness.games.forecast.rows import unpack_rows
from harness.games.options import Option, Rules

OPTIONS = (
    Option("exact", 2, 0, 9, help="an exact prediction pays this times its number"),
    Option("over", 1, -9, 9, help="paid when the top is higher than predicted"),
    Option("miss", -1, -9, 9, help="paid when the top is lower, or there is none"),
    Option("hand_limit", 5, 1, 7, help="the most cards in a hand"),
)
_EMPTY = ((0,) * 5, (0,) * 5)


class ForecastTable(Table):
    """Where the games of one pairing of Forecast are played."""

    def __init__(self, record: Any, deck: Deck) -> None:
        self.views = records(2, VIEW)
        self._rules = record
        self._deck = records(1, STATE)[0]
        self._universe = universe_order(deck.cards)
        self._composition = np.uint64(counts_word(deck.cards))
        self._cards = sum(deck.cards)

    def run(
        self,
        first: tuple[Any, Any],
        second: tuple[Any, Any],
        setup: Words,
        plan: Integers,
        rows: Words,
        histogram: Integers,
        log: npt.NDArray[np.uint16],
        cursor: Integers,
    ) -> int:
        """Play games from `cursor[0]` on."""
        return int(
            batch.run(
                first, second, setup, plan, self._universe, self._composition, self._cards,
                self._rules, self._deck, self.views, rows, histogram, log, cursor,
            )
        )  # fmt: skip

    def lay_out(self, state: State) -> None:
        """Lay a position out as if a game had come to it."""
        np.asarray(self._deck)[...] = state
        seat = int(state["ply"]) & 1
        view.fill_view(self.views[seat], self._deck, self._rules, seat)

    def flight(self, size: int) -> ForecastFlight:
        """Make room for many games at once."""
        deck = (self._composition, self._cards)
        return ForecastFlight(size, self._rules, self.views, self._universe, deck)


class ForecastGame(Game):
    """Forecast: predict which card will end on top of each slot."""

    name = "forecast"
    title = "Forecast"
    version = "1"
    options = OPTIONS
    reasons = REASONS
    action_kinds = ACTION_KINDS
    columns = COLUMNS
    max_plies = MAX_PLIES
    swaps = ("seats",)
    deck_owner = "run"
    has_scores = True
    view_type = VIEW
    state_type = STATE
    rules_type = RULES

    def parse(self, line: str, given: Rules) -> State:
        """Read a position line; raises Malformed with every reason."""
        parts, reasons = read_position(line, int(self.rules_record(given).hand_limit))
        if parts is None or reasons:
            raise Malformed("position", reasons)
        return self._state(parts, given)

    def start(self, cards: Sequence[Any], given: Rules) -> State:
        """Lay out a game whose deck is given from the top, as signs; raises Malformed with every reason."""
        reasons = [f"unknown card {card!r} in the deck" for card in cards if card not in SIGNS]
        if len(cards) > MAX_CARDS or not cards:
            reasons.append(f"{len(cards)} cards: a deck has 1 to {MAX_CARDS}")
        if reasons:
            raise Malformed("deck", reasons)
        return self._state(_opening([NUMBER_OF[card] for card in cards]), given)

    def deal(self, seed: int, number: int, decks: tuple[Deck, Deck], given: Rules, order: int = 0) -> State:
        """Lay out a seeded deal; there is one deck and one order."""
        counts = _shared(decks).cards
        laid = records(1, STATE)[0]
        size = deal.shuffle_all(
            laid, np.uint64(seed), np.uint64(number), universe_order(counts), np.uint64(counts_word(counts))
        )
        return self._state(_opening([int(card) % KINDS for card in laid["order"][:size]]), given)

    def _state(self, parts: Parts, given: Rules) -> State:
        state = records(1, STATE)[0]
        fill_state(state, parts)
        rules.refresh_state(state, self.rules_record(given))
        return state

    def format(self, state: State) -> str:
        """Write a position line."""
        return format_state(state)

    def view(self, state: State, given: Rules, seat: int) -> View:
        """Make the record of what a seat sees."""
        seen = records(1, VIEW)[0]
        view.fill_view(seen, state, self.rules_record(given), seat)
        return seen

    def view_line(self, state: State, given: Rules, seat: int) -> str:
        """Write a position as one seat sees it; once it is over, all predictions are public."""
        rival = int(state["predicted"][1 - seat]) if state["reason"] else None
        return format_view(self.view(state, given, seat), rival)

    def actions(self, state: State, given: Rules) -> list[int]:
        """List the legal actions by number."""
        legal = int(state["legal"])
        return [number for number in range(len(ACTION_NAMES)) if legal >> number & 1]

    def action_name(self, state: State, action: int) -> str:
        """Write an action."""
        return ACTION_NAMES[action]

    def describe_action(self, action: int) -> str:
        """Write any whole number as an action, or as the number that it is."""
        return ACTION_NAMES[action] if 0 <= action < len(ACTION_NAMES) else str(action)

    def action_code(self, state: State, name: str, given: Rules) -> int:
        """Read an action; raises IllegalAction with every reason why it can't be played."""
        reasons = illegal_reasons(state, name, int(self.rules_record(given).hand_limit))
        if reasons:
            raise IllegalAction(f"action {name}", reasons)
        return ACTION_NAMES.index(name)

    def play(self, state: State, given: Rules, action: int) -> State:
        """Give the state after a legal action."""
        after = _copied(state)
        rules.play_action(after, self.rules_record(given), action)
        return after

    def seen_name(self, state: State) -> str | None:
        """Write the last action as the seat to move saw it."""
        last = int(state["last"])
        return None if last < 0 else SEEN_NAMES[last]

    def result(self, state: State, given: Rules) -> Result | None:
        """Say how the game ended."""
        if state["reason"] == 0:
            return None
        totals = np.zeros(2, np.int64)
        winner = int(rules.final_scores(state, self.rules_record(given), totals))
        reason = REASONS[int(state["reason"]) - 1]
        return Result((*SEATS, None)[winner], reason, (int(totals[0]), int(totals[1])))  # type: ignore[arg-type]

    def perft(self, state: State, given: Rules, depth: int) -> int:
        """Count the action sequences of a length."""
        return int(rules.perft(_copied(state), self.rules_record(given), depth))

    @property
    def standard_deck(self) -> Deck:
        """The `standard` deck."""
        return STOCK["standard"]

    def stock_decks(self) -> Mapping[str, Deck]:
        """All named decks."""
        return STOCK

    def read_deck(self, text: str) -> Deck:
        """Read a deck: a stock name, a file, or eight counts."""
        return read_deck(text)

    def deck_list(self, deck: Deck) -> list[Any]:
        """Write a deck as its eight counts."""
        return list(deck.cards)

    def deck_from_list(self, name: str, cards: Sequence[Any]) -> Deck:
        """Read a deck from its eight counts."""
        return Deck(name, tuple(int(count) for count in cards))

    def warm(self) -> None:
        """Load the compiled loop, or compile it."""
        batch.run.compiled()

    def table(self, given: Rules, decks: tuple[Deck, Deck]) -> ForecastTable:
        """Make the table for a pairing."""
        return ForecastTable(self.rules_record(given), _shared(decks))

    @property
    def first_action(self) -> Callable[[Any], Any]:
        """The compiled helper that gives the first legal action of a view."""
        return view.first_action

    def friendly(self, table: Table, seat: int, given: Rules) -> ForecastView:
        """Make the friendly view over a seat's view record."""
        return ForecastView(table.views[seat], seat, {o.name: given.get(o.name, o.default) for o in OPTIONS})

    def many(self, records: Any, random: Words) -> ForecastViews:
        """Make what a batch player sees of many games."""
        return ForecastViews(records, random)

    def reader(self, view: ForecastView) -> Callable[[Any], int]:
        """Give the function that turns an action string into its number."""
        return ACTION_NUMBERS.__getitem__

    def unpack(self, columns: Mapping[str, Words]) -> dict[str, npt.NDArray[Any]]:
        """Unpack the packed words of games' rows into named columns."""
        return unpack_rows(columns)


def _copied(state: State) -> State:
    copy = records(1, STATE)
    copy[0] = state
    return copy[0]


def _shared(decks: tuple[Deck, Deck]) -> Deck:
    """Give the one deck that both entrants play from; raises Malformed with every reason."""
    reasons = deck_reasons(decks[0].cards)
    if decks[0].cards != decks[1].cards:
        reasons.append(f"both seats draw from one deck, but these are two: {decks[0].name}, {decks[1].name}")
    if reasons:
        raise Malformed("deck", reasons)
    return decks[0]


def _opening(kinds: list[int]) -> Parts:
    return Parts([()] * 5, list(_EMPTY), [[], []], kinds, "a", 0)


assert len(SIGNS) == KINDS

GAME = ForecastGame()
