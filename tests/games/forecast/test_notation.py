"""Position lines: each that a game can lead to is read and written back, each other one is refused with reasons."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import Malformed
from harness.games.forecast.checks import read_position
from harness.games.position import Position
from tests.reference import forecast as twin
from tests.reference import strategies

GOOD = "./12/3/./31 ..3.1|1.... 1,?3,x|2,2 3,1,?2,x b 21"


def reasons_of(line: str, rules: dict | None = None) -> list[str]:
    with pytest.raises(Malformed) as caught:
        Position.parse("forecast", line, rules)
    assert caught.value.what == "position"
    return list(caught.value.reasons)


# -- No false refusals ------------------------------------------------------------------------------


@settings(max_examples=150)
@given(strategies.forecast_starts(), strategies.seeds(), strategies.moods("forecast"))
def test_every_position_of_a_game_is_read_and_written_back(case, seed, mood):
    limit = twin.parse(case.line, case.rules).rules.hand_limit
    lines = [case.line]
    walk = strategies.random_walk(twin, twin.parse(case.line, case.rules), Random(seed), mood)
    lines += [twin.format(state) for _, state in walk]
    for line in lines:
        assert read_position(line, limit)[1] == []
    for line in lines[:: max(1, len(lines) // 4)] + lines[-1:]:
        assert str(Position.parse("forecast", line, case.rules)) == line


def every_line(state: twin.State, known: set[str]) -> set[str]:
    line = twin.format(state)
    if line not in known:
        known.add(line)
        for action in twin.legal(state):
            every_line(twin.play(state, action), known)
    return known


@pytest.mark.parametrize(
    ("cards", "hand_limit"),
    [
        (["1"], 1),
        (["1", "?1", "x"], 1),
        (["1", "-", "1", "-"], 1),
        (["x", "x", "x", "x", "x"], 2),
        (["?1", "?2", "2", "1"], 7),
    ],
)
def test_all_positions_of_small_games_are_read(cards, hand_limit):
    for line in every_line(twin.start(cards, {"hand_limit": hand_limit}), set()):
        assert read_position(line, hand_limit)[1] == []


# -- Malformed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("./12/3", "./12/4", 'slot 3 is "4": a stack is the digits 1 to 3 from bottom to top, or "."'),
        ("./12/3", "/12/3", 'slot 1 is "": a stack is the digits 1 to 3 from bottom to top, or "."'),
        ("./12/3", "./1./3", 'slot 2 is "1.": a stack is the digits 1 to 3 from bottom to top, or "."'),
        ("./12/3", "./123/3", "slot 2 holds 3 numbers; there is room for 2"),
        ("/31 ", "/31/. ", 'the field of slots has 6 parts joined by "/", not 5'),
        ("|1....", "|1...", 'predictions "1...": there are 5 characters, each "." or a digit from 1 to 3'),
        ("..3.1|", "..3.*|", 'predictions "..3.*": there are 5 characters, each "." or a digit from 1 to 3'),
        ("..3.1|1....", "..3.11....", 'the field of predictions has 1 parts joined by "|", not 2'),
        ("1,?3,x|", "1,?4,x|", 'unknown card "?4" in the hand of a'),
        ("|2,2", "|2,2x", 'unknown card "2x" in the hand of b'),
        ("|2,2", "|#,#", 'unknown card "#" in the hand of b'),
        ("1,?3,x|", "x,1,?3|", 'the hand "x,1,?3" of a is not in the order 1 2 3 ?1 ?2 ?3 x -'),
        ("1,?3,x|2,2", "1,?3,x", 'the field of hands has 1 parts joined by "|", not 2'),
        ("3,1,?2,x", "3,1,?2,x,", 'unknown card "" in the deck'),
        ("3,1,?2,x", "#,*,*,*", 'unknown card "#" in the deck'),
        ("3,1,?2,x", "3,1,7h,x", 'unknown card "7h" in the deck'),
        (" b 21", " c 21", 'the mover is "c", not a or b'),
        (" b 21", " B 21", 'the mover is "B", not a or b'),
        (" b 21", " b 021", 'the ply "021" is not a whole number from 0 to 239'),
        (" b 21", " b -1", 'the ply "-1" is not a whole number from 0 to 239'),
        (" b 21", " b 241", 'the ply "241" is not a whole number from 0 to 239'),
        (" b 21", " b ٢١", 'the ply "٢١" is not a whole number from 0 to 239'),
        (" b 21", " b 21\n", 'the ply "21\n" is not a whole number from 0 to 239'),
        (" b 21", f" b {'9' * 5000}", f'the ply "{"9" * 5000}" is not a whole number from 0 to 239'),
    ],
)  # fmt: skip
def test_malformed(old, new, reason):
    assert GOOD.count(old) == 1
    assert reason in reasons_of(GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("line", "fields"), [("", 1), (GOOD + " ", 7), (GOOD.replace(" b", "  b"), 7), (GOOD[:-3], 5), ("\t", 1)]
)
def test_the_number_of_fields(line, fields):
    reason = f"a position has six fields, separated by single spaces; this line has {fields}"
    assert reasons_of(line) == [reason]


# -- Impossible -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "reasons"),
    [
        (" b 21", " a 21", ["mover a and ply 21 don't match: a moves at even plies, b at odd ones"]),
        (" b 21", " a 20", [
            "ply 20 and the cards of a don't match: 10 actions can't leave 3 cards in hand and 2 predictions"
        ]),
        (" b 21", " b 1", [
            "ply 1 and the cards of a don't match: 1 actions can't leave 3 cards in hand and 2 predictions",
            "ply 1 and the cards of b don't match: 0 actions can't leave 2 cards in hand and 1 predictions",
        ]),
        ("./12/3/./31", "1/12/3/./31", ["ply 21 is too early: 6 numbers and 3 predictions lie on the table"]),
        ("|1....", "|11111", [
            "ply 21 and the cards of b don't match: 10 actions can't leave 2 cards in hand and 5 predictions"
        ]),
        ("|2,2", "|2,2,2,2,2,2", [
            "b holds 6 cards; the hand limit is 5",
            "ply 21 is too early: 5 numbers and 3 predictions lie on the table",
        ]),
        ("3,1,?2,x", ",".join(["x"] * 108), ["the game would have 121 cards; a deck has 1 to 120"]),
    ],
)  # fmt: skip
def test_impossible(old, new, reasons):
    assert GOOD.count(old) == 1
    assert reasons_of(GOOD.replace(old, new)) == reasons


def test_a_game_of_no_cards():
    assert reasons_of("././././. .....|..... .|. . a 0") == [
        "the game would have 0 cards; a deck has 1 to 120"
    ]


TOO_EARLY = "ply 20 is too early: 10 numbers and 5 predictions lie on the table"
NOT_DRAWN = "the deck is empty, but {}, who was last to act, doesn't hold the card drawn from it"
NOT_PLAYED = "the river is full, but {}, who was last to act, can't have played a number"


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("././././1 .....|..... 1|. . b 5", []),
        ("././././1 .....|..... .|. . a 4", [NOT_DRAWN.format("b")]),
        ("././././. .....|..... .|x . b 3", [NOT_DRAWN.format("a")]),
        (
            "11/11/11/11/11 .....|..... 1|1 . a 22",
            ["the deck is empty and the river is full, but the first of them ends the game"],
        ),
        ("11/11/11/11/11 .....|11111 .|. 1 a 40", []),
        ("11/11/11/11/11 .....|11111 .|. 1 a 20", [TOO_EARLY, NOT_PLAYED.format("b")]),
    ],
)
def test_an_ended_game_has_a_last_action_that_ended_it(line, reasons):
    assert read_position(line, 5)[1] == reasons


def test_the_hand_limit_is_that_of_the_rules():
    line = "././././. .....|..... 1,1|1 1 b 3"
    assert str(Position.parse("forecast", line, {"hand_limit": 2})) == line
    assert reasons_of(line, {"hand_limit": 1}) == ["a holds 2 cards; the hand limit is 1"]


def test_every_reason_at_once():
    line = "./123/x/./31 ..3.1|1... 1,?9,x,x,x,x,x|2,?,1 3,,?2,y a 21"
    assert reasons_of(line) == [
        "slot 2 holds 3 numbers; there is room for 2",
        'slot 3 is "x": a stack is the digits 1 to 3 from bottom to top, or "."',
        'predictions "1...": there are 5 characters, each "." or a digit from 1 to 3',
        'unknown card "?9" in the hand of a',
        'unknown card "?" in the hand of b',
        'the hand "2,?,1" of b is not in the order 1 2 3 ?1 ?2 ?3 x -',
        'unknown card "" in the deck',
        'unknown card "y" in the deck',
        "mover a and ply 21 don't match: a moves at even plies, b at odd ones",
        "a holds 7 cards; the hand limit is 5",
        "ply 21 and the cards of b don't match: 10 actions can't leave 3 cards in hand and 0 predictions",
    ]


def test_what_can_not_be_read_gives_no_false_reasons():
    assert reasons_of("././././. ..... 1|1,2,3 1 c 1x") == [
        'the field of predictions has 1 parts joined by "|", not 2',
        'the mover is "c", not a or b',
        'the ply "1x" is not a whole number from 0 to 239',
    ]
    assert reasons_of("././././ .....|..... 1 1 b 1") == [
        'slot 5 is "": a stack is the digits 1 to 3 from bottom to top, or "."',
        'the field of hands has 1 parts joined by "|", not 2',
    ]


# -- Whatever is written ----------------------------------------------------------------------------

SIGNS = "123?x-,./|ab *#!0 "


@st.composite
def spoiled_lines(draw) -> tuple[dict, str]:
    """A position's line with a few signs put in, taken out or changed."""
    case = draw(strategies.positions("forecast", most_plies=60, finished=True))
    line = case.line
    for _ in range(draw(st.integers(1, 3))):
        place, width = draw(st.integers(0, len(line))), draw(st.integers(0, 2))
        line = line[:place] + draw(st.text(SIGNS, max_size=2)) + line[place + width :]
    return case.rules, line


@settings(max_examples=300)
@given(spoiled_lines())
def test_a_spoiled_line_is_refused_or_means_what_it_says(spoiled):
    rules, line = spoiled
    try:
        found = Position.parse("forecast", line, rules)
    except Malformed:
        return
    state = twin.parse(line, rules)
    assert str(found) == line == twin.format(state)
    assert list(found.legal) == twin.legal(state)
    assert [found.view(seat) for seat in "ab"] == [twin.view(state, seat) for seat in "ab"]


@settings(max_examples=200)
@given(
    st.text(max_size=60) | st.text(SIGNS, max_size=60) | st.lists(st.text(SIGNS), max_size=8).map(" ".join)
)
def test_any_text_is_refused(text):
    with pytest.raises(Malformed):
        Position.parse("forecast", text)
