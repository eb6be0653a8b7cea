"""The compiled loop that plays a pairing's games one after another, calling both players' kernels.

A **player** is handed in as a tuple (shim, desk), see `harness.core.kernels`. The loop keeps where it is in `cursor`,
outside itself (`harness.games.cursor`): when a kernel raises, the caller scores that game and calls again behind it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO
from harness.core.compiler import (
    entry,
    i64,
    integer_cube,
    integer_rows,
    integers,
    jit,
    record_type,
    records_type,
    shorts,
    types,
    word_rows,
    words,
)
from harness.core.kernels import DESK, shim_type, sit_down
from harness.core.streams import deal_key, player_state
from harness.games.cursor import ACTION, GAME, LOGGED, PLY, STOP
from harness.games.defcon.actions import action_kind
from harness.games.defcon.deal import begin
from harness.games.defcon.layout import MENU, RULES, STATE, VALUE_BITS, VIEW
from harness.games.defcon.menu import allowed, index_in, offer
from harness.games.defcon.rules import play
from harness.games.defcon.view import fill, introduce, show_rivers
from harness.games.outcome import ILLEGAL, finished, forfeited, mulligans

_ALL_RIVERS = np.uint64(0b111111)
_MOST = np.uint64((1 << VALUE_BITS) - 1)


@jit
def _final_values(rivers: Any) -> np.uint64:
    packed = ZERO
    for at in range(6):
        value = np.uint64(rivers[at].value)
        packed |= (value if value < _MOST else _MOST) << np.uint64(at * VALUE_BITS)
    return packed


@jit
def begin_game(state: Any, rules: Any, setup: Any, plan: Any, decks: Any, rows: Any, game: np.int64) -> None:
    """Lay out one of a job's games, and write both opening hands to its row."""
    leg = game % plan.shape[0]
    deal = setup[1] + np.uint64(game // plan.shape[0])
    turned = np.uint64(plan[leg, 0])
    side = np.uint64(plan[leg, 1]) ^ turned
    begin(state, rules, deal_key(setup[0], deal), side, side ^ ONE, decks[turned], decks[turned ^ ONE])
    rows[1, game] = state.hand[0]
    rows[2, game] = state.hand[1]


@jit
def seat_players(first: Any, second: Any, setup: Any, plan: Any, game: np.int64) -> None:
    """Make both entrants' desks ready for one of a job's games."""
    leg = np.uint64(game % plan.shape[0])
    deal = setup[1] + np.uint64(game // plan.shape[0])
    sit_down(first, player_state(setup[0], deal, leg, setup[2]))
    sit_down(second, player_state(setup[0], deal, leg, setup[3]))


@jit
def end_game(state: Any, plan: Any, decks: Any, rows: Any, game: np.int64, faulty: np.int64) -> None:
    """Write the rest of a game's row; `faulty` is the seat that gave an illegal action, or −1."""
    leg = game % plan.shape[0]
    seat = plan[leg, 0]
    turned = np.uint64(seat)
    if faulty >= 0:
        outcome = forfeited(np.int64(ILLEGAL), faulty, state.ply, leg, seat)
    else:
        outcome = finished(state.winner, state.reason, state.ply, leg, seat)
    rows[0, game] = outcome | mulligans(state.mulligans[0], state.mulligans[1])
    rows[3, game] = decks[turned] & ~state.deck[0]
    rows[4, game] = decks[turned ^ ONE] & ~state.deck[1]
    rows[5, game] = state.played[0]
    rows[6, game] = state.played[1]
    rows[7, game] = state.counts[0]
    rows[8, game] = state.counts[1]
    rows[9, game] = _final_values(state.rivers)


@jit
def _play_game(
    a: Any,
    b: Any,
    turned: np.uint64,
    state: Any,
    menu: Any,
    views: Any,
    rules: Any,
    histogram: Any,
    log: Any,
    cursor: Any,
) -> np.int64:
    """Play one game to its end; returns the seat that gave an illegal action, or −1.

    `turned` is 1 where the first entrant sits in b.
    """
    act_a, desk_a = a
    act_b, desk_b = b
    while state.reason == 0:
        ply = state.ply
        seat = np.uint64(ply & 1)
        cursor[PLY] = ply
        view = views[seat]
        fill(view, state, seat)
        offer(view.menu, state)
        if seat == ZERO:
            code = act_a(view, desk_a)
        else:
            code = act_b(view, desk_b)
        if not allowed(ply, state.hand[seat], state.rivers, code):
            cursor[ACTION] = code
            return np.int64(seat)
        if log.size > 0:
            # The view's own menu may have been written over by its player.
            offer(menu, state)
            log[cursor[LOGGED]] = index_in(menu, state.rivers, code)
            cursor[LOGGED] += 1
        histogram[seat ^ turned, np.uint64(ply), np.uint64(action_kind(code))] += 1
        show_rivers(views, state, play(state, rules, code))
    return np.int64(-1)


_PLAYER = types.Tuple((shim_type(VIEW), record_type(DESK)))


@entry(
    i64(
        _PLAYER,
        _PLAYER,
        words,
        integer_rows,
        words,
        record_type(RULES),
        record_type(STATE),
        record_type(MENU),
        records_type(VIEW),
        word_rows,
        integer_cube,
        shorts,
        integers,
    )
)
def run(
    first: Any,
    second: Any,
    setup: Any,
    plan: Any,
    decks: Any,
    rules: Any,
    state: Any,
    menu: Any,
    views: Any,
    rows: Any,
    histogram: Any,
    log: Any,
    cursor: Any,
) -> np.int64:
    """Play the games from `cursor[GAME]` to `cursor[STOP]` of a job.

    Parameters
    ----------
    first, second : tuple
        The players (shim, desk) of the pairing's entrants.
    setup : uint64 array, shape (4,)
        Seed, first deal, and the label words of both entrants.
    plan : int64 array, shape (legs, 2)
        For each leg the first entrant's seat, and its order (0 is X, 1 is Y); the other gets the other order.
    decks : uint64 array, shape (2,)
        The cards of each entrant's deck.
    rows : uint64 array, shape (columns, games)
        Written: one column of the array is a game's row.
    histogram : int64 array, shape (2, plies, kinds)
        Added to: actions by entrant, ply and kind (an even ply is seat a's).
    log : uint16 array
        Written where it isn't empty: each action as its index in the legal list, game after game.
    cursor : int64 array
        Where the loop is; see `harness.games.cursor`.

    Returns
    -------
    int64
        The games that have been played; less than `cursor[STOP]` when a player gave an illegal action in the last.
    """
    games = cursor[STOP]
    for game in range(cursor[GAME], games):
        cursor[GAME] = game
        begin_game(state, rules, setup, plan, decks, rows, np.int64(game))
        seat_players(first[1], second[1], setup, plan, np.int64(game))
        introduce(views[0], rules, np.int64(0))
        introduce(views[1], rules, np.int64(1))
        show_rivers(views, state, _ALL_RIVERS)
        if plan[game % plan.shape[0], 0] == 0:
            faulty = _play_game(first, second, ZERO, state, menu, views, rules, histogram, log, cursor)
        else:
            faulty = _play_game(second, first, ONE, state, menu, views, rules, histogram, log, cursor)
        end_game(state, plan, decks, rows, np.int64(game), faulty)
        if faulty >= 0:
            return np.int64(game + 1)
    return np.int64(games)
