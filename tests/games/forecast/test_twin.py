"""The engine in lock-step with its slow twin: after every action both say the same of everything."""

from collections import Counter
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.games.forecast.cards import SIGNS
from harness.games.forecast.friendly import ForecastView
from harness.games.forecast.game import GAME
from harness.games.forecast.layout import hand_counts, unpack_counts
from harness.games.forecast.notation import deck_kinds
from harness.games.position import Position
from tests.games.driver import Engine
from tests.reference import forecast as twin
from tests.reference import perft, strategies
from tests.reference.strategies import Case

ENGINE = Engine("forecast")


def view_of(position: Position, seat: str) -> ForecastView:
    """The friendly view over the record that a player in this seat would get."""
    record = GAME.view(position._state, position.rules, "ab".index(seat))
    return ForecastView(record, "ab".index(seat), position.rules)


def assert_same(position: Position, state: twin.State, seen: str | None) -> None:
    legal = twin.legal(state)
    assert str(position) == twin.format(state)
    assert (position.mover, position.ply, position.seen) == (state.mover, state.ply, seen)
    assert list(position.legal) == legal
    assert ENGINE.result(position) == twin.result(state)
    for seat in "ab":
        assert position.view(seat) == twin.view(state, seat)
        moves = seat == state.mover
        assert_view(view_of(position, seat), state, legal if moves else [], seen if moves else None)


def assert_view(view: ForecastView, state: twin.State, legal: list[str], seen: str | None) -> None:
    me, rival = state.player(view.seat), state.player(twin.other(view.seat))
    assert list(view.legal) == legal
    assert [tuple(map(str, numbers)) for numbers in view.slots] == list(state.river)
    assert [str(number or "") for number in view.predictions] == list(me.predictions)
    assert view.rival_predicted == tuple(number != "" for number in rival.predictions)
    assert view.hand == {kind: me.hand.count(kind) for kind in twin.KINDS}
    assert view.unseen == twin.unseen(state, view.seat)
    backs = Counter(map(twin.back, rival.hand))
    assert view.rival_hand == (backs["#"], backs["!"])
    assert view.left == len(state.deck)
    top = {"#": "blue", "!": "brown", None: None}
    assert view.top_back == top[twin.back(state.deck[0]) if state.deck else None]
    assert (view.ply, view.last) == (state.ply, seen)
    if twin.end_reason(state) is None:
        assert str(view) == twin.view(state, view.seat)


def walk(case: Case, seed: int, mood: str):
    """Yield (position, twin's state, action that led there, last action as seen) over a whole game."""
    state = twin.parse(case.line, case.rules)
    position = Position.parse("forecast", case.line, case.rules)
    yield position, state, None, None
    for action, after in strategies.random_walk(twin, state, Random(seed), mood):
        seen = twin.seen(state, action)
        state, position = after, position.play(action)
        yield position, state, action, seen


GAMES = (strategies.forecast_starts(), strategies.seeds(), strategies.moods("forecast"))


@settings(max_examples=100)
@given(*GAMES)
def test_lock_step(case, seed, mood):
    for position, state, _, seen in walk(case, seed, mood):
        assert_same(position, state, seen)
    assert position.result is not None


@settings(max_examples=100)
@given(strategies.positions("forecast", finished=True))
def test_a_position_that_is_read_is_the_one_that_was_played(case):
    assert_same(ENGINE.parse(case.line, case.rules), twin.parse(case.line, case.rules), None)


@settings(max_examples=40)
@given(*GAMES)
def test_cards_are_conserved(case, seed, mood):
    deck = by_kind(Counter(twin.parse(case.line).deck))
    before = [(0,) * 8] * 2
    for position, _, action, _ in walk(case, seed, mood):
        record = position._state
        held = [hand_counts(int(word)) for word in record["hand"]]
        played = [unpack_counts(int(word)) for word in record["played"]]
        left = by_kind(Counter(SIGNS[kind] for kind in deck_kinds(record)))
        assert (np.sum([*held, *played, left], axis=0) == deck).all()
        mover, spent = 1 - (position.ply & 1), Counter()
        if action not in (None, "draw"):
            spent[action.split("@")[0] if "@" in action else action[0]] = 1
        assert tuple(np.subtract(played[mover], before[mover])) == by_kind(spent)
        assert played[1 - mover] == before[1 - mover]
        before = played


def by_kind(cards: Counter) -> tuple[int, ...]:
    return tuple(cards[sign] for sign in SIGNS)


# -- What stays hidden ------------------------------------------------------------------------------


def alike(card: str):
    """Whether another card has the same back."""
    return lambda other: twin.back(other) == twin.back(card)


def with_hidden_cards_permuted(state: twin.State, seat: str, rng: Random) -> twin.State:
    """Exchange what a seat can not see, so that the backs which it does see stay as they are."""
    rival = state.player(twin.other(seat))
    spots = [slot for slot, number in enumerate(rival.predictions) if number]
    pool = Counter([*state.deck, *rival.hand, *(f"?{rival.predictions[slot]}" for slot in spots)])

    def take(fits) -> str:
        card = rng.choice(sorted(card for card in pool.elements() if fits(card)))
        pool[card] -= 1
        return card

    predictions = list(rival.predictions)
    for slot in spots:
        predictions[slot] = take(lambda card: card.startswith("?"))[1]
    hand = [take(alike(held)) for held in rival.hand]
    top = [take(alike(card)) for card in state.deck[:1]]
    rest = sorted(pool.elements())
    rng.shuffle(rest)
    permuted = twin.Player(twin.sorted_hand(hand), tuple(predictions))
    return twin.replace(state.with_player(twin.other(seat), permuted), deck=(*top, *rest))


@settings(max_examples=150)
@given(strategies.positions("forecast"), st.sampled_from("ab"), strategies.seeds())
def test_a_view_does_not_change_when_hidden_cards_are_permuted(case, seat, seed):
    state = twin.parse(case.line, case.rules)
    permuted = with_hidden_cards_permuted(state, seat, Random(seed))
    if twin.end_reason(
        permuted
    ):  # the rival may have nothing to play with other cards; its view is open then
        return
    one, other = (Position.parse("forecast", twin.format(s), case.rules) for s in (state, permuted))
    records = [GAME.view(position._state, case.rules, "ab".index(seat)) for position in (one, other)]
    assert records[0].tobytes() == records[1].tobytes()
    assert one.view(seat) == other.view(seat)


def test_permuting_really_permutes():
    state = twin.parse("./12/3/./31 ..3.1|1.... 1,?3,x|2,2 3,1,?2,x b 21")
    lines = {twin.format(with_hidden_cards_permuted(state, "a", Random(seed))) for seed in range(50)}
    assert len(lines) > 20


# -- Counting sequences -----------------------------------------------------------------------------


@settings(max_examples=40)
@given(strategies.positions("forecast", finished=True), st.integers(0, 2))
def test_perft_of_any_position(case, depth):
    position = ENGINE.parse(case.line, case.rules)
    assert position.perft(depth) == perft.perft(twin, twin.parse(case.line, case.rules), depth)


def test_views_are_records_of_their_own():
    position = Position.start("forecast", ["1", "2", "x"]).play("draw")
    view = GAME.view(position._state, {}, 0)
    before = view.tobytes()
    position.play("draw").play("1@1")
    assert view.tobytes() == before
    assert not np.shares_memory(np.asarray(view), np.asarray(GAME.view(position._state, {}, 0)))
