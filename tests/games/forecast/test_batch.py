"""The compiled loop over games: replayed by the twin from its log, and steady under mistakes of its players."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.streams import label_word, player_state
from harness.games import cursor as at
from harness.games.description import SWAPS, Deck
from harness.games.forecast import layout
from harness.games.forecast.game import GAME
from harness.games.outcome import ILLEGAL
from harness.games.position import Position
from tests.games.forecast import players
from tests.games.forecast.table import SEATS_SWAPPED, STANDARD, Batch, Chair
from tests.reference import forecast as twin
from tests.reference.strategies import forecast_counts, forecast_rules
from tests.reference.walk import forecast_kind

COLUMN_SIGNS = ("1", "2", "3", "p1", "p2", "p3", "swap", "remove")
NUMBERS = st.integers(0, 2**53 - 1)


def uniform_chairs() -> tuple[Chair, Chair]:
    return Chair(players.uniform_player), Chair(players.uniform_player)


# -- Replayed by the twin ---------------------------------------------------------------------------


def replayed(batch: Batch, game: int, indexes: list[int]):
    """Yield (state before, action) of a logged game, and at last (last state, None)."""
    state = twin.start(batch.deck_order(game), batch.rules)
    for index in indexes:
        action = twin.legal(state)[index]
        yield state, action
        state = twin.play(state, action)
    yield state, None


def expected_row(last: twin.State, actions: list[str]) -> dict[str, int]:
    """What a game's words must say, once they are unpacked."""
    row = {}
    for slot in range(5):
        base, top = ([int(number) for number in last.river[slot]] + [0, 0])[:2]
        row |= {f"base_{slot + 1}": base, f"top_{slot + 1}": top}
        for seat in "ab":
            row[f"predicted_{seat}_{slot + 1}"] = int(last.player(seat).predictions[slot] or 0)
    for place, seat in enumerate("ab"):
        spent = [a.split("@")[0] if "@" in a else a[0] for a in actions[place::2] if a != "draw"]
        for sign, kind in zip(COLUMN_SIGNS, twin.KINDS, strict=True):
            held, played = last.player(seat).hand.count(kind), spent.count(kind)
            row |= {f"held_{seat}_{sign}": held, f"played_{seat}_{sign}": played}
            row[f"drawn_{seat}_{sign}"] = held + played
    return row


def assert_replays(batch: Batch) -> None:
    counted = np.zeros_like(batch.histogram)
    for game, indexes in enumerate(batch.logged()):
        outcome, leg = batch.outcome(game), game % 2
        *moves, (last, _) = replayed(batch, game, indexes)
        actions = [action for _, action in moves]
        result = twin.result(last)
        assert (outcome.leg, outcome.first_seat, outcome.plies) == (leg, leg, len(actions))
        assert layout.REASONS[outcome.reason - 1] == result["reason"]
        assert ("a", "b", None)[outcome.winner] == result["winner"]
        assert [outcome.score_a, outcome.score_b] == result["scores"]
        assert outcome[5:7] == outcome[9:11] == (0, 0)
        assert batch.named_row(game) == expected_row(last, actions)
        for ply, action in enumerate(actions):
            counted[(ply & 1) ^ leg, ply, layout.ACTION_KINDS.index(forecast_kind(action))] += 1
    assert (counted == batch.histogram).all()


@settings(max_examples=60)
@given(forecast_counts(), forecast_rules(), NUMBERS, st.integers(0, 2**53 - 5))
def test_games_replay(counts, rules, seed, deal):
    batch = Batch(*uniform_chairs(), counts, None, rules, seed, deal, games=3)
    assert batch.run() == 3
    assert_replays(batch)


@settings(max_examples=30)
@given(st.data(), NUMBERS)
def test_games_from_a_larger_universe_replay(data, seed):
    universe = data.draw(forecast_counts())
    counts = data.draw(st.tuples(*(st.integers(0, count) for count in universe)).filter(any))
    batch = Batch(*uniform_chairs(), counts, universe, {}, seed, games=4)
    batch.run()
    assert_replays(batch)


def test_many_games_of_the_standard_deck_replay():
    batch = Batch(*uniform_chairs(), games=60).run_all()
    assert_replays(batch)
    reasons = Counter(batch.outcome(game).reason for game in range(60))
    assert {"river-full"} <= {layout.REASONS[reason - 1] for reason in reasons}


