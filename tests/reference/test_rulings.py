"""Rulings that the vectors hardly touch, worked out by hand from the rules pages."""

import pytest

from tests.reference import defcon, forecast

# Two rivers of 21 to 26 each, and a third for moves that change nothing of note.
LEADING = "Tc,6c,5c/Td,6d,5d/2c"
BEATEN = "Th,5h/Ts,5s/3d"


def played(line: str, *actions: str, **rules) -> str:
    state = defcon.parse(line, rules)
    for action in actions:
        state = defcon.play(state, action)
    return defcon.format(state)


def status(line: str, *actions: str, **rules) -> str:
    return played(line, *actions, **rules).split()[-1]


# -- Defcon, section 6 ------------------------------------------------------------------------------


def test_a_lead_holds_through_one_reply():
    line = f"Tc,6c/Td,6d,5d/2c {BEATEN} 5c|9c Ah|Ah .|. a:20 -"
    assert status(line, "5c>a1") == "a"
    assert status(line, "5c>a1", "!9c") == "defcon=a"


def test_a_reply_that_breaks_one_comparison_ends_the_lead():
    line = f"Tc,6c/Td,6d,5d/2c {BEATEN} 5c|6s Ah|Ah .|. a:20 -"
    assert status(line, "5c>a1", "6s>b2") == "-"


def test_who_hands_over_the_lead_has_one_turn_left():
    line = f"{LEADING} Th,6h,7h/Ts,5s/3d 4c,7c|9c,8h .|. .|. b:21 -"
    assert status(line, "~b1") == "a"
    assert status(line, "~b1", "!4c") == "a"
    assert status(line, "~b1", "!4c", "!9c") == "defcon=a"


def test_the_challenger_that_gives_the_lead_up_has_none():
    line = f"{LEADING} {BEATEN} 4c,7c|9c,8h .|. .|. a:20 a"
    assert status(line, "~a1") == "-"


def test_who_breaks_a_lead_may_lead_at_once():
    line = f"{LEADING} Th,7h,6h/Ts,7s/3d 4c|6s,9c .|. .|. b:21 a"
    assert status(line, "6s>b2") == "b"


def test_running_out_of_cards():
    line = "2c/3c/4c 5d/6d/7d 9c|8d .|. .|. a:30 -"
    assert status(line.replace("|8d", "|."), "!9c") == "out-of-cards=a"
    assert status(line.replace("|8d", "|."), "!9c", exhaustion="draw") == "out-of-cards=-"
    assert status(line, "!9c", "!8d") == "out-of-cards=b"


def test_the_challenger_wins_also_when_it_is_the_one_without_cards():
    # b's own doing: a leads and is to move, but has nothing in hand.
    line = f"{LEADING} Th,6h,7h/Ts,5s/3d .|9c .|. .|. b:21 -"
    assert status(line, "~b1", exhaustion="draw") == "out-of-cards=a"


def test_both_asks_the_second_best_to_beat_the_best():
    line = "Tc,6c,5c/Td,6d/2c Th,6h,5h/Ts,5s/3d 5d,Kc|9c Ah|Ah .|. a:20 -"
    twice = "Tc,6c,7c/Td,6d/2c Th,6h,5h/Ts,5s/3d 5d,Kc|9c Ah|Ah .|. a:20 -"
    assert status(line, "5d>a2") == "-"
    assert status(twice, "5d>a2") == "a"
    assert status(twice, "5d>a2", lead="both") == "-"


def test_a_lead_in_the_opening_counts():
    line = "9c/./. 2c/./. 8c,7c|3c,4c .|. .|. a:2 -"
    assert status(line, "8c>a2", low=5) == "a"
    assert status(line, "8c>a2", "3c>b2", low=5) == "defcon=a"


# -- Defcon, sections 3 to 5 --------------------------------------------------------------------------


def test_a_jack_takes_all_that_is_attached_to_their_owners():
    line = "7c,Kd^1,Qh@1,9c,Kh^2/./. ././. 2c|Jh,Js .|. Ad|. b:11 -"
    after = "9c,Kh^1/./. ././. 2c|Js .|. 7c,Ad,Qh|Kd,Jh a:12 -"
    assert played(line, "Jh>a1.1") == after


def test_a_joker_on_an_ace_spares_only_its_target():
    line = "Ah,Ks@1,5h,Kc^2/Ac,7h/9h Ah/5h,5c/Th *1|2c .|. .|. a:12 -"
    after = "Ah,Ks@1,*1@1/Ac/. ./5c/. .|2c .|. 5h,7h,9h|Kc,Ah,5h,Th b:13 -"
    assert played(line, "*1>a1.1") == after


