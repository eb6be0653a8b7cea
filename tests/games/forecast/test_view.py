"""What players read off a view: compiled helpers, and the friendly view of plain Python."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.games.forecast import kit, view
from harness.games.forecast.friendly import ForecastView, LegalActions
from harness.games.forecast.game import GAME
from harness.games.forecast.layout import ACTION_NAMES
from harness.games.position import Position
from tests.reference import forecast as twin
from tests.reference import strategies

LINE = "./12/3/./31 ..3.1|1.... 1,?3,x|2,2 3,1,?2,x b 21"


def record_of(line: str, rules: dict | None = None, seat: int | None = None):
    position = Position.parse("forecast", line, rules)
    return GAME.view(position._state, position.rules, position.ply & 1 if seat is None else seat)


@given(strategies.positions("forecast"))
def test_compiled_helpers(case):
    record, state = record_of(case.line, case.rules), twin.parse(case.line, case.rules)
    me = state.player(state.mover)
    legal = [ACTION_NAMES.index(name) for name in twin.legal(state)]
    assert view.count_actions(record) == len(legal)
    assert [view.nth_action(record, index) for index in range(len(legal))] == legal
    word = np.uint64(record["legal"])
    assert [view.action_index(word, action) for action in legal] == list(range(len(legal)))
    table, predicted = np.uint64(record["table"]), np.uint64(record["predicted"])
    assert [view.top_number(table, slot) for slot in range(5)] == [int((s or "0")[-1]) for s in state.river]
    assert [view.predicted_number(predicted, slot) for slot in range(5)] == [
        int(p or 0) for p in me.predictions
    ]
    assert [view.hand_count(record, kind) for kind in range(8)] == [
        me.hand.count(kind) for kind in twin.KINDS
    ]
    unseen = list(twin.unseen(state, state.mover).values())
    assert [view.unseen_count(record, kind) for kind in range(8)] == unseen
    assert record["hand_size"] == len(me.hand)
    for option in GAME.options:
        assert record[option.name] == case.rules.get(option.name, option.default)


def test_many_copies_of_a_card_are_counted():
    record = record_of("././././. .....|..... .|. " + ",".join(["-"] * 120) + " a 0")
    assert view.unseen_count(record, 7) == 120
    assert ForecastView(record, 0, {}).unseen["-"] == 120


def test_the_kit_has_what_it_promises():
    assert all(hasattr(kit, name) for name in kit.__all__)
    assert list(kit.__all__) == sorted(kit.__all__)


# -- The friendly view ------------------------------------------------------------------------------


@given(st.integers(0, (1 << 46) - 1))
def test_legal_actions_are_a_sequence(mask):
    actions, names = LegalActions(mask), [name for at, name in enumerate(ACTION_NAMES) if mask >> at & 1]
    assert list(actions) == names
    assert len(actions) == len(names)
    assert [actions[place] for place in range(len(names))] == names
    assert [actions[-1 - place] for place in range(len(names))] == names[::-1]
    assert actions[1:4] == tuple(names[1:4])
    assert repr(actions) == repr(tuple(names))
    assert [name for name in (*ACTION_NAMES, "pass", None) if name in actions] == names
    with pytest.raises(IndexError):
        actions[len(names)]
    assert Random(1).choice(actions or ["none"]) in (names or ["none"])


def test_a_friendly_view():
    seen = ForecastView(record_of(LINE), 1, {"exact": 2})
    assert (seen.seat, seen.ply, seen.left, seen.top_back, seen.last) == ("b", 21, 4, "blue", None)
    assert seen.slots == ((), (1, 2), (3,), (), (3, 1))
    assert (seen.predictions, seen.rival_predicted) == ((1, 0, 0, 0, 0), (False, False, True, False, True))
    assert (seen.hand["2"], seen.rival_hand, dict(seen.rules)) == (2, (1, 2), {"exact": 2})
    assert list(seen.legal) == ["draw", "2@1", "2@3", "2@4"]
    assert str(seen) == "./12/3/./31 ..*.*|1.... #,!,!|2,2 #,*,*,* b 21"


def test_a_friendly_view_follows_its_record_and_can_not_change_it():
    records = np.zeros(2, GAME.view_type)
    seen = ForecastView(records[1], 1, {})
    assert seen.ply == 0
    records[1]["ply"] = 5
    assert seen.ply == 5
    with pytest.raises(TypeError):
        seen._words[0] = 1
    with pytest.raises(TypeError):
        seen.rules["exact"] = 1
    with pytest.raises(AttributeError):
        seen.ply = 3


def test_only_the_mover_is_told_of_actions():
    position = Position.start("forecast", ["1", "2", "x"]).play("draw")
    mover, other = (GAME.view(position._state, {}, seat) for seat in (1, 0))
    assert (mover["legal"], mover["last"]) == (1, 46)
    assert (other["legal"], other["last"]) == (0, -1)
    assert (mover["seat"], other["seat"]) == (1, 0)