@pytest.mark.parametrize(("cards", "plies"), [(1, 1), (2, 2), (119, 237), (120, 238)])
def test_the_longest_games(cards, plies):
    # Two players who play at once what they draw make the most of every card.
    eager = Chair(players.last_player), Chair(players.last_player)
    batch = Batch(*eager, (0,) * 6 + (cards, 0), games=2).run_all()
    assert batch.outcome(0).plies == plies <= layout.MAX_PLIES
    assert_replays(batch)


def test_a_games_order_is_that_of_its_position():
    batch = Batch(*uniform_chairs(), seed=9, deal=70)
    for game in range(2):
        shown = Position.deal("forecast", 9, 70).state.split(" ")[3]
        assert ",".join(batch.deck_order(game)) == shown


@settings(max_examples=20)
@given(forecast_counts(), forecast_rules(), NUMBERS)
def test_the_views_in_the_loop_are_those_of_the_positions(counts, rules, seed):
    first, second = (Chair(players.recording_player, scratch=18 * 500 + 1) for _ in "ab")
    batch = Batch(first, second, counts, None, rules, seed)
    batch.run()
    written = [
        iter(chair.scratch[1:].reshape(-1, players.VIEW_FIELDS).view(np.int64)) for chair in (first, second)
    ]
    for game, indexes in enumerate(batch.logged()):
        position = Position.start("forecast", batch.deck_order(game), rules)
        for index in indexes:
            seat = position.ply & 1
            view = GAME.view(position._state, position.rules, seat)
            assert (
                next(written[seat ^ (game & 1)]).tolist()
                == np.asarray(view).reshape(1).view(np.int64).tolist()
            )
            position = position.play(position.legal[index])
        assert position.result is not None
    assert first.scratch[0] + second.scratch[0] == len(batch.log[: batch.cursor[at.LOGGED]])


# -- Streams ----------------------------------------------------------------------------------------


def test_who_draws_more_random_numbers_moves_nothing():
    plain = Batch(Chair(players.first_player), Chair(players.last_player), games=40).run_all()
    drawing = Batch(Chair(players.gambling_first_player), Chair(players.last_player), games=40).run_all()
    assert (plain.rows == drawing.rows).all()
    assert plain.logged() == drawing.logged()


def test_parts_of_a_job_are_the_games_of_the_whole():
    whole = Batch(*uniform_chairs(), games=24).run_all()
    chairs = uniform_chairs()
    for first_deal, games in ((0, 10), (5, 2), (6, 12)):
        part = Batch(*chairs, deal=first_deal, games=games).run_all()
        assert (part.rows == whole.rows[:, 2 * first_deal : 2 * first_deal + games]).all()


def test_workers_never_repeat_each_other():
    words = [
        Batch(*uniform_chairs(), seed=seed, deal=deal, games=40).run_all().rows
        for seed in (1, 2)
        for deal in (0, 20, 40)
    ]
    logs = {tuple(row) for rows in words for row in rows.T.tolist()}
    assert len(logs) > 235, "of 240 games hardly two end in the same way"


def test_a_players_stream_is_of_seed_deal_leg_and_label():
    chair = Chair(players.remembering_player, (0, -1), memory=1, scratch=3)
    for deal, games in ((5, 1), (5, 2), (6, 1)):
        Batch(
            chair, Chair(players.uniform_player), seed=3, deal=deal, games=games, labels=("otter", "")
        ).run_all()
        words = (np.uint64(word) for word in (3, deal, games - 1, label_word("otter")))
        assert chair.scratch[2] == player_state(*words)


def test_the_label_tells_players_apart():
    one, other = (
        Batch(*uniform_chairs(), labels=labels).run_all().rows for labels in (("a", "b"), ("a", "c"))
    )
    assert (one != other).any()
    same = Batch(*uniform_chairs(), labels=("a", "b")).run_all().rows
    assert (one == same).all()
    assert label_word("b") != label_word("c")


def test_memory_is_empty_at_the_start_of_each_game_and_parameters_arrive():
    chair = Chair(players.remembering_player, (0, -1), memory=2, scratch=3)
    Batch(chair, Chair(players.first_player), games=10).run_all()
    assert chair.scratch[:2].tolist() == [0, 2]
    assert chair.memory[0] > 0


