"""What testers of players know of the games: hidden cards dealt anew change no view, odd settings can be played."""

import numpy as np
import pytest

from harness.core.streams import Random
from harness.games import GAMES
from harness.games.position import Position
from harness.games.probes import find_probe


@pytest.fixture(params=GAMES)
def probe(request):
    return find_probe(request.param)


def states(probe, random, games=6):
    """Walk through games at random, in turn with the default rules and odd ones."""
    game = probe.game
    for number in range(games):
        deck = probe.odd_decks[number % len(probe.odd_decks)] if number % 2 else game.standard_deck
        rules = probe.odd_rules(random) if number % 2 else {}
        state = game.deal(number, 1, (deck, deck), rules)
        while actions := game.actions(state, rules):
            yield state, rules, actions
            state = game.play(state, rules, random.choice(actions))


def test_a_seat_can_not_tell_redealt_states_apart(probe):
    random, differ = Random.seeded(1), 0
    for state, rules, actions in states(probe, random):
        twin = probe.redeal(state, rules, random)
        seat = int(state["ply"]) & 1
        views = [np.asarray(probe.game.view(each, rules, seat)).tobytes() for each in (state, twin)]
        assert views[0] == views[1]
        assert probe.game.actions(twin, rules) == actions
        differ += probe.game.format(twin) != probe.game.format(state)
    assert differ > 50


def test_redealt_states_are_possible_positions_that_play_on(probe):
    random = Random.seeded(2)
    for state, rules, actions in states(probe, random, games=3):
        twin = probe.redeal(state, rules, random)
        line = probe.game.format(twin)
        assert Position.parse(probe.game.name, line, rules).state == line
        after = probe.game.play(twin, rules, actions[0])
        assert int(after["ply"]) == int(state["ply"]) + 1


def test_the_state_that_is_redealt_stays_as_it_is(probe):
    random = Random.seeded(3)
    state, rules, _ = next(states(probe, random))
    before = np.asarray(state).tobytes()
    probe.redeal(state, rules, random)
    assert np.asarray(state).tobytes() == before


def test_a_table_shows_what_the_game_shows(probe):
    random = Random.seeded(4)
    game = probe.game
    for state, rules, _ in states(probe, random, games=4):
        table = game.table(rules, (game.standard_deck, game.standard_deck))
        table.lay_out(state)
        seat = int(state["ply"]) & 1
        shown = np.asarray(table.views)[seat]
        assert shown.tobytes() == np.asarray(game.view(state, rules, seat)).tobytes()


def test_kinds_of_action_agree_with_the_counts_of_a_game(probe):
    game = probe.game
    names = {
        "forecast": {"draw": "draw", "2@4": "number", "?1@1": "predict", "x1-2": "swap", "-3": "remove"},
        "defcon": {"7h>a2": "number", "Jd>b1.3": "jack", "Qd>b1.3": "queen", "Kd>b1.3": "king", "*1>a1.1": "joker",
                   "!Kd": "discard", "~a2": "disband"},
    }[game.name]  # fmt: skip
    read = game.reader(None)
    assert [game.action_kinds[probe.kind_of(read(name))] for name in names] == list(names.values())


def test_odd_rules_are_rules(probe):
    random = Random.seeded(5)
    drawn = [probe.odd_rules(random) for _ in range(50)]
    for rules in drawn:
        probe.game.rules_record(rules)
    assert {name for rules in drawn for name in rules} == {option.name for option in probe.game.options}


def test_odd_decks_are_decks(probe):
    for deck in probe.odd_decks:
        probe.game.deal(1, 1, (deck, deck), {})


def test_situations_are_found_where_they_are():
    forecast, defcon = find_probe("forecast"), find_probe("defcon")

    def found(probe, line):
        return probe.found_in(probe.game.parse(line, {}), {})

    assert found(forecast, "././././. .....|..... .|. 1,2 a 0") == ("opening", "nothing but draw")
    start = Position.deal("defcon", 1, 1)
    assert defcon.found_in(start._state, {}) == ("opening",)
