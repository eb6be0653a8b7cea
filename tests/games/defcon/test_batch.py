"""The compiled loop: its games are those of the rules, its rows say what happened, its players can't hurt it."""

import numpy as np
import pytest

from harness.core.compiler import inferred_types
from harness.core.streams import label_word, player_state
from harness.games import cursor as at
from harness.games.defcon import batch, entries, layout
from harness.games.defcon.cards import CARDS, RIVERS
from harness.games.defcon.decks import STOCK
from harness.games.defcon.layout import ACTION_KINDS, REASONS
from harness.games.outcome import DRAW, ILLEGAL
from tests.games.defcon import players
from tests.games.defcon.table import FULL, Batch, Chair
from tests.reference.walk import defcon_kind

VARIANT = {"suit_match": "keeps", "lead": "both", "exhaustion": "draw", "max_attachments": 1, "low": 9}
KIND_NAMES = {"J": "jack", "Q": "queen", "K": "king", "*": "joker"}


def kind_of(action: str) -> str:
    kind = defcon_kind(action)
    return KIND_NAMES.get(kind, kind)


def cards_in(word: int) -> set[str]:
    return {card for number, card in enumerate(CARDS) if word >> number & 1}


def uniform_batch(**options) -> Batch:
    return Batch(Chair(players.uniform_player), Chair(players.uniform_player), **options).run_all()


# -- What is played and written -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "rules"),
    [
        ((FULL, FULL), {}),
        ((STOCK["tens"], STOCK["wrecker"]), {}),
        ((STOCK["numbers"], STOCK["builder"]), VARIANT),
        ((FULL, STOCK["tens"]), {"low": 1, "high": 999}),
    ],
)
def test_rows_say_what_happened(decks, rules):
    played = uniform_batch(decks=decks, rules=rules, games=8, seed=7, deal=3)
    histogram = np.zeros_like(played.histogram)
    for game in range(8):
        told = list(played.replay(game))
        start, end = told[0][0], told[-1][0]
        outcome, row = played.outcome(game), played.named_row(game)
        seat = played.plan[game % 4][0]
        assert outcome.winner == ("a", "b", None).index(end.result.winner)
        assert REASONS[outcome.reason - 1] == end.result.reason
        assert (outcome.plies, outcome.leg, outcome.first_seat) == (end.ply, game % 4, seat)
        assert [outcome.mulligans_a, outcome.mulligans_b] == start._state["mulligans"].tolist()
        assert outcome.fault == outcome.score_a == outcome.score_b == 0
        for place, name in enumerate("ab"):
            turns = [(position, action) for position, action in told[:-1] if position.mover == name]
            spent = {action[:2] for _, action in turns if action[2] == ">"}
            held = {c for p, _ in told for c in p.state.split(" ")[2].split("|")[place].split(",")} - {"."}
            opening = set(start.state.split(" ")[2].split("|")[place].split(","))
            assert cards_in(row[f"opening_{name}"]) == opening
            assert cards_in(row[f"drawn_{name}"]) == held
            assert cards_in(row[f"played_{name}"]) == spent
            kinds = [kind_of(action) for _, action in turns]
            for kind in ACTION_KINDS:
                assert row[f"count_{name}_{kind}"] == kinds.count(kind)
            abroad = [action for _, action in turns if "." in action and action[3] != name]
            assert row[f"count_{name}_foreign"] == len(abroad)
            for position, action in turns:
                histogram[place ^ seat, position.ply, ACTION_KINDS.index(kind_of(action))] += 1
        values = end._state["rivers"]["value"].tolist()
        assert [row[f"value_{river}"] for river in RIVERS] == [min(value, 1023) for value in values]
    assert (played.histogram == histogram).all()


def test_an_end_of_each_kind_happens():
    decks = (STOCK["numbers"], STOCK["builder"])
    rules = {"low": 80, "high": 90, "exhaustion": "draw"}
    ends = {(o.reason, o.winner) for o in map(uniform_batch(games=60).outcome, range(60))}
    ends |= {
        (o.reason, o.winner)
        for o in map(uniform_batch(decks=decks, rules=rules, games=60).outcome, range(60))
    }
    assert ends >= {(1, 0), (1, 1), (2, DRAW)}


def test_legs_exchange_seats_and_orders():
    starts = [uniform_batch(decks=(STOCK["tens"], STOCK["wrecker"])).start(game) for game in range(4)]
    hands = [position.state.split(" ")[2].split("|") for position in starts]
    # (a,X) (b,Y) (a,Y) (b,X): the first entrant's hand
    first = [hands[0][0], hands[1][1], hands[2][0], hands[3][1]]
    assert first[0] == first[3]
    assert first[1] == first[2]
    assert first[0] != first[1]


