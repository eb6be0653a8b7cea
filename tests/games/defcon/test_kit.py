"""What the kit tells compiled players of an action is what the rules make of it."""

from itertools import pairwise

import numpy as np

from harness.games.defcon.cards import NUMBER_OF
from harness.games.defcon.decks import STOCK
from harness.games.defcon.layout import action_code, action_fields, action_name
from harness.games.defcon.notation import read_action
from tests.games.defcon import players
from tests.games.defcon.table import FULL, Batch, Chair


def test_what_is_told_of_an_action_comes_true():
    for decks, rules in (
        ((FULL, FULL), {}),
        (
            (STOCK["tens"], FULL),
            {"suit_match": "keeps", "lead": "both", "max_attachments": 2, "low": 8, "high": 40},
        ),
    ):
        chair = Chair(players.asking_player, scratch=9 * 400)
        played = Batch(chair, Chair(players.uniform_player), decks, rules, games=4).run_all()
        assert chair.scratch[1] == 0
        told = iter(chair.scratch[2 : 2 + int(chair.scratch[0])].reshape(-1, 9).tolist())
        compared = 0
        for game in range(4):
            seat = "ab"[played.plan[game % 4][0]]
            walk = list(played.replay(game))
            for (position, action), (after, _) in pairwise(walk):
                if position.mover != seat:
                    continue
                index, *values, lead, accepts = next(told)
                assert position.legal[index] == action
                rivers = after._state["rivers"]
                assert rivers["value"].tolist() == values, (str(position), action)
                assert lead - 1 == after._state["challenger"], (str(position), action)
                kind, _, river, _ = action_fields(read_action(action))
                if kind == 0 or (kind == 1 and action[0] == "Q"):
                    assert int(rivers["accepts"][river]) == accepts, (str(position), action)
                compared += 1
        assert compared > 20


def test_the_greedy_player_beats_the_uniform_one():
    played = Batch(
        Chair(players.greedy_player, scratch=512), Chair(players.uniform_player), games=100
    ).run_all()
    outcomes = [played.outcome(game) for game in range(100)]
    assert sum(o.winner == o.first_seat for o in outcomes) > 80


def test_action_numbers():
    for name, fields in {
        "7h>a2": (0, NUMBER_OF["7h"], 1, 0),
        "Kd>b1.3": (1, NUMBER_OF["Kd"], 3, 2),
        "*2>a1.40": (1, NUMBER_OF["*2"], 0, 39),
        "!7h": (2, NUMBER_OF["7h"], 0, 0),
        "~b3": (3, 0, 5, 0),
    }.items():
        code = read_action(name)
        assert action_fields(code) == fields
        assert action_code(*fields) == code
        assert action_name(code) == name
    for name in (
        "7h>a4",
        "7h>a2.1",
        "Kd>b1",
        "Kd>b1.0",
        "Kd>b1.03",
        "!7x",
        "~a",
        "7h>A2",
        "",
        "7h>a2 ",
        "~a1.1",
    ):
        assert read_action(name) is None


def test_arrays_of_words_hold_actions_too():
    """`list_actions` fills scratch words, which hold no negative numbers."""
    assert np.uint64(action_code(3, 0, 5)) < np.uint64(1 << 17)
