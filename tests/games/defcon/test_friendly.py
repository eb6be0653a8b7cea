"""The friendly view tells what the view line tells, and nothing that is hidden."""

import pytest
from hypothesis import given, settings

from harness.games.defcon.cards import CARDS
from harness.games.defcon.friendly import DefconView
from harness.games.defcon.game import GAME
from harness.games.position import Position
from tests.reference import defcon as twin
from tests.reference import defcon_table
from tests.reference.strategies import positions

RULES = {option.name: option.default for option in GAME.options}


def views(position: Position) -> list[DefconView]:
    return [
        DefconView(GAME.view(position._state, position.rules, seat), seat, {**RULES, **position.rules})
        for seat in range(2)
    ]


@settings(max_examples=60)
@given(positions("defcon"))
def test_it_tells_what_the_twin_tells(case):
    position, state = Position.parse("defcon", case.line, case.rules), twin.parse(case.line, case.rules)
    for seat, seen in zip("ab", views(position), strict=True):
        rival = twin.other(seat)
        assert str(seen) == twin.view(state, seat)
        assert seen.seat == seat
        assert seen.ply == state.ply
        assert tuple(seen.legal) == (position.legal if state.mover == seat else ())
        assert len(seen.legal) == len(tuple(seen.legal))
        assert seen.hand == state.player(seat).hand
        assert set(seen.deck) == set(state.player(seat).deck)
        assert set(seen.unseen) == twin.unseen(state, seat)[1]
        assert seen.discards == {name: state.player(name).discards for name in "ab"}
        assert seen.rival_hand == len(state.player(rival).hand)
        assert seen.rival_deck == len(state.player(rival).deck)
        assert seen.challenger == state.challenger
        assert seen.last is None
        for name, river in seen.rivers.items():
            placed = state.river(name)
            assert [number.card for number in river.numbers] == defcon_table.numbers(placed)
            for place, number in enumerate(river.numbers, 1):
                assert [tuple(one) for one in number.attached] == [
                    (one.card, twin.owner_of(name, one)) for one in defcon_table.attachments(placed, place)
                ]
            value = defcon_table.value(placed)
            assert seen.values[name] == river.value == value
            assert river.in_range == (state.rules.low <= value <= state.rules.high and bool(placed))
            assert river.locked == defcon_table.is_locked(placed)
            assert river.direction == (defcon_table.direction(placed, state.rules) if placed else 0)
            assert river.suit == (defcon_table.effective_suit(placed) if placed else None)
            accepted = [c for c in CARDS if twin.is_number(c) and twin.accepts_number(placed, c, state.rules)]
            assert list(river.accepts) == accepted


def test_the_last_action_and_the_list():
    position = Position.deal("defcon", 1, 1)
    action = position.legal[1]
    first, second = views(position)
    assert first.legal[1] == action
    assert first.legal[:2] == position.legal[:2]
    assert first.legal[-1] == position.legal[-1]
    assert action in first.legal
    assert "~a1" not in first.legal
    assert repr(first.legal) == repr(position.legal)
    with pytest.raises(IndexError):
        first.legal[len(position.legal)]
    _, after = views(position.play(action))
    assert after.last == action
    assert second.last is None
    read = GAME.reader(after)
    assert [read(name) for name in after.legal] == after.legal.codes()
    for junk in ("x", "", "7h>a9"):
        with pytest.raises(ValueError):
            read(junk)
    for junk in (None, 5):
        with pytest.raises(TypeError):
            read(junk)


def test_nothing_can_be_written_through_it():
    seen = views(Position.deal("defcon", 1, 1))[0]
    with pytest.raises(TypeError):
        seen._words[0] = 1
    with pytest.raises(TypeError):
        seen.rules["low"] = 3
    with pytest.raises(AttributeError):
        seen.hand = ()


@settings(max_examples=150)
@given(positions("defcon"))
def test_the_first_action_is_named_without_a_list(case):
    position = Position.parse("defcon", case.line, case.rules)
    for seen in views(position):
        if len(seen.legal):
            assert seen.legal[0] == next(iter(seen.legal))
