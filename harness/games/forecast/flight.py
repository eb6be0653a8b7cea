"""Many games of Forecast in flight: the compiled loop that plays each on until a batch player has to answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.bits import ONE
from harness.core.compiler import (
    entry,
    i64,
    integer_cube,
    integer_rows,
    integers,
    jit,
    record_type,
    records,
    records_type,
    shorts,
    types,
    u64,
    word_rows,
    words,
)
from harness.core.kernels import DESK, shim_type, sit_down
from harness.core.streams import deal_key, player_state
from harness.games.cursor import ACTION, GAME, NEXT, PLY, SLOT, STOP, WAITING
from harness.games.description import DONE, ENDED, FOUL, Flight, Integers, Words
from harness.games.forecast.batch import first_position, outcome_of, write_row
from harness.games.forecast.deal import begin
from harness.games.forecast.layout import MAX_PLIES, RULES, STATE, VIEW
from harness.games.forecast.rules import action_kind, end_reason, is_legal, legal_of, load, play, save
from harness.games.forecast.view import action_index, fill, introduce
from harness.games.outcome import ILLEGAL, finished, forfeited

_WAITS = -1
_SECOND = np.uint64(1)


@jit
def _begin_game(
    first: Any,
    second: Any,
    setup: Any,
    plan: Any,
    universe: Any,
    deck: Any,
    rules: Any,
    state: Any,
    game: Any,
) -> None:
    """Lay out a game in its slot, and make both players' desks there ready for it."""
    composition, cards = deck
    leg = game % plan.shape[0]
    deal = setup[1] + np.uint64(game // plan.shape[0])
    begin(state, deal_key(setup[0], deal), universe, composition)
    sit_down(first, player_state(setup[0], deal, np.uint64(leg), setup[2]))
    sit_down(second, player_state(setup[0], deal, np.uint64(leg), setup[3]))
    state.ply = 0
    save(state, first_position(composition, cards, state), rules)


@jit
def _show(view: Any, position: Any, legal: np.uint64, ply: np.int64, rules: Any) -> None:
    introduce(view, rules, ply & 1)
    fill(view, position, legal, ply)


@jit
def _finish(state: Any, plan: Any, rules: Any, rows: Any, game: np.int64, foul: np.bool_) -> None:
    """Write the row of a game that has ended, by its rules or by an illegal action of the player to move."""
    position = load(state)
    if state.ply & 1:
        a, b = position.rival, position.mover
    else:
        a, b = position.mover, position.rival
    leg = game % plan.shape[0]
    if foul:
        outcome = forfeited(np.int64(ILLEGAL), state.ply & 1, state.ply, leg, plan[leg, 0])
    else:
        outcome = finished(np.int64(0), state.reason, state.ply, leg, plan[leg, 0])
        outcome |= outcome_of(rules, a, b, position.table)
    write_row(rows, game, outcome, position.table, a, b)


@entry(
    i64(
        shim_type(VIEW),
        shim_type(VIEW),
        records_type(DESK),
        u64,
        types.boolean,
        words,
        integer_rows,
        shorts,
        types.Tuple((u64, i64)),
        record_type(RULES),
        records_type(STATE),
        records_type(VIEW),
        types.UniTuple(records_type(VIEW), 2),
        integer_rows,
        integers,
        integers,
        word_rows,
        integer_cube,
        shorts,
        integers,
    )
)
def advance(
    ask_first: Any,
    ask_second: Any,
    desks: Any,
    asked: np.uint64,
    one_by_one: np.bool_,
    setup: Any,
    plan: Any,
    universe: Any,
    deck: Any,
    rules: Any,
    states: Any,
    seen: Any,
    views: Any,
    waiting: Any,
    games: Any,
    actions: Any,
    rows: Any,
    histogram: Any,
    log: Any,
    cursor: Any,
) -> np.int64:
    """Play on in the slots from `cursor[SLOT]` on, until each waits for a batch player or has no game left.

    Parameters
    ----------
    ask_first, ask_second : function
        The entrants' shims; that of a batch player isn't called.
    desks : DESK records, shape (2 × slots,)
        The first entrant's desks by slot, then the second one's.
    asked : uint64
        Bit e says that entrant e is a batch player.
    one_by_one : bool
        Whether to return after each game.
    setup, plan, universe, rows, histogram
        As in `batch.run`.
    deck : tuple
        Its counts word and its size.
    states : STATE records, shape (slots,)
        The games.
    seen : VIEW records, shape (2,)
        By seat, what players see that are called here.
    views, waiting, games, actions
        As in `Flight`.
    log : uint16 array
        Written where it isn't empty: each action as its index in the legal list, MAX_PLIES places a game.
    cursor : int64 array
        Where the loop is; see `harness.games.cursor`.

    Returns
    -------
    int64
        DONE when all slots have been seen to; else the game `cursor[GAME]` of `cursor[SLOT]` has ended, and that slot
        is empty: FOUL by the illegal action `cursor[ACTION]`, ENDED by its rules.
    """
    slots = games.size
    for slot in range(cursor[SLOT], slots):
        cursor[SLOT] = slot
        at = np.uint64(slot)
        state = states[at]
        answered = games[at] >= 0
        while answered or cursor[NEXT] < cursor[STOP]:
            first, second = desks[at], desks[np.uint64(slot + slots)]
            if not answered:
                games[at] = cursor[NEXT]
                cursor[NEXT] += 1
                _begin_game(first, second, setup, plan, universe, deck, rules, state, games[at])
            game = games[at]
            cursor[GAME] = game
            turned = np.uint64(plan[game % plan.shape[0], 0])
            position, ply, legal, reason = load(state), state.ply, state.legal, state.reason
            verdict = np.int64(DONE)
            while reason == 0:
                seat = np.uint64(ply & 1)
                entrant = seat ^ turned
                cursor[PLY] = ply
                if (asked >> entrant) & ONE:
                    if not answered:
                        place = np.uint64(cursor[np.uint64(WAITING) + entrant])
                        if entrant == _SECOND:
                            _show(views[1][place], position, legal, ply, rules)
                        else:
                            _show(views[0][place], position, legal, ply, rules)
                        waiting[entrant, place] = slot
                        cursor[np.uint64(WAITING) + entrant] += 1
                        verdict = np.int64(_WAITS)
                        break
                    answered = False
                    action = actions[at]
                else:
                    view = seen[seat]
                    _show(view, position, legal, ply, rules)
                    if entrant == _SECOND:
                        action = ask_second(view, second)
                    else:
                        action = ask_first(view, first)
                if not is_legal(legal, action):
                    cursor[ACTION] = action
                    verdict = np.int64(FOUL)
                    break
                if log.size > 0:
                    log[game * MAX_PLIES + ply] = action_index(legal, action)
                histogram[entrant, np.uint64(ply), action_kind(action)] += 1
                position = play(position, state, action)
                legal = legal_of(position, rules.hand_limit)
                reason = end_reason(position, legal)
                ply += 1
            state.ply = ply
            save(state, position, rules)
            if verdict == _WAITS:
                break
            _finish(state, plan, rules, rows, game, verdict == FOUL)
            games[at] = -1
            answered = False
            if verdict == FOUL:
                return np.int64(FOUL)
            if one_by_one:
                return np.int64(ENDED)
    return np.int64(DONE)


class ForecastFlight(Flight):
    """Many games of one table of Forecast at once."""

    def __init__(
        self, size: int, rules: Any, seen: Any, universe: npt.NDArray[np.uint16], deck: tuple[np.uint64, int]
    ) -> None:
        super().__init__(size, (records(size, VIEW), records(size, VIEW)))
        self._states = records(size, STATE)
        self._rules, self._seen, self._universe, self._deck = rules, seen, universe, deck

    def advance(
        self,
        shims: tuple[Any, Any],
        desks: Any,
        asked: int,
        one_by_one: bool,
        setup: Words,
        plan: Integers,
        rows: Words,
        histogram: Integers,
        log: npt.NDArray[np.uint16],
        cursor: Integers,
    ) -> int:
        """Play on in all slots from `cursor[SLOT]` on."""
        return int(
            advance(
                *shims, desks, np.uint64(asked), one_by_one, setup, plan, self._universe, self._deck, self._rules,
                self._states, self._seen, self.views, self.waiting, self.games, self.actions,
                rows, histogram, log, cursor,
            )
        )  # fmt: skip
