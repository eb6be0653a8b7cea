"""The engine beside the slow twin over whole random games: odd decks, all variants, every line read back."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.games.defcon.cards import CARDS, members
from harness.games.defcon.entries import play_action
from harness.games.defcon.game import GAME
from harness.games.defcon.illegal import illegal_reasons
from harness.games.defcon.layout import RIVER
from harness.games.position import Position
from tests.reference import defcon as twin
from tests.reference.strategies import moods, positions, seeds, starts
from tests.reference.walk import random_walk

SUMMARY = [
    name for name in RIVER.names if name not in ("numbers", "kings", "modifiers", "carriers", "moments")
]


def assert_same(engine: Position, state: twin.State) -> None:
    assert str(engine) == twin.format(state)
    assert list(engine.legal) == twin.legal(state)
    assert [engine.view(seat) for seat in "ab"] == [twin.view(state, seat) for seat in "ab"]
    ended, expected = engine.result, twin.result(state)
    assert (ended is None) == (expected is None)
    if ended:
        assert (ended.winner, ended.reason, ended.scores) == tuple(expected.values())


def assert_reads_back(engine: Position) -> None:
    """The line is read back, and the state that was folded step by step is the one that is folded at once."""
    read = Position.parse("defcon", str(engine), engine.rules)
    assert read == engine
    for name in ("hand", "deck", "discards", "shown", "jacks", "kings", "queens", "challenger", "reason"):
        assert engine._state[name].tolist() == read._state[name].tolist(), name
    if read._state["reason"]:
        assert engine._state["winner"] == read._state["winner"]
    for river, again in zip(engine._state["rivers"], read._state["rivers"], strict=True):
        assert {name: river[name].item() for name in SUMMARY} == {
            name: again[name].item() for name in SUMMARY
        }
        for name, length in (("numbers", "length"), ("kings", "length"), ("modifiers", "extras")):
            assert river[name][: river[length]].tolist() == again[name][: again[length]].tolist(), name


def assert_cards_are_kept(engine: Position, decks: list[set[str]]) -> None:
    for seat, deck in enumerate(decks):
        state = engine._state
        places = [
            *(members(int(state[name][seat])) for name in ("hand", "deck", "discards")),
            *(members(int(state["rivers"][at]["cards"])) for at in range(3 * seat, 3 * seat + 3)),
            *(members(int(state["rivers"][at]["own"])) for at in range(3 * seat, 3 * seat + 3)),
            *(members(int(state["rivers"][at]["foreign"])) for at in range(3 - 3 * seat, 6 - 3 * seat)),
        ]
        cards = [CARDS[card] for place in places for card in place]
        assert len(cards) == len(deck)
        assert set(cards) == deck


@settings(max_examples=60)
@given(starts("defcon"), moods("defcon"), seeds())
def test_whole_games(case, mood, seed):
    engine, state = Position.parse("defcon", case.line, case.rules), twin.parse(case.line, case.rules)
    decks = [{*player.hand, *player.deck} for player in (state.a, state.b)]
    assert_same(engine, state)
    for action, after in random_walk(twin, state, Random(seed), mood):
        engine = engine.play(action)
        assert engine.seen == action
        assert_same(engine, after)
        assert_reads_back(engine)
        assert_cards_are_kept(engine, decks)
    assert engine.legal == ()


@settings(max_examples=40)
@given(positions("defcon", finished=True), st.sampled_from("ab"), seeds())
def test_what_a_seat_sees_doesnt_depend_on_what_is_hidden(case, seat, seed):
    """The rival's hand and deck may be exchanged, and the order of the own deck."""
    state, rng = twin.parse(case.line, case.rules), Random(seed)
    them = twin.other(seat)
    hidden = [*state.player(them).hand, *state.player(them).deck]
    own = list(state.player(seat).deck)
    rng.shuffle(hidden)
    rng.shuffle(own)
    held = len(state.player(them).hand)
    rival = twin.replace(state.player(them), hand=twin.by_index(hidden[:held]), deck=tuple(hidden[held:]))
    mine = twin.replace(state.player(seat), deck=tuple(own))
    changed = state.with_player(them, rival).with_player(seat, mine)
    if twin.in_opening(state) and sum(map(twin.is_number, hidden[:held])) < 3:
        return  # such a hand would have gone back
    engine = Position.parse("defcon", case.line, case.rules)
    other = Position.parse("defcon", twin.format(changed), case.rules)
    place = "ab".index(seat)
    assert engine.view(seat) == other.view(seat)
    seen, also = (GAME.view(position._state, case.rules, place) for position in (engine, other))
    assert_equal_views(seen, also)
    assert seen["deck"] == sum(1 << CARDS.index(card) for card in twin.unseen(state, seat)[0])
    assert seen["unseen"] == sum(1 << CARDS.index(card) for card in twin.unseen(state, seat)[1])


def assert_equal_views(one, other) -> None:
    for name in one.dtype.names:
        if name != "rivers":
            assert one[name].tobytes() == other[name].tobytes(), name
    for river, also in zip(one["rivers"], other["rivers"], strict=True):
        for name in SUMMARY:
            assert river[name] == also[name]


@settings(max_examples=40)
@given(positions("defcon"), st.integers(0, 1 << 17))
def test_only_legal_numbers_are_played(case, code):
    """Any whole number is played exactly if it is in the list; refused ones leave the state as it is."""
    engine = Position.parse("defcon", case.line, case.rules)
    record, legal = GAME.rules_record(case.rules), GAME.actions(engine._state, case.rules)
    near = [c + d for c in legal for d in (1, -1, 64, -64, 512, -512, 1 << 15, -(1 << 15), 1 << 17, 1 << 40)]
    for number in [code, *near, *range(0, 1 << 17, 61), -1, -(1 << 63), (1 << 63) - 1]:
        state = engine._state.copy()
        before = state.tobytes()
        assert play_action(state, record, number) == (number in legal)
        assert (state.tobytes() == before) == (number not in legal)


@settings(max_examples=30)
@given(positions("defcon"), seeds())
def test_reasons_are_given_exactly_for_what_is_illegal(case, seed):
    engine, rng = Position.parse("defcon", case.line, case.rules), Random(seed)
    names = [
        *(f"{card}>{river}" for card in CARDS for river in twin.RIVERS),
        *(f"{card}>{river}.{rng.randint(1, 4)}" for card in CARDS for river in twin.RIVERS),
        *(f"!{card}" for card in CARDS),
        *(f"~{river}" for river in twin.RIVERS),
    ]
    most = case.rules.get("max_attachments", 0)
    for name in {*names, *engine.legal}:
        assert (illegal_reasons(engine._state, name, most) == []) == (name in engine.legal), name
