"""What can't be read or can't have come about is refused, with every reason; what can is not."""

import pytest

from harness.core.errors import IllegalAction, Malformed
from harness.games.defcon.cards import CARDS
from harness.games.position import Position

HAND_A, HAND_B = "2c,4c,Qc,As,Ks", "9h,Jh,5s,*1,*2"
DECK_A = "2s,7c,7h,2d,Ad,9s,5d,*1,Qd,8s,5s,6h,Qs,8d,Ah,3s,Kc,5c,Td"
DECK_B = "3c,9c,3d,Qh,5h,Kd,Ks,Ad,As,7d,4d,4s,2d,8d,7s,6h,8h,Qd,3s"
EXAMPLE = f"3h,9d,Qs^2,4s/Tc,Kd@1/. 5c/7h/8s,Kc@1 {HAND_A}|{HAND_B} {DECK_A}|{DECK_B} 6d|Jc a:12 -"
START = Position.deal("defcon", 1, 1).state
ALL = set(CARDS)


def reasons_of(line: str, rules: dict | None = None) -> list[str]:
    with pytest.raises(Malformed) as caught:
        Position.parse("defcon", line, rules)
    assert caught.value.what == "position"
    return list(caught.value.reasons)


def in_order(hand: str) -> str:
    cards = hand.split(",")
    return ",".join(sorted(cards, key=CARDS.index)) if set(cards) <= ALL else hand


def position(
    rivers="3h/9d/Tc 5c/7h/8s",
    hands=("2c,4c,Qc,As,Ks", "9h,Jh,5s,*1,*2"),
    discards=(".", "."),
    turn="a:6",
    status="-",
    decks=None,
    size=54,
) -> str:
    """A line whose decks are all the cards that are nowhere else, as far as a set of this size reaches.

    Hands of known cards are put in order.
    """
    hands = [in_order(hand) for hand in hands]
    sides = rivers.split(" ")
    piles = []
    for seat in range(2):
        own = [card for card in sides[seat].replace("/", ",").split(",") if "^" not in card]
        strange = [card for card in sides[1 - seat].replace("/", ",").split(",") if "^" in card]
        seen = {card[:2] for card in own + strange}
        seen |= {*hands[seat].split(","), *discards[seat].split(",")} - {"."}
        rest = [card for card in CARDS if card not in seen]
        piles.append(",".join(rest[: max(size - len(seen), 0)]) or ".")
    return f"{rivers} {'|'.join(hands)} {'|'.join(decks or piles)} {'|'.join(discards)} {turn} {status}"


def test_the_examples_are_sound():
    assert Position.parse("defcon", position()).legal
    assert Position.parse("defcon", START).legal
    assert Position.parse("defcon", EXAMPLE).view("a") == (
        "3h,9d,Qs^2,4s/Tc,Kd@1/. 5c/7h/8s,Kc@1 2c,4c,Qc,As,Ks|?,?,?,?,? 19|19 6d|Jc a:12 -"
    )


