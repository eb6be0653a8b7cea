"""What the strategies draw is legal, the twins keep their invariants over it, and rare things do happen."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.reference import defcon, forecast, strategies
from tests.reference.defcon_table import is_locked, owner_of
from tests.reference.walk import MOODS, TWINS, random_walk

GAMES = tuple(TWINS)
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def cards_of_seat(state, seat) -> Counter:
    player = state.player(seat)
    placed = [
        p.card
        for name, river in zip(defcon.RIVERS, state.rivers, strict=True)
        for p in river
        if owner_of(name, p) == seat
    ]
    return Counter([*player.hand, *player.deck, *player.discards, *placed])


def longest_game(game, state) -> int:
    return 2 * len(state.deck) - 1 if game == "forecast" else 188


@pytest.mark.parametrize("game", GAMES)
@few
@given(data=st.data())
def test_every_walk_ends_and_every_line_comes_back(game, data):
    twin = TWINS[game]
    case = data.draw(strategies.starts(game))
    state = twin.parse(case.line, case.rules)
    limit = longest_game(game, state)
    assert twin.result(state) is None
    assert twin.legal(state)
    rng = Random(data.draw(strategies.seeds()))
    for _, after in random_walk(twin, state, rng, data.draw(strategies.moods(game))):
        assert twin.parse(twin.format(after), case.rules) == after
        assert (twin.result(after) is None) == bool(twin.legal(after))
        state = after
    assert twin.result(state)
    assert state.ply <= limit


@few
@given(strategies.forecast_counts())
def test_forecast_counts_are_valid(counts):
    assert len(counts) == 8
    assert min(counts) >= 0
    assert 1 <= sum(counts) <= 120


@few
@given(strategies.defcon_decks())
def test_defcon_decks_are_valid(deck):
    assert 30 <= len(deck) <= 54
    assert deck == defcon.by_index(set(deck))


@few
@given(strategies.defcon_starts(), strategies.seeds(), strategies.moods("defcon"))
def test_defcon_cards_are_conserved(case, seed, mood):
    state = defcon.parse(case.line, case.rules)
    assert all(sum(map(defcon.is_number, state.player(seat).hand)) >= 3 for seat in "ab")
    before = [cards_of_seat(state, seat) for seat in "ab"]
    for _, after in random_walk(defcon, state, Random(seed), mood):
        assert [cards_of_seat(after, seat) for seat in "ab"] == before


@few
@given(strategies.forecast_starts(), strategies.seeds(), strategies.moods("forecast"))
def test_forecast_hands_keep_their_limit(case, seed, mood):
    state = forecast.parse(case.line, case.rules)
    for _, after in random_walk(forecast, state, Random(seed), mood):
        assert max(len(after.a.hand), len(after.b.hand)) <= after.rules.hand_limit
        backs = sum(map(forecast.view(after, "a").count, "#!"))
        assert backs == len(after.b.hand) + bool(after.deck)


@pytest.mark.parametrize("game", GAMES)
@few
@given(data=st.data())
def test_positions_go_on(game, data):
    case = data.draw(strategies.positions(game))
    assert TWINS[game].legal(TWINS[game].parse(case.line, case.rules))


def test_rare_things_happen_in_some_mood():
    happened = Counter()
    for mood in MOODS["defcon"]:
        for seed in range(25):
            rng = Random(seed)
            orders = [strategies.defcon_order(defcon.CARDS, rng, 0.5) for _ in "ab"]
            state = defcon.start(orders)
            for action, after in random_walk(defcon, state, rng, mood):
                replied = state.challenger not in (None, state.mover)
                happened["lead broken"] += replied and after.ending is None
                happened["own doing"] += after.ending is None and after.challenger == after.mover
                happened["lock"] += action[0] == "Q" and is_locked(after.river(action[3:5]))
                happened["joker"] += action[0] == "*"
                state = after
            happened[state.ending[0]] += 1
    assert min(happened.values()) >= 5, happened
