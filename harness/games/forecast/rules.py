"""The compiled rules of Forecast, on a STATE record: what is legal, what an action does, when the game is over."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, drop_lowest, lowest
from harness.core.compiler import entry, i64, inline, integers, jit, record_type
from harness.games.forecast.cards import NUMBERS
from harness.games.forecast.deal import next_card
from harness.games.forecast.layout import (
    ACTIONS,
    RULES,
    SEEN_DRAW_BLUE,
    SEEN_DRAW_BROWN,
    SEEN_PREDICTION,
    STATE,
)

SLOT_BITS = np.uint64(0b11111)
_PLANES = np.uint64(0b00001_00001_00001_00001)

_EACH = np.uint64(sum(1 << 5 * kind for kind in range(8)))
_EACH_NUMBER = np.uint64(1 | 1 << 5 | 1 << 10)
_EACH_PREDICTION = np.uint64(1 << 15 | 1 << 20 | 1 << 25)
_SWAPS = np.uint64(0b1111111111 << 31)

_1, _2, _3, _5 = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(5)
_BOTH_PLANES = np.uint64(0b00001_00001)
_10, _15, _30, _31, _35, _41 = (np.uint64(n) for n in (10, 15, 30, 31, 35, 41))

FIRST_NUMBER, FIRST_PREDICTION, FIRST_SWAP, FIRST_REMOVE = 1, 16, 31, 41
_PAIRS = [(r, s) for r in range(5) for s in range(r + 1, 5)]
KIND_OF = np.array([0] + [kind for kind in range(6) for _ in range(5)] + [6] * 10 + [7] * 5, np.uint8)
"""The kind of card that an action spends (0 for a draw, which spends none)."""
SLOT_OF = np.array([0] + list(range(5)) * 6 + [r for r, _ in _PAIRS] + list(range(5)), np.uint8)
"""The slot that an action is about, the smaller one of a swap."""
NUMBER_OF = np.array(
    [0] + [number for _ in range(2) for number in (1, 2, 3) for _ in range(5)] + [0] * 15, np.uint8
)
"""The number that an action plays or predicts."""
SEEN_OF = np.array(
    [0, *range(1, 16), *(SEEN_PREDICTION + slot for _ in range(3) for slot in range(5)), *range(31, 46)],
    np.uint8,
)
"""An action as the other player sees it (a draw is told by its card's back)."""
SECOND_OF = np.array([0] * 31 + [s for _, s in _PAIRS] + [0] * 5, np.uint8)
"""The larger slot of a swap."""


@jit
def hand_size(hand: np.uint64) -> np.int64:
    """Count the cards of a hand word."""
    return np.int64(((hand * _EACH) >> _35) & SLOT_BITS)


@jit
def blue_cards(hand: np.uint64) -> np.int64:
    """Count the number cards of a hand word: those with a blue back."""
    return np.int64(((hand * _EACH) >> _10) & SLOT_BITS)


@jit
def started_slots(table: np.uint64) -> np.uint64:
    """Give the slots that hold a number, a bit each."""
    return (table | (table >> _5)) & SLOT_BITS


@jit
def full_slots(table: np.uint64) -> np.uint64:
    """Give the slots that hold two numbers, a bit each."""
    return ((table >> _10) | (table >> _15)) & SLOT_BITS


@jit
def predicted_slots(planes: np.uint64) -> np.uint64:
    """Give the slots on which a seat has predicted, a bit each."""
    return (planes | (planes >> _5)) & SLOT_BITS


@jit
def legal_actions(
    table: np.uint64, predicted: np.uint64, hand: np.uint64, left: np.int64, hand_limit: np.int64
) -> np.uint64:
    """Give the legal actions of a mover, a bit each in the order of the rules page (rules, section 2).

    A hand's counters lie five bits apart, as the actions of a kind do: multiplied by a set of slots, the bit that says
    "has this number" becomes that set in the place of its actions.
    """
    has = (hand | (hand >> _1) | (hand >> _2)) & _EACH
    started = started_slots(table)
    open_slots = full_slots(table) ^ SLOT_BITS
    unpredicted = predicted_slots(predicted) ^ SLOT_BITS
    plays = (has & _EACH_NUMBER) * open_slots + (has & _EACH_PREDICTION) * unpredicted
    swaps = ((has >> _30) & ONE) * _SWAPS
    removes = (has >> _35) * (started << _41)
    draws = ONE if (left > 0) & (hand_size(hand) < hand_limit) else ZERO
    return (plays << _1) | swaps | removes | draws


@jit
def is_legal(legal: np.uint64, action: np.int64) -> np.bool_:
    """Say whether any whole number is a legal action."""
    code = np.uint64(np.int64(action))
    return np.bool_((code < np.uint64(ACTIONS)) & ((legal >> (code & np.uint64(63))) & ONE != ZERO))


@jit
def number_planes(number: np.uint64) -> np.uint64:
    """Give a number's (1 to 3) two bits in the planes of slot 1."""
    return (number & ONE) | ((number >> ONE) << _5)


@jit
def with_number(table: np.uint64, number: np.uint64, slot: np.uint64) -> np.uint64:
    """Put a number (1 to 3) on top of a slot (0 to 4) that isn't full."""
    started = (started_slots(table) >> slot) & ONE
    return table | (number_planes(number) << (slot + _10 * started))


@jit
def without_top(table: np.uint64, slot: np.uint64) -> np.uint64:
    """Take the top number off a slot that holds one."""
    full = (full_slots(table) >> slot) & ONE
    return table & ~(_BOTH_PLANES << (slot + _10 * full))


@jit
def swapped(table: np.uint64, r: np.uint64, s: np.uint64) -> np.uint64:
    """Exchange the stacks of two slots, all planes at once."""
    moved = ((table >> r) ^ (table >> s)) & _PLANES
    return table ^ ((moved << r) | (moved << s))


@jit
def score(
    table: np.uint64, predicted: np.uint64, exact: np.int64, over: np.int64, miss: np.int64
) -> np.int64:
    """Total a seat's predictions (rules, section 4; payoffs of section 7), all slots at once."""
    full = full_slots(table)
    low = ((table >> _10) & full) | (table & ~full & SLOT_BITS)
    high = ((table >> _15) & full) | ((table >> _5) & ~full & SLOT_BITS)
    said_low = predicted & SLOT_BITS
    said_high = (predicted >> _5) & SLOT_BITS
    said = said_low | said_high
    hit = said & ~((low ^ said_low) | (high ^ said_high))
    higher = said & ((high & ~said_high) | (~(high ^ said_high) & low & ~said_low))
    missed = said & ~(hit | higher)
    return (
        exact * (count(hit & said_low) + 2 * count(hit & said_high))
        + over * count(higher)
        + miss * count(missed)
    )


@jit
def winner(a: np.int64, b: np.int64) -> np.int64:
    """Give the winner of two totals: 0 seat a, 1 seat b, 2 a draw."""
    return np.int64(0 if a > b else 1 if b > a else 2)


class Seat(NamedTuple):
    """What lies with one player, each a word of `harness.games.forecast.layout`."""

    hand: Any
    predicted: Any
    unseen: Any
    played: Any


class Game(NamedTuple):
    """A position in registers: values that are replaced, never changed. The order of the deck lies apart."""

    table: Any
    mover: Seat
    rival: Seat
    left: Any
    top: Any
    last: Any


@inline
def legal_of(game: Game, hand_limit: np.int64) -> np.uint64:
    """Give the mover's legal actions, a bit each, were the game not over."""
    return legal_actions(game.table, game.mover.predicted, game.mover.hand, game.left, hand_limit)


@inline
def end_reason(game: Game, legal: np.uint64) -> np.int64:
    """Say why the game is over: 1 + the index in REASONS, or 0 while it goes on (rules, section 3)."""
    if game.left == 0:
        return np.int64(1)
    if full_slots(game.table) == SLOT_BITS:
        return np.int64(2)
    return np.int64(3) if legal == ZERO else np.int64(0)


@inline
def play(game: Game, deck: Any, action: np.int64) -> Game:
    """Play a legal action (rules, section 2); the rival is the mover then."""
    table, hand, predicted, last = game.table, game.mover.hand, game.mover.predicted, action
    unseen, rival_unseen, played = game.mover.unseen, game.rival.unseen, game.mover.played
    left, top = game.left, game.top
    if action == 0:
        hand += bit(5 * top)
        unseen -= bit(8 * top)
        last = np.int64(SEEN_DRAW_BLUE) if top < NUMBERS else np.int64(SEEN_DRAW_BROWN)
        left -= 1
        top = next_card(deck) if left > 0 else np.int64(-1)
    else:
        place = np.uint64(action)
        kind, slot = np.uint64(KIND_OF[place]), np.uint64(SLOT_OF[place])
        last = np.int64(SEEN_OF[place])
        spent = ONE << (kind << _3)
        hand -= ONE << (_5 * kind)
        played += spent
        # One branch a pair of kinds: the two of a pair share most of their work, and a mask picks the rest.
        if action < FIRST_SWAP:
            number = ZERO - np.uint64(action < FIRST_PREDICTION)
            value = np.uint64(NUMBER_OF[place])
            table |= with_number(table, value, slot) & number
            predicted |= (number_planes(value) << slot) & ~number
            rival_unseen -= spent & number
        else:
            swap = ZERO - np.uint64(action < FIRST_REMOVE)
            removed = without_top(table, slot)
            table = (swapped(table, slot, np.uint64(SECOND_OF[place])) & swap) | (removed & ~swap)
            rival_unseen -= spent
    rival = game.rival
    return Game(
        table,
        Seat(rival.hand, rival.predicted, rival_unseen, rival.played),
        Seat(hand, predicted, unseen, played),
        left,
        top,
        last,
    )


@jit
def action_kind(action: np.int64) -> np.int64:
    """Give an action's place in ACTION_KINDS."""
    return (
        np.int64(action >= FIRST_NUMBER)
        + np.int64(action >= FIRST_PREDICTION)
        + np.int64(action >= FIRST_SWAP)
        + np.int64(action >= FIRST_REMOVE)
    )


_STATE, _RULES = record_type(STATE), record_type(RULES)


@jit
def load(state: Any) -> Game:
    """Read a state into registers."""
    seat = state.ply & 1
    other = 1 - seat
    return Game(
        state.table,
        Seat(state.hand[seat], state.predicted[seat], state.unseen[seat], state.played[seat]),
        Seat(state.hand[other], state.predicted[other], state.unseen[other], state.played[other]),
        state.left,
        state.top,
        state.last,
    )


@jit
def save(state: Any, game: Game, rules: Any) -> None:
    """Write a position back to its state, with its legal actions and whether it is over."""
    seat = state.ply & 1
    _save_seat(state, seat, game.mover)
    _save_seat(state, 1 - seat, game.rival)
    state.table, state.left, state.top, state.last = game.table, game.left, game.top, game.last
    legal = legal_of(game, rules.hand_limit)
    state.reason = end_reason(game, legal)
    state.legal = legal if state.reason == 0 else ZERO


@jit
def _save_seat(state: Any, seat: np.int64, of: Seat) -> None:
    state.hand[seat], state.predicted[seat] = of.hand, of.predicted
    state.unseen[seat], state.played[seat] = of.unseen, of.played


@entry(i64(_STATE, _RULES, i64))
def play_action(state: Any, rules: Any, action: np.int64) -> np.int64:
    """Play an action if it is legal; returns 1 if it was, else 0 and the state is as before."""
    if not is_legal(state.legal, action):
        return np.int64(0)
    game = play(load(state), state, action)
    state.ply += 1
    save(state, game, rules)
    return np.int64(1)


@entry(i64(_STATE, _RULES))
def refresh_state(state: Any, rules: Any) -> np.int64:
    """Complete a state whose cards were set by hand: top card, legal actions and end; returns the reason."""
    if state.left > 0:
        state.top = next_card(state)
    save(state, load(state), rules)
    return np.int64(state.reason)


@entry(i64(_STATE, _RULES, integers))
def final_scores(state: Any, rules: Any, out: Any) -> np.int64:
    """Write both seats' totals to `out` (int64, shape (2,)); returns the winner (0, 1, 2 for a draw)."""
    for seat in range(2):
        out[seat] = score(state.table, state.predicted[seat], rules.exact, rules.over, rules.miss)
    return winner(out[0], out[1])


@jit
def _sequences(game: Game, deck: Any, hand_limit: np.int64, depth: np.int64) -> np.int64:
    if depth == 0:
        return np.int64(1)
    legal = legal_of(game, hand_limit)
    if end_reason(game, legal) != 0:
        return np.int64(0)
    if depth == 1:
        return count(legal)
    total = np.int64(0)
    place = deck.next
    while legal != ZERO:
        total += _sequences(play(game, deck, lowest(legal)), deck, hand_limit, depth - 1)
        deck.next = place
        legal = drop_lowest(legal)
    return total


@entry(i64(_STATE, _RULES, i64))
def perft(state: Any, rules: Any, depth: np.int64) -> np.int64:
    """Count the action sequences of a length (0 or more) from a state."""
    return _sequences(load(state), state, rules.hand_limit, depth)