# -- What can't be read ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "a position has seven fields, separated by single spaces; this line has 1"),
        (START + " ", "a position has seven fields, separated by single spaces; this line has 8"),
        (
            START.replace(" a:0", "  a:0"),
            "a position has seven fields, separated by single spaces; this line has 8",
        ),
        (position("3h/9d 5c/7h/8s"), 'the field of the rivers of a has 2 parts joined by "/", not 3'),
        (position("3h/9d/Tc 5c/7h/8s/."), 'the field of the rivers of b has 4 parts joined by "/", not 3'),
        (
            position(hands=("2c,4c,Qc,As,Ks|.", HAND_B)),
            'the field of the hands has 3 parts joined by "|", not 2',
        ),
        (position(decks=("5s",)), 'the field of the decks has 1 parts joined by "|", not 2'),
        (position(hands=("2c,4c,Qx,As,Ks", HAND_B)), 'unknown card "Qx" in the hand of a'),
        (position(hands=("2c,4c,Qc,As,", HAND_B)), 'unknown card "" in the hand of a'),
        (position(hands=("2c,4c,Qc,As,?", HAND_B)), 'unknown card "?" in the hand of a'),
        (EXAMPLE.replace("2c,4c,Qc", "2c,Qc,4c"), "the hand of a is not in index order: 2c,4c,Qc,As,Ks"),
        (position(discards=("9s,3c", ".")), "the discard of a is not in index order: 3c,9s"),
        (position(turn="a6"), '"a6" is not the mover (a or b), ":" and the ply'),
        (position(turn="c:6"), '"c:6" is not the mover (a or b), ":" and the ply'),
        (position(turn="a:06"), 'the ply "06" is not a whole number from 0 to 188'),
        (position(turn="a:190"), 'the ply "190" is not a whole number from 0 to 188'),
        (position(turn="a:-2"), 'the ply "-2" is not a whole number from 0 to 188'),
        (position(turn="a:٦"), 'the ply "٦" is not a whole number from 0 to 188'),
        (position(status="c"), 'the status "c" is none of a, b, -, defcon=a, defcon=b, out-of-cards=a, '),
        (position(status="defcon=-"), 'the status "defcon=-" is none of '),
        (
            position("1h/9d/Tc 5c/7h/8s"),
            '"1h" in a1 is no card there: numbers are written 7h, modifiers Kd@2',
        ),
        (position("3h,/9d/Tc 5c/7h/8s"), '"" in a1 is no card there'),
        (position("/9d/Tc 5c/7h/8s"), '"" in a1 is no card there'),
        (position("3h,Qd@0/9d/Tc 5c/7h/8s"), '"Qd@0" in a1 is no card there'),
        (position("3h,Qd@01/9d/Tc 5c/7h/8s"), '"Qd@01" in a1 is no card there'),
        (position("3h,Qd/9d/Tc 5c/7h/8s"), "Qd in a1: a modifier lies on a number, which is missing"),
        (position("Qd@1,3h/9d/Tc 5c/7h/8s"), "Qd@1 in a1: of the numbers played before it there are 0"),
        (position("3h,Qd@2,4h/9d/Tc 5c/7h/8s"), "Qd@2 in a1: of the numbers played before it there are 1"),
        (position("3h,4h@1/9d/Tc 5c/7h/8s"), "4h@1 in a1: a number lies on no other card"),
        (position("3h,Jd^1/9d/Tc 5c/7h/8s"), "Jd^1 in a1: a Jack doesn't stay in a river"),
    ],
)
def test_what_can_not_be_read(line, reason):
    found = reasons_of(line)
    assert any(one.startswith(reason) for one in found), found


def test_every_reason_is_named_at_once():
    line = "3h,Qd@2/9d/Zc 5c/7h 2c,4c,Qc,As,Xx|9h,Jh,5s,*1,*1 5d|5d,4d,4d .|3c,2c b:200 e"
    assert reasons_of(line) == [
        "Qd@2 in a1: of the numbers played before it there are 1",
        '"Zc" in a3 is no card there: numbers are written 7h, modifiers Kd@2 or Kd^2',
        'the field of the rivers of b has 2 parts joined by "/", not 3',
        'unknown card "Xx" in the hand of a',
        "the discard of b is not in index order: 2c,3c",
        'the ply "200" is not a whole number from 0 to 188',
        'the status "e" is none of a, b, -, defcon=a, defcon=b, out-of-cards=a, out-of-cards=b, out-of-cards=-',
        "a has 8 cards in all; a deck has 30 to 54",
        "b has 4d 2 times; its set has each card once",
        "b has *1 2 times; its set has each card once",
        "b has 10 cards in all; a deck has 30 to 54",
    ]


