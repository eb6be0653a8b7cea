"""The twins reproduce the golden playthroughs and perft counts, from what these files say of themselves."""

import pytest

from tests.reference import perft
from tests.reference.playthrough import GOLDEN, path_of, read_script, render, scripts
from tests.reference.walk import TWINS


@pytest.mark.parametrize("name", scripts())
def test_twin_reproduces(name):
    text = path_of(name).read_text(encoding="utf-8")
    script = read_script(text)
    assert render(TWINS[script.game], script) == text


@pytest.mark.parametrize("name", scripts())
def test_a_golden_is_what_its_script_says(name):
    assert read_script(path_of(name).read_text(encoding="utf-8")) == scripts()[name]


def test_no_golden_is_left_over():
    named = {path.stem for game in TWINS for path in GOLDEN.glob(f"{game}-*.txt")}
    assert named == set(scripts())


@pytest.mark.parametrize("row", perft.stored(), ids=lambda row: f"{row['game']}-{row['count']}")
def test_perft(row):
    twin = TWINS[row["game"]]
    assert perft.perft(twin, twin.parse(row["line"], row["rules"]), row["depth"]) == row["count"]


def test_every_position_is_counted_at_every_depth():
    expected = [
        (game, rules, line, depth)
        for game, rules, line, deepest in perft.positions()
        for depth in range(1, deepest + 1)
    ]
    assert [(r["game"], r["rules"], r["line"], r["depth"]) for r in perft.stored()] == expected


def test_split_adds_up():
    game, rules, line, _ = next(perft.positions())
    twin = TWINS[game]
    state = twin.parse(line, rules)
    assert sum(perft.split(twin, state, 3).values()) == perft.perft(twin, state, 3)