def test_a_joker_on_a_rank_takes_a_lock_with_it():
    line = "Tc,Qd^1,9c/4s/. Th,4s/./. 8c|2c,*2 .|. .|. b:13 -"
    assert played(line, "*2>b1.1") == "9c/4s/. Th,4s,*2@1/./. 8c|2c .|. Tc|Qd a:14 -"


@pytest.mark.parametrize(
    ("river", "rules", "accepted"),
    [
        ("7c", {}, "2d 9d Tc"),
        ("7c,Qd@1", {}, "2d 9d Tc"),  # no direction yet: a Queen changes the suit only
        ("7c,7d", {}, "2d 9d Tc"),  # equal ranks left behind by a Jack: no direction
        ("5c,7c", {}, "9d Tc"),
        ("5c,7c,Qd@2", {}, "2d 9d"),  # reversed, and 9d by the Queen's suit
        ("5c,7c,Qd^1", {}, "2d 9d"),  # on a lower number it counts too
        ("5c,Qd@1,7c", {}, "9d Tc"),  # a number came after it
        ("5c,7c,Qd@2,Qh@1", {}, "9d Tc"),  # reversed twice
        ("5d,7d,2d", {}, "9d"),  # against the direction by suit: descending now
        ("5d,7d,2d", {"suit_match": "keeps"}, "9d Tc"),
        ("5c,7c,Qd@2,2d", {"suit_match": "keeps"}, "9d"),  # later numbers don't cancel the Queen
        ("5c,Qd@1,7c", {"suit_match": "keeps"}, "9d Tc"),  # played before the direction was there
        ("5c,7c,Qd@1,2d,Qs@1", {"suit_match": "keeps"}, "9d Tc"),
        ("Tc,7c,Qd@1", {}, ""),
    ],
)
def test_building(river, rules, accepted):
    state = defcon.parse(f"{river}/3s/3h ././. Tc,2d,9d|8h .|. .|. a:20 -", rules)
    plays = [a.split(">")[0] for a in defcon.number_plays(state) if a.endswith(">a1")]
    assert sorted(plays) == sorted(accepted.split())


def test_attachments_have_a_limit_but_not_for_jacks():
    line = "5c,Kd@1,*2^1/./. ././. Jc,Qc,Kc,*1|8h .|. .|. a:20 -"
    assert defcon.attaching_plays(defcon.parse(line, {"max_attachments": 2})) == ["Jc>a1.1"]
    assert len(defcon.attaching_plays(defcon.parse(line, {"max_attachments": 3}))) == 4
    assert len(defcon.attaching_plays(defcon.parse(line))) == 4


def test_a_locked_river_takes_no_number_and_no_queen():
    state = defcon.parse("Ac,Qd^1,5c/./. ././. 7c,Jc,Qc,Kc,*1|8h .|. .|. a:20 -")
    on_a1 = [action for action in defcon.legal(state) if ">a1" in action]
    assert on_a1 == [f"{card}>a1.{position}" for card in ("Jc", "Kc", "*1") for position in (1, 2)]


# -- Forecast -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rules", "expected"),
    [
        ("12/12/12/12/12 .....|..... .|. . a 19", {}, ("deck-out", None, [0, 0])),
        ("12/12/12/12/12 ...3.|2.... .|. x a 19", {}, ("river-full", "b", [-1, 4])),
        ("12/12/12/12/1 .....|..... ?1,?1,?1,?1,?1|. x a 19", {}, None),
        ("1/./././. 11111|..... ?1,?1,?1,?1,?1|. x a 19", {}, ("no-action", "b", [-2, 0])),
        ("1/./././. 11111|..... ?1,?1,?1,?1,?1|. x a 19", {"miss": 1}, ("no-action", "a", [6, 0])),
        ("1/./././. 11111|..... ?1,?1,?1,?1,?1|. x a 19", {"hand_limit": 6}, None),
        (
            "3/13/21/./. 1233.|..... .|x . b 9",
            {"exact": 0, "over": 5, "miss": -9},
            ("deck-out", "b", [-8, 0]),
        ),
    ],
)
def test_forecast_ends(line, rules, expected):
    state = forecast.parse(line, rules)
    result = forecast.result(state)
    assert (result and (result["reason"], result["winner"], result["scores"])) == expected
    assert bool(forecast.legal(state)) == (expected is None)
