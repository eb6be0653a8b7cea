"""The description of Defcon for the layers above."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.blocks import aligned_records
from harness.core.compiler import records
from harness.core.errors import IllegalAction, Malformed
from harness.games.defcon import batch, deal, entries, view
from harness.games.defcon.cards import CARDS, RIVERS, SEATS, mask
from harness.games.defcon.checks import read_position
from harness.games.defcon.decks import STOCK, deck_reasons, make_deck, read_deck
from harness.games.defcon.flight import DefconFlight
from harness.games.defcon.friendly import DefconView
from harness.games.defcon.illegal import illegal_reasons
from harness.games.defcon.layout import (
    ACTION_KINDS,
    COLUMNS,
    DISBAND,
    MAX_ACTIONS,
    MAX_PLIES,
    MENU,
    OPENING_HAND,
    REASONS,
    RULES,
    STATE,
    VIEW,
    action_fields,
    action_name,
)
from harness.games.defcon.many import DefconViews
from harness.games.defcon.notation import cards_named, format_state, format_view, read_action
from harness.games.defcon.rows import unpack_rows
from harness.games.description import Deck, Game, Integers, Result, State, Table, View, Words
from harness.games.options import Option, Rules

OPTIONS = (
    Option(
        "suit_match", "turns", choices=("turns", "keeps"), help="what a number that matches the suit does"
    ),
    Option("lead", "pairwise", choices=("pairwise", "both"), help="what the two bids of a lead must beat"),
    Option("exhaustion", "loses", choices=("loses", "draw"), help="who runs out of cards loses, or draws"),
    Option("max_attachments", 0, 0, 99, help="modifiers that a number takes, 0 for any number"),
    Option("low", 21, 1, 999, help="the lowest value in range"),
    Option("high", 26, 1, 999, help="the highest value in range"),
)


class DefconTable(Table):
    """Where the games of one pairing of Defcon are played."""

    def __init__(self, record: Any, decks: tuple[Deck, Deck]) -> None:
        self.views = aligned_records(2, VIEW)
        self._rules = record
        self._state = aligned_records(1, STATE)[0]
        self._menu = records(1, MENU)[0]
        self._decks = np.array([mask(deck.cards) for deck in decks], np.uint64)

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
                first, second, setup, plan, self._decks, self._rules, self._state, self._menu,
                self.views, rows, histogram, log, cursor,
            )
        )  # fmt: skip

    def lay_out(self, state: State) -> None:
        """Lay a position out as if a game had come to it."""
        np.asarray(self._state)[...] = state
        seat = int(state["ply"]) & 1
        view.fill_view(self.views[seat], self._state, self._rules, seat)

    def flight(self, size: int) -> DefconFlight:
        """Make room for many games at once."""
        return DefconFlight(size, self._rules, self.views, self._decks)


class DefconGame(Game):
    """Defcon: build rivers worth 21 to 26, wreck the rival's, and hold a lead through one reply."""

    name = "defcon"
    title = "Defcon"
    version = "1"
    options = OPTIONS
    reasons = REASONS
    action_kinds = ACTION_KINDS
    columns = COLUMNS
    max_plies = MAX_PLIES
    swaps = ("seats", "orders", "both")
    deck_owner = "entrant"
    has_scores = False
    view_type = VIEW
    state_type = STATE
    rules_type = RULES

    def rules_record(self, given: Rules) -> Any:
        """Make the compiled form of rules; raises Malformed where the range is empty."""
        record = super().rules_record(given)
        if record.low > record.high:
            raise Malformed("rules", [f"low={record.low} is above high={record.high}: no value is in range"])
        return record

    def parse(self, line: str, given: Rules) -> State:
        """Read a position line; raises Malformed with every reason."""
        state = records(1, STATE)[0]
        reasons = read_position(line, self.rules_record(given), state)
        if reasons:
            raise Malformed("position", reasons)
        return state

    def start(self, cards: Sequence[Any], given: Rules) -> State:
        """Lay out a game from both decks from the top, as card names; raises Malformed with every reason."""
        if len(cards) != 2:
            raise Malformed("decks", [f"there are two, one of each seat, not {len(cards)}"])
        reasons = [
            f"the deck of {seat} is no list of cards"
            for seat, order in zip(SEATS, cards, strict=True)
            if not isinstance(order, list | tuple)
        ]
        if reasons:
            raise Malformed("decks", reasons)
        orders = [
            cards_named(order, f"deck of {seat}", reasons) for seat, order in zip(SEATS, cards, strict=True)
        ]
        for seat, order in zip(SEATS, orders, strict=True):
            reasons += [f"deck of {seat}: {reason}" for reason in deck_reasons(order)]
        if reasons:
            raise Malformed("decks", reasons)
        hands, decks = (
            "|".join(",".join(CARDS[card] for card in pile) for pile in piles)
            for piles in (
                (sorted(order[:OPENING_HAND]) for order in orders),
                (o[OPENING_HAND:] for o in orders),
            )
        )
        return self.parse(f"././. ././. {hands} {decks} .|. a:0 -", given)

    def deal(self, seed: int, number: int, decks: tuple[Deck, Deck], given: Rules, order: int = 0) -> State:
        """Lay out a seeded deal; seat a has the first deck, and order X unless they are exchanged."""
        for deck in decks:
            _check(deck)
        state = records(1, STATE)[0]
        masks = (np.uint64(mask(deck.cards)) for deck in decks)
        words = np.uint64(seed), np.uint64(number), np.uint64(order)
        deal.deal(state, self.rules_record(given), *words, *masks)
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
        """Write a position as one seat sees it."""
        return format_view(self.view(state, given, seat))

    def actions(self, state: State, given: Rules) -> list[int]:
        """List the legal actions."""
        out = np.empty(MAX_ACTIONS, np.int64)
        return [int(code) for code in out[: int(entries.legal_actions(state, records(1, MENU)[0], out))]]

    def action_name(self, state: State, action: int) -> str:
        """Write an action."""
        return action_name(action)

    def describe_action(self, action: int) -> str:
        """Write any whole number as an action, or as the number that it is."""
        kind, card, river, _ = action_fields(action)
        written = kind <= DISBAND and card < len(CARDS) and river < len(RIVERS)
        name = action_name(action) if action >= 0 and written else ""
        return name if read_action(name) == action else str(action)

    def action_code(self, state: State, name: str, given: Rules) -> int:
        """Read an action; raises IllegalAction with every reason why it can't be played."""
        reasons = illegal_reasons(state, name, int(self.rules_record(given).max_attachments))
        code = read_action(name) if isinstance(name, str) else None
        if reasons or code is None:
            raise IllegalAction(f"action {name}", reasons)
        return code

    def play(self, state: State, given: Rules, action: int) -> State:
        """Give the state after a legal action."""
        after = _copied(state, 1)[0]
        entries.play_action(after, self.rules_record(given), action)
        return after

    def seen_name(self, state: State) -> str | None:
        """Write the last action, which is public."""
        last = int(state["last"])
        return None if last < 0 else action_name(last)

    def result(self, state: State, given: Rules) -> Result | None:
        """Say how the game ended."""
        if state["reason"] == 0:
            return None
        winner = ("a", "b", None)[int(state["winner"])]
        return Result(winner, REASONS[int(state["reason"]) - 1])  # type: ignore[arg-type]

    def perft(self, state: State, given: Rules, depth: int) -> int:
        """Count the action sequences of a length."""
        # No sequence is longer than a game, and beyond that none need be counted.
        levels = min(depth, MAX_PLIES + 1) + 1
        return int(
            entries.perft(_copied(state, levels), records(levels, MENU), self.rules_record(given), levels - 1)
        )

    @property
    def standard_deck(self) -> Deck:
        """All 54 cards."""
        return STOCK["full"]

    def stock_decks(self) -> Mapping[str, Deck]:
        """All named decks."""
        return STOCK

    def read_deck(self, text: str) -> Deck:
        """Read a deck: a stock name, a file, or its cards."""
        return read_deck(text)

    def deck_list(self, deck: Deck) -> list[Any]:
        """Write a deck as its cards' names."""
        return [CARDS[card] for card in deck.cards]

    def deck_from_list(self, name: str, cards: Sequence[Any]) -> Deck:
        """Read a deck from its cards' names; raises Malformed with every reason."""
        return make_deck(name, cards)

    def warm(self) -> None:
        """Load the compiled loop, or compile it."""
        batch.run.compiled()

    def table(self, given: Rules, decks: tuple[Deck, Deck]) -> DefconTable:
        """Make the table for a pairing."""
        for deck in decks:
            _check(deck)
        return DefconTable(self.rules_record(given), decks)

    @property
    def first_action(self) -> Callable[[Any], Any]:
        """The compiled helper that gives the first legal action of a view."""
        return view.first_action

    def friendly(self, table: Table, seat: int, given: Rules) -> DefconView:
        """Make the friendly view over a seat's view record."""
        return DefconView(table.views[seat], seat, {o.name: given.get(o.name, o.default) for o in OPTIONS})

    def many(self, records: Any, random: Words) -> DefconViews:
        """Make what a batch player sees of many games."""
        return DefconViews(records, random)

    def reader(self, view: DefconView) -> Callable[[Any], int]:
        """Give the function that turns an action string into its code."""
        return _read

    def unpack(self, columns: Mapping[str, Words]) -> dict[str, npt.NDArray[Any]]:
        """Unpack the packed words of games' rows into named columns."""
        return unpack_rows(columns)


class _Codes(dict[Any, int]):
    """Codes of actions by name, each read once."""

    def __missing__(self, name: Any) -> int:
        code = read_action(name)
        if code is None:
            raise ValueError(f'"{name}" is no action')
        self[name] = code
        return code


_read = _Codes().__getitem__


def _copied(state: State, count: int) -> Any:
    copy = records(count, STATE)
    copy[0] = state
    return copy


def _check(deck: Deck) -> None:
    """Refuse what is no deck; raises Malformed with every reason."""
    strange = [f"{card!r} is no card's number" for card in deck.cards if card not in range(len(CARDS))]
    reasons = strange or deck_reasons(deck.cards)
    if reasons:
        raise Malformed(f"deck {deck.name}", reasons)


GAME = DefconGame()
