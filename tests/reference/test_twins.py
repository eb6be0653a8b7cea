"""The twins against the vectors: positions and games from an independent implementation of the rules."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.reference import defcon, forecast

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
TWINS = {"forecast": forecast, "defcon": defcon}


def rows(kind: str, game: str) -> list[dict]:
    return [json.loads(line) for line in (VECTORS / f"{game}-{kind}.jsonl").read_text().splitlines()]


def cases(kind: str) -> list:
    return [
        pytest.param(row, id=f"{game}-{number}")
        for game in TWINS
        for number, row in enumerate(rows(kind, game), 1)
    ]


def assert_shows(twin, state, expected: dict) -> None:
    assert twin.format(state) == expected["state"]
    assert [twin.view(state, seat) for seat in "ab"] == expected["views"]
    assert twin.legal(state) == expected["legal"]


def start_cards(game: str, state) -> object:
    """The order of the cards that leads to this start."""
    if game == "forecast":
        return state.deck
    return [(*player.hand, *player.deck) for player in (state.a, state.b)]


@pytest.mark.parametrize("row", cases("games"))
def test_plays_every_game(row):
    twin = TWINS[row["game"]]
    state = twin.parse(row["start"], row["rules"])
    assert twin.start(start_cards(row["game"], state), row["rules"]) == state
    assert_shows(twin, state, row["plies"][0])
    for action, expected in zip(row["actions"], row["plies"][1:], strict=True):
        assert twin.result(state) is None
        state = twin.play(state, action)
        assert_shows(twin, state, expected)
        assert twin.parse(expected["state"], row["rules"]) == state
    assert twin.result(state) == row["result"]


@pytest.mark.parametrize("row", cases("positions"))
def test_plays_every_position(row):
    twin = TWINS[row["game"]]
    before = twin.parse(row["state"], row["rules"])
    assert_shows(twin, before, row)
    after = twin.play(before, row["action"])
    assert twin.format(after) == row["next"]
    assert twin.legal(after) == row["next_legal"]
    assert twin.result(after) == row["result"]


@pytest.mark.parametrize("row", rows("games", "forecast"))
def test_what_a_forecast_seat_has_not_seen_is_what_its_view_hides(row):
    for ply in row["plies"]:
        state = forecast.parse(ply["state"], row["rules"])
        for seat, view in zip("ab", ply["views"], strict=True):
            # A finished game shows the predictions; `unseen` still counts them.
            over = forecast.result(state) is not None
            shown = sum(p != "" for p in state.player(forecast.other(seat)).predictions) if over else 0
            assert sum(forecast.unseen(state, seat).values()) == sum(map(view.count, "#!*")) + shown


@pytest.mark.parametrize("row", rows("games", "forecast"))
def test_forecast_unseen_and_seen_cards_make_the_deck(row):
    deck = Counter(forecast.parse(row["start"]).deck)
    spent = Counter()
    for action, ply in zip([None, *row["actions"]], row["plies"], strict=True):
        if action and action[0] in "123x":
            spent[action[0]] += 1
        elif action and action[0] == "-":
            spent["-"] += 1
        state = forecast.parse(ply["state"], row["rules"])
        for seat in "ab":
            me = state.player(seat)
            own = Counter(me.hand) + Counter(f"?{p}" for p in me.predictions if p)
            assert Counter(forecast.unseen(state, seat)) + own + spent == deck


def test_an_action_as_the_opponent_sees_it():
    state = forecast.start(["?1", "2"])
    assert forecast.seen(state, "draw") == "draw!"
    assert forecast.seen(forecast.play(state, "draw"), "draw") == "draw#"
    assert [forecast.seen(state, a) for a in ("?3@2", "2@4", "x1-3", "-5")] == ["?*@2", "2@4", "x1-3", "-5"]
    assert defcon.seen(None, "7h>a2") == "7h>a2"


@pytest.mark.parametrize("row", rows("games", "defcon"))
def test_what_a_defcon_seat_has_not_seen(row):
    for ply in row["plies"]:
        state = defcon.parse(ply["state"], row["rules"])
        for seat in "ab":
            own, theirs = defcon.unseen(state, seat)
            assert own == set(state.player(seat).deck)
            opponent = state.player(defcon.other(seat))
            assert theirs >= {*opponent.hand, *opponent.deck}
            assert theirs.isdisjoint(opponent.discards)


def test_an_illegal_action_is_refused():
    with pytest.raises(ValueError, match="not legal"):
        forecast.play(forecast.start(["1"]), "1@1")
