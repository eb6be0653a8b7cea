"""The rules pages: their rulings are all there, their headings agree, and every example plays as it says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from harness import Position
from harness.core.errors import IllegalAction
from harness.games import find_game
from tests.docs.pages import DOCS, Block, blocks, headings, pages, section

RULINGS = {"rules-forecast.md": 5, "rules-defcon.md": 17}
"""Counted in the specification's own pages."""

EXAMPLES = [block for page in pages() for block in blocks(page, "position")]


class Example:
    """A position that the lines of an example move on, one word at a time."""

    def __init__(self, game: str, rules: dict[str, Any], line: str) -> None:
        self.position = Position.parse(game, line, rules=rules)
        assert self.position.state == line

    def play(self, *actions: str) -> None:
        for action in actions:
            self.position = self.position.play(action)

    def then(self, *fields: str) -> None:
        assert self.position.state == " ".join(fields)

    def refused(self, action: str) -> None:
        with pytest.raises(IllegalAction):
            self.position.play(action)

    def legal(self, *actions: str) -> None:
        assert self.position.legal == actions

    def plays(self, river: str, *cards: str) -> None:
        assert [a.split(">")[0] for a in self.position.legal if a.endswith(f">{river}")] == list(cards)

    def view(self, seat: Any, *fields: str) -> None:
        assert self.position.view(seat) == " ".join(fields)

    def seen(self, action: str) -> None:
        assert self.position.seen == action

    def river(self, name: str, cards: str) -> None:
        fields = self.position.state.split(" ")["ab".index(name[0])]
        assert fields.split("/")[int(name[1]) - 1] == cards

    def discards(self, cards: str) -> None:
        assert self.position.state.split(" ")[4] == cards

    def status(self, word: str) -> None:
        assert self.position.state.split(" ")[6] == word

    def result(self, winner: str, reason: str, *scores: str) -> None:
        found = self.position.result
        assert found is not None
        assert not self.position.legal
        totals = None if found.scores is None else tuple(map(str, found.scores))
        assert (found.winner or "draw", found.reason, totals or ()) == (winner, reason, scores)


@pytest.mark.parametrize("block", EXAMPLES, ids=[f"{b.page}-{n}" for n, b in enumerate(EXAMPLES)])
def test_an_example_plays_as_it_says(block: Block):
    game, rules = block.info[1], dict(word.split("=") for word in block.info[2:])
    example: Example | None = None
    for line in block.lines:
        word, *rest = line.split()
        if callable(getattr(Example, word, None)):
            assert example is not None
            getattr(example, word)(*rest)
        else:
            example = Example(game, rules, line)


def test_there_are_examples_on_both_pages():
    found = [block.page for block in EXAMPLES]
    assert all(found.count(page) >= 8 for page in RULINGS)


@pytest.mark.parametrize("name", RULINGS)
def test_every_ruling_is_marked(name):
    text = (DOCS / name).read_text(encoding="utf-8")
    assert len(re.findall(r"\*\*\(ruling", text)) == RULINGS[name]
    assert text.count("**(ruling)**") == RULINGS[name]


def test_both_pages_have_the_same_headings():
    first, second = (headings(DOCS / name)[1:] for name in RULINGS)
    assert first == second


@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_options_are_those_of_the_game(game):
    text = section(DOCS / f"rules-{game}.md", "Variants")
    rows = re.findall(r"^\| `(\w+)` \| `?([^|`]+)`? \| ([^|]+) \|", text, re.MULTILINE)
    options = find_game(game).options
    assert [row[0] for row in rows] == [option.name for option in options]
    for (_, default, values), option in zip(rows, options, strict=True):
        assert default.strip().replace("−", "-") == str(option.default)
        if option.choices:
            assert re.findall(r"`(\w+)`", values) == list(option.choices)
        else:
            assert values.replace("−", "-").split() == [str(option.low), "to", str(option.high)]


@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_reasons_are_those_of_the_game(game):
    text = section(DOCS / f"rules-{game}.md", "The end")
    assert all(f"`{reason}`" in text for reason in find_game(game).reasons)