def test_games_don_t_depend_on_the_log_or_the_batch():
    whole = uniform_batch(games=8)
    assert (uniform_batch(games=8, log=False).rows == whole.rows).all()
    later = uniform_batch(games=4, deal=1)
    assert (later.rows == whole.rows[:, 4:]).all()
    other = uniform_batch(games=8, labels=("first", "third"))
    assert (other.rows != whole.rows).any()
    assert (other.rows[1:3] == whole.rows[1:3]).all()


def test_a_player_s_draws_move_nothing_else():
    calm = Batch(Chair(players.first_player), Chair(players.uniform_player), games=8).run_all()
    wild = Batch(Chair(players.gambling_first_player), Chair(players.uniform_player), games=8).run_all()
    assert (calm.rows == wild.rows).all()


def test_streams_and_memory():
    chair = Chair(players.remembering_player, (-1, 1000, 5), memory=2, scratch=3)
    Batch(Chair(players.last_player), chair, games=8, labels=("x", "y"), seed=4, deal=9).run_all()
    assert chair.scratch[:2].tolist() == [0, 3]
    assert chair.scratch[2] == player_state(*map(np.uint64, (4, 10, 3, label_word("y"))))


# -- Players that err -----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [-1, 1 << 17, 63, (1 << 53) - 1, 0b11 << 15 | 7 << 6])
@pytest.mark.parametrize("turn", [1, 4, 9])
def test_an_illegal_action_forfeits(code, turn):
    chair = Chair(players.remembering_player, (code, turn), memory=1, scratch=3)
    played = Batch(Chair(players.first_player), chair, games=4).run_all()
    for game in range(4):
        outcome = played.outcome(game)
        assert (outcome.fault, outcome.reason) == (ILLEGAL, 0)
        assert outcome.fault_seat == 1 - outcome.first_seat
        assert outcome.winner == outcome.first_seat
        assert outcome.plies == 2 * turn - 2 + outcome.fault_seat
    assert played.cursor[at.ACTION] == code
    assert [len(actions) for actions in played.logged()] == [played.outcome(game).plies for game in range(4)]


def test_an_error_is_passed_on_and_the_batch_goes_on_behind_it():
    played = Batch(Chair(players.raising_player, (8,)), Chair(players.uniform_player), games=24).run_all()
    clean = uniform_batch(games=24)
    failed = {game: ply for game, ply, _ in played.errors}
    assert 0 < len(failed) < 20
    assert set(failed.values()) == {8}
    assert all(played.plan[game % 4][0] == 0 for game in failed)
    seats_b = [game for game in range(24) if played.plan[game % 4][0] == 1]
    assert (played.rows[:, seats_b] == clean.rows[:, seats_b]).all()


def test_a_player_that_scribbles_hurts_only_itself():
    """Its own view is written over; the game, the log and the rival's view are not."""
    quiet = Batch(
        Chair(players.uniform_player), Chair(players.greedy_player, scratch=512), games=12
    ).run_all()
    for game in range(12):
        assert list(quiet.replay(game))[-1][0].result
    loud = Batch(
        Chair(players.scribbling_player), Chair(players.greedy_player, scratch=512), games=12
    ).run_all()
    for game in range(12):
        outcome = loud.outcome(game)
        if outcome.fault:  # it may no longer know its rivers: then it forfeits
            assert outcome.fault_seat == outcome.first_seat
        told = list(loud.replay(game))
        assert told[-1][0].ply == outcome.plies
        greedy = [a for p, a in told[:-1] if (p.mover == "b") == (outcome.first_seat == 0)]
        assert greedy


# -- The house ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def inferred():
    return [found for entry in (batch.run, entries.perft) for found in inferred_types(entry)]


def test_compiled_code_holds_whole_numbers_only(inferred):
    floats = {
        (found.function.__name__, name, kind)
        for found in inferred
        for name, kind in found.slots.items()
        if "float" in kind and "Array(float64" not in kind and "array(float64" not in kind
    }
    assert floats == set()


def test_words_stay_unsigned(inferred):
    """A helper of the game that gives a set gives a uint64 in every call."""
    signed = {
        (found.function.__name__, str(found.signature))
        for found in inferred
        if found.function.__annotations__.get("return") == "np.uint64"
        and found.function.__module__.startswith("harness.games.defcon")
        and str(found.signature.return_type) != "uint64"
    }
    assert signed == set()
    assert {found.function.__name__ for found in inferred} >= {
        "accepted",
        "play",
        "offer",
        "rebuild",
        "begin",
    }


def test_rivers_start_on_cache_lines():
    assert layout.RIVER.itemsize % 64 == layout.VIEW.itemsize % 64 == layout.STATE.itemsize % 64 == 0
    assert [layout.VIEW.fields["rivers"][1], layout.STATE.fields["rivers"][1]] == [0, 0]
    played = uniform_batch(games=1)
    assert played.views.ctypes.data % 64 == 0