# -- What can't have come about ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rules", "reason"),
    [
        (position(turn="b:6"), {}, "mover b and ply 6 don't match: a moves at even plies, b at odd ones"),
        # Sets of cards
        (
            position(hands=("2c,3h,4c,Qc,Ks", HAND_B), size=50),
            {},
            "a has 3h 2 times; its set has each card once",
        ),
        (
            position("3h/9d/Tc 5c/7h/8s,Kc^1", ("2c,4c,Kc,As,Ks", HAND_B), turn="b:7", size=50),
            {},
            "a has Kc 2 times; its set has each card once",
        ),
        (position("3h/9d/3h 5c/7h/8s", size=50), {}, "a has 3h 2 times; its set has each card once"),
        # The opening
        (position(hands=("2c,4c,Qc,As,Ks,*1", HAND_B)), {}, "a holds 6 cards; at ply 6 it holds 5"),
        (
            position("3h,9d/./Tc 5c/7h/.", (HAND_A, "9h,Jh,5s,Ks,*1,*2"), turn="b:5"),
            {},
            "at ply 5 of the opening a has one number on 3 of its rivers, and nothing else",
        ),
        (
            position("3h/9d/Tc 5c/7h/8s,Kc@1"),
            {},
            "at ply 6 of the opening b has one number on 3 of its rivers, and nothing else",
        ),
        (
            position(discards=("9s", ".")),
            {},
            "a has discards, but nothing is removed or discarded in the opening",
        ),
        (
            position("./3h/. ./7h/.", ("Jc,Qc,Kc,Jd,Qd,Kd,4s", "9h,Jh,3s,5s,7s,*1,*2"), turn="a:2"),
            {},
            "a began with fewer than 3 numbers; such a hand goes back",
        ),
        # Hands and actions
        (
            position(hands=("2c,4c,Qc,As", HAND_B), discards=("Jd", "."), turn="b:7"),
            {},
            "a holds 4 cards; with 46 cards in its deck it holds 5",
        ),
        (
            position("3h,9s,Ts/9d/Tc 5c/7h/8s", turn="b:7"),
            {},
            "a has 5 cards on the table and among its discards; by ply 7 it has played 3 to 4",
        ),
        (
            position("3h,9s/9d/Tc 5c/7h/8s", turn="a:8"),
            {},
            "b has disbanded 1 times by ply 8, but has 0 numbers among its discards",
        ),
        (
            position("3h/9d/. 5c/7h/8s", discards=("Jc,Qd", "Jd"), turn="a:8"),
            {},
            "a has 1 empty rivers, but 0 numbers among its discards: each had one in the opening",
        ),
        # Rivers
        (
            position("3h,3s/9d/Tc 5c,6c/7h/8s", turn="a:8"),
            {},
            "3s could not be played on a1 where it lies",
        ),
        (
            position("3h,4s,2d/9d/Tc 5c,6c,8c/7h/8s", turn="a:10"),
            {},
            "2d could not be played on a1 where it lies",
        ),
        (
            position("3h/9d/Tc,Qd@1,Qs^1 5c/7h/8s", turn="a:8"),
            {},
            "Qs^1 in a3 was played after Qd@1, which locks the river",
        ),
        (
            position("3h,Kd@1,Kc^1/9d/Tc 5c/7h/8s", turn="a:8"),
            {"max_attachments": 1},
            "a1 has more than 1 attachments on its number 1",
        ),
        (
            position("3h,5h,3s,*2@3/9d/Tc 5c,6c,7c,8c/7h/8s", discards=("4h", "Jc"), turn="a:14"),
            {},
            "*2@3 in a1 would have removed 3h, played before it",
        ),
        (
            position("3h,2h,Ah,*2@3/9d/Tc 5c,6c,7c,8c/7h/8s", discards=("4h", "Jc"), turn="a:14"),
            {},
            "*2@3 in a1 would have removed 3h,2h, played before it",
        ),
        # The status
        (position(status="a"), {}, 'the challenger is "a", but nobody leads'),
        (
            position("Tc/9d/3h 8s/7h/5c"),
            {"low": 9, "high": 12},
            'the challenger is "-", but a leads',
        ),
        (position(status="defcon=a"), {}, "a has won by a lead, but nobody leads"),
        (
            position("9h,Td/9d,Tc/3h 8s/7h/5c,6c", (HAND_A, "Jh,2s,5s,*1,*2"), turn="b:9", status="defcon=a"),
            {"low": 19, "high": 19, "lead": "both"},
            None,
        ),
        (position(status="out-of-cards=a"), {}, "the game is out of cards, but a, who is to move, has some"),
    ],
)
def test_what_can_not_have_come_about(line, rules, reason):
    found = reasons_of(line, rules)
    assert reason is None or found == [reason]


def out_of_cards(status: str, turn: str = "a:100") -> str:
    """A position in which a has played all its cards."""
    gone = ",".join([card for card in CARDS if card[0] in "A2345678" and card != "3h"][:27])
    return f"3h/9d/Tc 5c/7h/8s .|{HAND_B} .|{DECK_B} {gone}|Jc,Qc,Kc {turn} {status}"


@pytest.mark.parametrize(
    ("status", "rules", "reasons"),
    [
        ("out-of-cards=b", {}, []),
        ("out-of-cards=-", {"exhaustion": "draw"}, []),
        ("out-of-cards=a", {}, ['"b" has won when the cards ran out, not "a": nobody leads']),
        ("out-of-cards=-", {}, ['"b" has won when the cards ran out, not "-": nobody leads']),
        (
            "out-of-cards=b",
            {"exhaustion": "draw"},
            ['"-" has won when the cards ran out, not "b": nobody leads'],
        ),
        ("-", {}, ["a is to move without a card in hand, so the game is over"]),
        (
            "a",
            {},
            [
                'the challenger is "a", but nobody leads',
                "a is to move without a card in hand, so the game is over",
            ],
        ),
        ("out-of-cards=a", {"low": 9, "high": 12}, []),
        ("defcon=a", {"low": 9, "high": 12}, []),
        (
            "defcon=b",
            {"low": 9, "high": 12},
            [
                "b has won by a lead, but a leads",
                "b has won by a lead, but that is seen after its rival's turn, not its own",
            ],
        ),
    ],
)
def test_the_status_follows_from_the_rest(status, rules, reasons):
    line = out_of_cards(status)
    others = [r for r in all_reasons(line, rules) if "disbanded" not in r and "by ply" not in r]
    assert others == reasons