# -- Mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [-1, -(2**63), 46, 63, 64, 2**40, 2**62, 1, 45])
def test_an_illegal_action_is_a_forfeit_and_the_loop_goes_on(action):
    # At its third turn the second entrant gives the action; the table is empty, its hand may not hold a 1.
    second = Chair(players.remembering_player, (action, 3), memory=1, scratch=3)
    batch = Batch(Chair(players.first_player), second, (0, 0, 4, 0, 0, 0, 4, 0), games=4)
    played = []
    while batch.cursor[at.GAME] < 4:
        batch.cursor[at.GAME] = batch.run()
        played.append((int(batch.cursor[at.GAME]), int(batch.cursor[at.ACTION]), int(batch.cursor[at.PLY])))
    assert played == [(game, action, 5 if game & 1 else 4) for game in (1, 2, 3, 4)]
    for game in range(4):
        outcome, seat = batch.outcome(game), 1 - (game & 1)
        assert (outcome.winner, outcome.fault, outcome.fault_seat) == (1 - seat, ILLEGAL, seat)
        assert (outcome.reason, outcome.plies, outcome.leg) == (0, 5 - (game & 1), game & 1)
    assert [len(indexes) for indexes in batch.logged()] == [5, 4, 5, 4]


def test_the_row_of_a_forfeit_tells_how_it_stood():
    second = Chair(players.remembering_player, (-1, 4), memory=1, scratch=3)
    batch = Batch(Chair(players.last_player), second, games=8).run_all()
    for game, indexes in enumerate(batch.logged()):
        *moves, (last, _) = replayed(batch, game, indexes)
        assert batch.outcome(game).fault == ILLEGAL
        assert batch.named_row(game) == expected_row(last, [action for _, action in moves])


def test_a_kernel_that_raises_costs_its_own_game_only():
    whole = Batch(*uniform_chairs(), games=40).run_all()
    first = Chair(players.raising_player, (4.0,))
    batch = Batch(first, Chair(players.uniform_player), games=40)
    batch.rows[:] = 7
    batch.run_all()
    raised = {game for game, _, _ in batch.errors}
    assert 3 < len(raised) < 17
    for game, ply, error in batch.errors:
        assert (ply, game & 1) == (4, 0)
        assert str(error) == "a player's own mistake"
        assert (batch.rows[:, game] == 7).all()
    for game in set(range(1, 40, 2)) - raised:
        assert (batch.rows[:, game] == whole.rows[:, game]).all()


def test_a_log_is_kept_only_where_there_is_room():
    with_log, without = (Batch(*uniform_chairs(), games=10, log=log).run_all() for log in (True, False))
    assert (with_log.rows == without.rows).all()
    assert without.cursor[at.LOGGED] == 0
    assert with_log.cursor[at.LOGGED] == with_log.histogram.sum()


def test_the_loop_stops_where_it_is_told():
    batch = Batch(*uniform_chairs(), games=10)
    batch.cursor[at.STOP] = 4
    assert batch.run() == 4
    assert not batch.rows[:, 4:].any()
    batch.cursor[at.GAME], batch.cursor[at.STOP] = 4, 10
    assert batch.run() == 10
    assert (batch.rows == Batch(*uniform_chairs(), games=10).run_all().rows).all()


# -- The table that the layers above use ------------------------------------------------------------


def test_the_games_table_plays_the_same():
    rules = {"over": 2}
    bare = Batch(*uniform_chairs(), rules=rules, games=12).run_all()
    deck = Deck("standard", STANDARD)
    table = GAME.table(rules, (deck, deck))
    other = Batch(*uniform_chairs(), rules=rules, games=12)
    plan = np.array(SWAPS["seats"], np.int64)
    assert (plan == SEATS_SWAPPED).all()
    done = table.run(
        other.first.player,
        other.second.player,
        other.setup,
        plan,
        other.rows,
        other.histogram,
        other.log,
        other.cursor,
    )
    assert done == 12
    assert (other.rows == bare.rows).all()
    assert (other.log == bare.log).all()
    friendly = GAME.friendly(table, 1, rules)
    assert friendly.seat == "b"
    assert dict(friendly.rules) == {"exact": 2, "over": 2, "miss": -1, "hand_limit": 5}
    assert friendly.ply == table.views[1]["ply"] > 0


def test_columns_unpack_whole_batches_and_parts_of_them():
    batch = Batch(*uniform_chairs(), games=30).run_all()
    columns = dict(zip(layout.COLUMNS, batch.rows, strict=True))
    unpacked = GAME.unpack(columns)
    assert all(values.dtype == np.uint8 and values.shape == (30,) for values in unpacked.values())
    for game in range(30):
        assert {name: int(values[game]) for name, values in unpacked.items()} == batch.named_row(game)
    assert set(GAME.unpack({"table": columns["table"]})) == {
        n for n in unpacked if n[:4] in ("base", "top_", "pred")
    }
    only_held = GAME.unpack({"hand_a": columns["hand_a"]})
    assert set(only_held) == {f"held_a_{sign}" for sign in COLUMN_SIGNS}
    assert GAME.unpack({"outcome": columns["outcome"]}) == {}
