"""Positions for people: made in three ways, never changed, compared, hashed, copied and sent to other processes."""

import copy
import doctest
import pickle

import pytest

from harness.core.errors import IllegalAction, Malformed, UsageError
from harness.games import description, find_game, position
from harness.games.description import Deck, Result
from harness.games.position import Position

START = "././././. .....|..... .|. 1,?1,x a 0"
MIDDLE = "./12/3/./31 ..3.1|1.... 1,?3,x|2,2 3,1,?2,x b 21"
OVER = "./././1/. .....|...1. 1|. . b 5"


def middle() -> Position:
    return Position.parse("forecast", MIDDLE)


# -- Three ways to one ------------------------------------------------------------------------------


def test_parse_and_start_meet():
    parsed = Position.parse("forecast", START)
    assert parsed == Position.start("forecast", ["1", "?1", "x"])
    assert (parsed.game, parsed.state, str(parsed)) == ("forecast", START, START)
    assert (parsed.mover, parsed.ply, parsed.result, parsed.seen) == ("a", 0, None, None)
    assert parsed.legal == ("draw",)


def test_the_example_of_the_rules_page():
    found = middle()
    assert (found.mover, found.ply) == ("b", 21)
    assert found.view("a") == "./12/3/./31 ..3.1|*.... 1,?3,x|#,# #,*,*,* b 21"
    assert found.view("b") == "./12/3/./31 ..*.*|1.... #,!,!|2,2 #,*,*,* b 21"
    assert found.legal == ("draw", "2@1", "2@3", "2@4")


def test_deal():
    deck = Deck("tiny", (1, 0, 0, 1, 0, 0, 1, 0))
    found = Position.deal("forecast", 3, 4, deck)
    assert (
        found
        == Position.deal("forecast", 3, 4, "1,0,0,1,0,0,1,0")
        == Position.deal("forecast", 3, 4, [deck] * 2)
    )
    assert sorted(found.state.split(" ")[3].split(",")) == ["1", "?1", "x"]
    standard = Position.deal("forecast", 3, 4)
    assert standard == Position.deal("forecast", 3, 4, "standard")
    assert len(standard.state.split(" ")[3].split(",")) == 36


def test_rules_reach_the_game():
    line = "././././. .....|..... 1,1|. 1,1 b 3"
    assert Position.parse(
        "forecast", line.replace("b 3", "a 2").replace("1,1|.", "1|1"), {"hand_limit": 1}
    ).legal
    with pytest.raises(Malformed, match="the hand limit is 1"):
        Position.parse("forecast", line, {"hand_limit": 1})
    found = Position.parse("forecast", START, {"exact": "2", "over": 4})
    assert dict(found.rules) == {"over": 4}
    assert dict(found.play("draw").rules) == {"over": 4}


# -- Playing ----------------------------------------------------------------------------------------


def test_playing_gives_a_new_position():
    first = Position.parse("forecast", START)
    second = first.play("draw")
    assert str(first) == START
    assert str(second) == "././././. .....|..... 1|. ?1,x b 1"
    assert (second.mover, second.ply, second.seen) == ("b", 1, "draw#")
    assert second.play("draw").seen == "draw!"


def test_a_finished_game():
    found = Position.start("forecast", ["1", "?1", "1"])
    for action in ("draw", "draw", "1@4", "?1@4", "draw"):
        assert found.result is None
        found = found.play(action)
    assert found.result == Result("b", "deck-out", (0, 2))
    assert found.legal == ()
    assert found.view("a") == "./././1/. .....|...1. 1|. . b 5"
    with pytest.raises(IllegalAction) as caught:
        found.play("draw")
    assert caught.value.reasons == ("the game is over", "the deck is empty")


def test_perft():
    assert [middle().perft(depth) for depth in range(3)] == [1, 4, 17 + 17 + 16 + 17]
    with pytest.raises(UsageError, match="depth -1 is negative"):
        middle().perft(-1)
    assert Position.parse("forecast", OVER).perft(2) == 0


# -- A position never changes -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["state", "legal", "result", "ply", "mover", "game", "rules", "seen", "new"])
def test_nothing_of_it_can_be_set(name):
    found = middle()
    with pytest.raises(AttributeError):
        setattr(found, name, ())
    with pytest.raises(AttributeError):
        delattr(found, name)
    assert str(found) == MIDDLE


def test_its_rules_can_not_be_changed():
    given = {"over": 3}
    found = Position.parse("forecast", START, given)
    given["over"] = 5
    with pytest.raises(TypeError):
        found.rules["over"] = 4
    assert dict(found.rules) == {"over": 3}


def test_asking_changes_nothing():
    found, untouched = middle(), middle()
    for _ in range(2):
        found.perft(4)
        found.play("draw").play("1@1")
        found.view("a"), found.view("b"), found.legal, found.result, found.seen
    assert pickle.dumps(found) == pickle.dumps(untouched)
    assert [str(found.play(action)) for action in found.legal] == [
        str(untouched.play(action)) for action in untouched.legal
    ]


