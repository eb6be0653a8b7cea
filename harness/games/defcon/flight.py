"""Many games of Defcon in flight: the compiled loop that plays each on until a batch player has to answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.bits import ONE
from harness.core.blocks import aligned_records
from harness.core.compiler import (
    entry,
    i64,
    integer_cube,
    integer_rows,
    integers,
    record_type,
    records,
    records_type,
    shorts,
    types,
    u64,
    word_rows,
    words,
)
from harness.core.kernels import DESK, shim_type
from harness.games.cursor import ACTION, GAME, NEXT, PLY, SLOT, STOP, WAITING
from harness.games.defcon.actions import action_kind
from harness.games.defcon.batch import begin_game, end_game, seat_players
from harness.games.defcon.layout import MAX_PLIES, MENU, RULES, STATE, VIEW
from harness.games.defcon.menu import allowed, index_in, offer
from harness.games.defcon.rules import play
from harness.games.defcon.view import show
from harness.games.description import DONE, ENDED, FOUL, Flight, Integers, Words

_WAITS = -1
_SECOND = np.uint64(1)


@entry(
    i64(
        shim_type(VIEW),
        shim_type(VIEW),
        records_type(DESK),
        u64,
        types.boolean,
        words,
        integer_rows,
        words,
        record_type(RULES),
        records_type(STATE),
        record_type(MENU),
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
    decks: Any,
    rules: Any,
    states: Any,
    menu: Any,
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
    setup, plan, decks, rows, histogram
        As in `batch.run`.
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
        DONE when all slots have been seen to; else `cursor[SLOT]`'s game `cursor[GAME]` has ended, and its slot is
        empty: FOUL by the illegal action `cursor[ACTION]`, ENDED by its rules.
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
                begin_game(state, rules, setup, plan, decks, rows, games[at])
                seat_players(first, second, setup, plan, games[at])
            game = games[at]
            cursor[GAME] = game
            turned = np.uint64(plan[game % plan.shape[0], 0])
            verdict = np.int64(DONE)
            while state.reason == 0:
                ply = state.ply
                seat = np.uint64(ply & 1)
                entrant = seat ^ turned
                cursor[PLY] = ply
                if (asked >> entrant) & ONE:
                    if not answered:
                        place = np.uint64(cursor[np.uint64(WAITING) + entrant])
                        if entrant == _SECOND:
                            show(views[1][place], state, rules, seat)
                        else:
                            show(views[0][place], state, rules, seat)
                        waiting[entrant, place] = slot
                        cursor[np.uint64(WAITING) + entrant] += 1
                        verdict = np.int64(_WAITS)
                        break
                    answered = False
                    code = actions[at]
                else:
                    view = seen[seat]
                    show(view, state, rules, seat)
                    if entrant == _SECOND:
                        code = ask_second(view, second)
                    else:
                        code = ask_first(view, first)
                if not allowed(ply, state.hand[seat], state.rivers, code):
                    cursor[ACTION] = code
                    verdict = np.int64(FOUL)
                    break
                if log.size > 0:
                    offer(menu, state)
                    log[game * MAX_PLIES + ply] = index_in(menu, state.rivers, code)
                histogram[entrant, np.uint64(ply), np.uint64(action_kind(code))] += 1
                play(state, rules, code)
            if verdict == _WAITS:
                break
            end_game(state, plan, decks, rows, game, state.ply & 1 if verdict == FOUL else np.int64(-1))
            games[at] = -1
            answered = False
            if verdict == FOUL:
                return np.int64(FOUL)
            if one_by_one:
                return np.int64(ENDED)
    return np.int64(DONE)


class DefconFlight(Flight):
    """Many games of one table of Defcon at once."""

    def __init__(self, size: int, rules: Any, seen: Any, decks: npt.NDArray[np.uint64]) -> None:
        super().__init__(size, (aligned_records(size, VIEW), aligned_records(size, VIEW)))
        self._states = aligned_records(size, STATE)
        self._menu = records(1, MENU)[0]
        self._rules, self._seen, self._decks = rules, seen, decks

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
                *shims, desks, np.uint64(asked), one_by_one, setup, plan, self._decks, self._rules,
                self._states, self._menu, self._seen, self.views, self.waiting, self.games, self.actions,
                rows, histogram, log, cursor,
            )
        )  # fmt: skip
