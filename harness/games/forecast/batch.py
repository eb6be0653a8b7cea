"""The compiled loop that plays a pairing's games one after another, calling both players' kernels.

A **player** is handed in as a tuple (shim, desk), see `harness.core.kernels`. The loop keeps where it is in a cursor
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
    u64,
    word_rows,
    words,
)
from harness.core.kernels import DESK, shim_type, sit_down
from harness.core.streams import deal_key, player_state
from harness.games.cursor import ACTION, GAME, LOGGED, PLY, STOP
from harness.games.forecast.deal import begin, next_card
from harness.games.forecast.layout import RULES, STATE, VIEW
from harness.games.forecast.rules import (
    Game,
    Seat,
    action_kind,
    end_reason,
    is_legal,
    legal_of,
    play,
    score,
    winner,
)
from harness.games.forecast.view import action_index, fill, introduce
from harness.games.outcome import ILLEGAL, finished, forfeited, scores

_20, _30 = np.uint64(20), np.uint64(30)


@jit
def outcome_of(rules: Any, a: Seat, b: Seat, table: np.uint64) -> np.uint64:
    """Pack the winner and the scores of a game that has ended by its rules."""
    total_a = score(table, a.predicted, rules.exact, rules.over, rules.miss)
    total_b = score(table, b.predicted, rules.exact, rules.over, rules.miss)
    return np.uint64(winner(total_a, total_b)) | scores(total_a, total_b)


@jit
def write_row(rows: Any, game: np.int64, outcome: np.uint64, table: np.uint64, a: Seat, b: Seat) -> None:
    """Write what is known at a game's end."""
    rows[0, game] = outcome
    rows[1, game] = table | (a.predicted << _20) | (b.predicted << _30)
    rows[2, game] = a.hand
    rows[3, game] = b.hand
    rows[4, game] = a.played
    rows[5, game] = b.played


@jit
def first_position(composition: np.uint64, cards: np.int64, deck: Any) -> Game:
    """Give the position in which a game begins."""
    seat = Seat(ZERO, ZERO, composition, ZERO)
    return Game(ZERO, seat, seat, cards, next_card(deck), np.int64(-1))


@jit
def _play_game(
    a: Any,
    b: Any,
    turned: np.uint64,
    game: Game,
    deck: Any,
    views: Any,
    rules: Any,
    histogram: Any,
    log: Any,
    cursor: Any,
) -> Any:
    """Play one game to its end; returns the last position, the plies, the reason, and the faulty seat or −1.

    `turned` is 1 where the first entrant sits in b.
    """
    act_a, desk_a = a
    act_b, desk_b = b
    hand_limit = rules.hand_limit
    ply = np.int64(0)
    legal = legal_of(game, hand_limit)
    reason = end_reason(game, legal)
    while reason == 0:
        seat = np.uint64(ply & 1)
        cursor[PLY] = ply
        view = views[seat]
        fill(view, game, legal, ply)
        if seat == ZERO:
            action = act_a(view, desk_a)
        else:
            action = act_b(view, desk_b)
        if not is_legal(legal, action):
            cursor[ACTION] = action
            return game, ply, reason, np.int64(seat)
        if log.size > 0:
            log[cursor[LOGGED]] = action_index(legal, action)
            cursor[LOGGED] += 1
        histogram[seat ^ turned, np.uint64(ply), action_kind(action)] += 1
        game = play(game, deck, action)
        legal = legal_of(game, hand_limit)
        reason = end_reason(game, legal)
        ply += 1
    return game, ply, reason, np.int64(-1)


_PLAYER = types.Tuple((shim_type(VIEW), record_type(DESK)))


@entry(
    i64(
        _PLAYER,
        _PLAYER,
        words,
        integer_rows,
        shorts,
        u64,
        i64,
        record_type(RULES),
        record_type(STATE),
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
    universe: Any,
    composition: np.uint64,
    cards: np.int64,
    rules: Any,
    deck: Any,
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
        For each leg the first entrant's seat, and its order (which Forecast has one of).
    universe, composition, cards
        The universe's cards, the deck's counts word and its size.
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
    legs = plan.shape[0]
    games = cursor[STOP]
    seed = setup[0]
    for game in range(cursor[GAME], games):
        cursor[GAME] = game
        leg = game % legs
        deal = setup[1] + np.uint64(game // legs)
        seat = plan[leg, 0]
        begin(deck, deal_key(seed, deal), universe, composition)
        sit_down(first[1], player_state(seed, deal, np.uint64(leg), setup[2]))
        sit_down(second[1], player_state(seed, deal, np.uint64(leg), setup[3]))
        introduce(views[0], rules, np.int64(0))
        introduce(views[1], rules, np.int64(1))
        start = first_position(composition, cards, deck)
        if seat == 0:
            end = _play_game(first, second, ZERO, start, deck, views, rules, histogram, log, cursor)
        else:
            end = _play_game(second, first, ONE, start, deck, views, rules, histogram, log, cursor)
        position, plies, reason, faulty = end
        if plies & 1:
            a, b = position.rival, position.mover
        else:
            a, b = position.mover, position.rival
        if faulty >= 0:
            write_row(
                rows, game, forfeited(np.int64(ILLEGAL), faulty, plies, leg, seat), position.table, a, b
            )
            return np.int64(game + 1)
        outcome = finished(np.int64(0), reason, plies, leg, seat) | outcome_of(rules, a, b, position.table)
        write_row(rows, game, outcome, position.table, a, b)
    return np.int64(games)
