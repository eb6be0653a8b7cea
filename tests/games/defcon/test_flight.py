"""Many games in flight are the games that are played one after another; batch players see what the others see."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.compiler import records
from harness.core.kernels import DESK
from harness.games import cursor as at
from harness.games.defcon import layout
from harness.games.defcon.cards import CARDS
from harness.games.defcon.decks import STOCK
from harness.games.defcon.game import GAME
from harness.games.defcon.layout import ACTION_KINDS, action_fields, action_name
from harness.games.defcon.many import DefconViews
from harness.games.description import DONE, ENDED, FOUL
from harness.games.outcome import ILLEGAL
from harness.games.position import Position
from tests.games.defcon import players
from tests.games.defcon.table import FULL, Batch, Chair, shim_of
from tests.games.defcon.test_batch import kind_of
from tests.reference.strategies import positions

VARIANT = {"suit_match": "keeps", "exhaustion": "draw", "max_attachments": 1, "low": 9}


class Squad:
    """The games of a `Batch`, with a batch player in place of one or both uniform players."""

    def __init__(self, like: Batch, size: int, asked: int, one_by_one: bool = False, answer=None) -> None:
        self.like, self.size, self.asked, self.one_by_one = like, size, asked, one_by_one
        self.answer = answer or (lambda views: views.any())
        self.rows, self.histogram = np.zeros_like(like.rows), np.zeros_like(like.histogram)
        self.log = np.zeros_like(like.log)
        self.cursor = np.zeros(at.FLIGHT_SIZE, np.int64)
        self.cursor[at.STOP] = like.rows.shape[1]
        self.desks = records(2 * size, DESK)
        self.random = np.zeros(2 * size, np.uint64)
        self.desks["random"] = self.random.ctypes.data + 8 * np.arange(2 * size)
        self.table = GAME.table(like.rules, like.decks)
        self.flight = self.table.flight(size)
        self.returns: list[tuple[int, int, int]] = []
        while self.advance():
            pass

    def advance(self) -> bool:
        shims = (shim_of(players.uniform_player),) * 2
        self.cursor[[at.SLOT, at.WAITING, at.WAITING + 1]] = 0
        while True:
            how = self.flight.advance(
                shims, self.desks, self.asked, self.one_by_one, self.like.setup, np.array(self.like.plan, np.int64),
                self.rows, self.histogram, self.log, self.cursor,
            )  # fmt: skip
            self.returns.append((how, int(self.cursor[at.GAME]), int(self.cursor[at.ACTION])))
            if how == DONE:
                break
        for entrant in range(2):
            waiting = int(self.cursor[at.WAITING + entrant])
            if waiting:
                slots = self.flight.waiting[entrant, :waiting]
                streams = self.random[slots + self.size * entrant]
                views = GAME.many(self.flight.views[entrant][:waiting].copy(), streams)
                self.flight.actions[slots] = self.answer(views)
                self.random[slots + self.size * entrant] = streams
        return bool((self.flight.games >= 0).any())


@pytest.mark.parametrize(("size", "asked"), [(1, 1), (3, 2), (7, 3), (64, 3)])
@pytest.mark.parametrize(("decks", "rules"), [((FULL, FULL), {}), ((STOCK["tens"], FULL), VARIANT)])
def test_the_same_games(size, asked, decks, rules):
    chairs = Chair(players.uniform_player), Chair(players.uniform_player)
    alone = Batch(*chairs, decks, rules, games=12, seed=5).run_all()
    squad = Squad(alone, size, asked)
    assert (squad.rows == alone.rows).all()
    assert (squad.histogram == alone.histogram).all()
    for game, logged in enumerate(alone.logged()):
        assert squad.log[game * layout.MAX_PLIES :][: len(logged)].tolist() == logged
    assert [how for how, _, _ in squad.returns] == [DONE] * len(squad.returns)


def test_one_by_one():
    alone = Batch(Chair(players.uniform_player), Chair(players.uniform_player), games=12).run_all()
    squad = Squad(alone, 5, 1, one_by_one=True)
    assert (squad.rows == alone.rows).all()
    assert sorted(game for how, game, _ in squad.returns if how == ENDED) == list(range(12))


def test_fouls():
    alone = Batch(Chair(players.uniform_player), Chair(players.uniform_player), games=12).run_all()
    squad = Squad(alone, 5, 1, answer=lambda views: np.full(len(views), -7))
    assert sorted(game for how, game, code in squad.returns if how == FOUL and code == -7) == list(range(12))
    for game in range(12):
        alone.rows[0, game] = squad.rows[0, game]
        outcome = alone.outcome(game)
        assert (outcome.fault, outcome.fault_seat) == (ILLEGAL, outcome.first_seat)


@settings(max_examples=40)
@given(st.lists(positions("defcon"), min_size=1, max_size=5))
def test_arrays_tell_what_the_positions_are(cases):
    seen = []
    for case in cases:
        position = Position.parse("defcon", case.line, case.rules)
        seen.append((position, GAME.view(position._state, case.rules, position.ply & 1)))
    rows = records(len(seen), layout.VIEW)
    for row, (_, view) in enumerate(seen):
        rows[row] = view
    views = DefconViews(rows, np.zeros(len(seen), np.uint64))
    for row, (position, _) in enumerate(seen):
        seat, state = position.ply & 1, position._state
        mine = slice(3 * seat, 3 * seat + 3), slice(3 - 3 * seat, 6 - 3 * seat)
        names = [
            action_name(int(code))
            for code, legal in zip(views.codes[row], views.legal[row], strict=True)
            if legal
        ]
        assert tuple(names) == position.legal
        values = state["rivers"]["value"]
        assert views.values[row].tolist() == [*values[mine[0]], *values[mine[1]]]
        accepts = [int(word) for side in mine for word in state["rivers"]["accepts"][side]]
        told = [sum(1 << card for card in np.flatnonzero(river)) for river in views.accepts[row]]
        assert told == accepts
        for name in ("hand", "deck"):
            assert [1 << int(card) for card in np.flatnonzero(getattr(views, name)[row])] == [
                1 << card for card in range(54) if int(state[name][seat]) >> card & 1
            ]
        assert sum(1 << int(card) for card in np.flatnonzero(views.unseen[row])) == int(
            ~state["shown"][1 - seat] & np.uint64((1 << 54) - 1)
        )
        for place, name in enumerate(names[:30]):
            kind, card, river, where = action_fields(int(views.codes[row, place]))
            assert ACTION_KINDS[views.kinds[row, place]] == kind_of(name)
            assert views.cards[row, place] == card
            assert views.positions[row, place] == where
            assert views.targets[row, place] == (0 if kind == 2 else (river + 3 * seat) % 6)
            after = position.play(name)._state
            if kind != 2:
                assert views.values_after[row, place] == after["rivers"]["value"][river]
            lead = int(after["challenger"])
            assert views.leads_after[row, place] == (0 if lead < 0 else 1 if lead == seat else -1)
    assert CARDS[int(np.flatnonzero(views.hand[0])[0])] in seen[0][0].state