def all_reasons(line: str, rules: dict) -> list[str]:
    try:
        Position.parse("defcon", line, rules)
    except Malformed as error:
        return list(error.reasons)
    return []


# -- What can -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        (position("3h/9d/Tc 5c/7h/.", (HAND_A, "9h,Jh,5s,Ks,*1,*2"), turn="b:5"), {}),
        (position("3h,9s/9d/Tc 5c/7h/8s", turn="b:7"), {}),
        # A 4 between the 3s fell to a Jack
        (position("3h,3s/9d/Tc 5c,6c/7h/8s", discards=("4h", "Jc"), turn="a:10"), {}),
        # A Queen on an Ace that was removed
        (position("3h,6h/9d/Tc 5c,6c/7h/8s", discards=("Ac,Qd", "Jc"), turn="b:11"), {}),
        # A lead in the opening
        (
            position("3h/./Tc ./7h/.", ("2c,4c,9s,Qc,As,Ks", f"8c,8s,{HAND_B}"), turn="b:3", status="a"),
            {"low": 2},
        ),
        (
            position("3h/./Tc 2s/7h/.", ("2c,4c,9s,Qc,As,Ks", f"8s,{HAND_B}"), turn="a:4", status="defcon=a"),
            {"low": 2},
        ),
    ],
)
def test_what_can_have_come_about(line, rules):
    assert str(Position.parse("defcon", line, rules)) == line


# -- Actions --------------------------------------------------------------------------------------------


LOCKED = position("3h,4s/9d/Tc,Qd@1 5c,6c,Kh@1/7h/8s", turn="a:10")


@pytest.mark.parametrize(
    ("action", "reasons"),
    [
        ("7h>a2", ["a has no 7h in hand"]),
        ("2c>b1", ["b1 is not a river of a"]),
        ("2c>b2", ["b2 is not a river of a"]),
        (
            "As>b1",
            ["b1 is not a river of a", "As neither goes on ascending from 6c on b1, nor matches its suit, c"],
        ),
        ("2c>a1", ["2c neither goes on ascending from 4s on a1, nor matches its suit, s"]),
        ("4c>a1", ["4c has the rank of the last number of a1, 4s"]),
        ("As>a3", ["a3 is locked by a Queen"]),
        ("Qc>a3.1", ["a3 is locked by a Queen", "number 1 of a3 has 1 attachments, and may have no more"]),
        ("Ks>a3.2", ["a3 has no number 2; it has 1"]),
        ("Ks>b1.1", ["number 1 of b1 has 1 attachments, and may have no more"]),
        ("Jc>a3.1", ["a has no Jc in hand"]),
        ("!Td", ["a has no Td in hand"]),
        ("~b2", ["b2 is not a river of a"]),
        ("Ks>a1", ['"Ks>a1" is no action; actions are written 7h>a2, Kd>b1.3, !7h, ~a2']),
        ("2c>a1.1", ['"2c>a1.1" is no action; actions are written 7h>a2, Kd>b1.3, !7h, ~a2']),
        ("~c1", ['"~c1" is no action; actions are written 7h>a2, Kd>b1.3, !7h, ~a2']),
        (" !Ks", ['" !Ks" is no action; actions are written 7h>a2, Kd>b1.3, !7h, ~a2']),
        (None, ['"None" is no action; actions are written 7h>a2, Kd>b1.3, !7h, ~a2']),
    ],
)
def test_why_an_action_is_illegal(action, reasons):
    found = Position.parse("defcon", LOCKED, {"max_attachments": 1})
    with pytest.raises(IllegalAction) as caught:
        found.play(action)
    assert list(caught.value.reasons) == reasons


def test_why_an_action_is_illegal_in_the_opening_and_at_the_end():
    opening = Position.parse(
        "defcon", position("3h/./. ./7h/.", (f"2s,9s,{HAND_A}", f"8c,8s,{HAND_B}"), turn="a:2")
    )
    expected = {
        "Ks>a1.1": ["in the opening only numbers are played"],
        "!Ks": ["in the opening only numbers are played"],
        "~a2": ["in the opening only numbers are played", "a2 holds no number"],
        "9s>a1": ["in the opening a number goes on an empty river; a1 has one"],
    }
    for action, reasons in expected.items():
        with pytest.raises(IllegalAction) as caught:
            opening.play(action)
        assert list(caught.value.reasons) == reasons
    over = Position.parse(
        "defcon",
        position("3h/./Tc 2s/7h/.", ("2c,4c,9s,Qc,As,Ks", f"8s,{HAND_B}"), turn="a:4", status="defcon=a"),
        {"low": 2},
    )
    with pytest.raises(IllegalAction) as caught:
        over.play("2c>a2")
    assert list(caught.value.reasons) == ["the game is over"]