def test_equal_positions():
    assert middle() == middle()
    assert hash(middle()) == hash(middle())
    assert middle() != Position.parse("forecast", MIDDLE, {"over": 3})
    assert middle() == Position.parse("forecast", MIDDLE, {"over": 1})
    assert middle() != middle().play("draw")
    assert middle() != MIDDLE
    assert len({middle(), middle(), middle().play("2@1"), middle().play("2@1")}) == 2


@pytest.mark.parametrize("copied", [lambda one: pickle.loads(pickle.dumps(one)), copy.copy, copy.deepcopy])
@pytest.mark.parametrize("rules", [{}, {"over": 3, "hand_limit": 7}])
def test_copies_play_on(copied, rules):
    found = Position.parse("forecast", MIDDLE, rules).play("draw")
    again = copied(found)
    assert again is not found
    assert (again, hash(again), again.seen, again.rules) == (found, hash(found), found.seen, found.rules)
    assert [again.play(action) for action in again.legal] == [found.play(action) for action in found.legal]


def test_repr_makes_it_again():
    for found in (middle(), Position.parse("forecast", START, {"over": 3, "exact": 4})):
        assert eval(repr(found)) == found


# -- Refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Position.parse("forcast", START), 'unknown game "forcast": did you mean "forecast"?'),
        (lambda: Position.parse("forecast", None), "None is not a line of text"),
        (
            lambda: Position.parse("forecast", START, {"exat": 1}),
            'unknown option "exat", did you mean "exact"?',
        ),
        (lambda: Position.parse("forecast", START, {"exact": 10}), "exact=10 is outside 0 to 9"),
        (lambda: Position.start("forecast", []), "0 cards: a deck has 1 to 120"),
        (lambda: Position.start("forecast", ["1"] * 121), "121 cards: a deck has 1 to 120"),
        (
            lambda: Position.start("forecast", ["4", 1, "1"]),
            "unknown card '4' in the deck; unknown card 1 in",
        ),
        (lambda: Position.start("forecast", [["1"]]), r"unknown card ['1'] in the deck"),
        (lambda: Position.deal("forecast", -1, 0), "seed -1 is out of range"),
        (lambda: Position.deal("forecast", 2**53, 0), "seed 9007199254740992 is out of range"),
        (lambda: Position.deal("forecast", 0, 2**53), "deal 9007199254740992 is out of range"),
        (lambda: Position.deal("forecast", 1.5, 0), "seed 1.5 is out of range"),
        (lambda: Position.deal("forecast", "1", 0), "seed '1' is out of range"),
        (lambda: Position.deal("forecast", 1, 0, order=2), "order 2 is out of range"),
        (lambda: Position.deal("forecast", 1, 0, "standart"), 'did you mean "standard"?'),
        (lambda: Position.deal("forecast", 1, 0, ["calm"] * 3), "give one deck or two, not 3"),
        (lambda: Position.deal("forecast", 1, 0, ["calm", "storm"]), "both seats draw from one deck"),
        (
            lambda: Position.deal("forecast", 1, 0, Deck("big", (200,) + (0,) * 7)),
            "200 cards: a deck has 1 to",
        ),
        (lambda: Position.deal("forecast", 1, 0, Deck("odd", (-1, 5))), "these are 2; -1 copies of 1"),
        (lambda: middle().view("c"), '"c" is no seat'),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(UsageError) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("action", "reasons"),
    [
        ("2@2", ["slot 2 is full"]),
        ("1@2", ["b has no 1 in hand", "slot 2 is full"]),
        ("?1@1", ["b has no ?1 in hand", "b has a prediction on slot 1 already"]),
        ("x1-3", ["b has no x in hand"]),
        ("-4", ["b has no - in hand", "slot 4 holds no number"]),
        ("x3-1", ['"x3-1" is no action; actions are written draw, 2@4, ?3@2, x1-3, -5']),
        ("", ['"" is no action; actions are written draw, 2@4, ?3@2, x1-3, -5']),
        (None, ['"None" is no action; actions are written draw, 2@4, ?3@2, x1-3, -5']),
    ],
)
def test_why_an_action_is_illegal(action, reasons):
    with pytest.raises(IllegalAction) as caught:
        middle().play(action)
    assert list(caught.value.reasons) == reasons


def test_a_draw_may_be_illegal():
    full = Position.parse("forecast", "././././. .....|..... 1,1,1|1,1,1 1 a 6", {"hand_limit": 3})
    with pytest.raises(IllegalAction, match="the hand is full: 3 cards"):
        full.play("draw")


# -- The house --------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [position, description])
def test_doctests(module):
    done = doctest.testmod(module, extraglobs={"Position": Position})
    assert done.failed == 0
    assert done.attempted or module is description


def test_a_game_describes_itself():
    game = find_game("forecast")
    assert game is find_game("forecast")
    assert (game.name, game.title, game.version, game.deck_owner) == ("forecast", "Forecast", "1", "run")
    assert game.swaps == ("seats",)
    assert game.has_scores
    assert game.standard_deck.cards == (6, 6, 6, 4, 4, 4, 3, 3)
    assert game.deck_list(game.standard_deck) == [6, 6, 6, 4, 4, 4, 3, 3]
    assert set(game.swaps) <= set(description.SWAPS)
    assert [option.name for option in game.options] == ["exact", "over", "miss", "hand_limit"]
