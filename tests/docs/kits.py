"""The tables of the kits' helpers in docs/players.md, made from the kits: `python -m tests.docs.kits` writes them."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from tests.docs.pages import DOCS

PAGE = DOCS / "players.md"

CONSTANTS = {
    "forecast": {
        "ACTIONS": "how many actions there are: 46",
        "FIRST_NUMBER": "number of the first action that plays a number; 0 is the draw",
        "FIRST_PREDICTION": "number of the first prediction",
        "FIRST_REMOVE": "number of the first remove",
        "FIRST_SWAP": "number of the first swap",
        "KIND_OF": "by action: the kind of card that it spends (0 for a draw, which spends none)",
        "MAX_PLIES": "no game is longer",
        "NUMBER_OF": "by action: the number, 1 to 3, that it plays or predicts; 0 for others",
        "SECOND_OF": "by action: the larger slot of a swap; 0 for others",
        "SEEN_DRAW_BLUE": "a draw with a blue back, in `last`",
        "SEEN_DRAW_BROWN": "a draw with a brown-red back, in `last`",
        "SEEN_PREDICTION": "a prediction on slot 0 in `last`; the four behind it are those on the other slots",
        "SLOT_OF": "by action: its slot, 0 to 4; the smaller one of a swap",
        "VIEW": "the dtype of the view record",
    },
    "defcon": {
        "ACE": "rank 0",
        "ALL_CARDS": "the set of all 54 cards",
        "ATTACH": "kind 1 of an action: a modifier",
        "Course": "what decides about a river's next number",
        "DISBAND": "kind 3 of an action",
        "DISCARD": "kind 2 of an action",
        "FOREIGN": "is added to a modifier that the opponent put into a river",
        "JACK": "rank 10",
        "JACKS": "the set of the four Jacks",
        "JOKER": "rank 13",
        "JOKERS": "the set of both Jokers",
        "KING": "rank 12",
        "KINGS": "the set of the four Kings",
        "MAX_ACTIONS": "no position has more legal actions",
        "MAX_PLIES": "no game is longer",
        "MODIFIERS": "the set of all modifiers",
        "NUMBERS": "the set of all number cards",
        "OPENING_PLIES": "plies of the opening: 6",
        "PLAY": "kind 0 of an action: a number",
        "QUEEN": "rank 11",
        "QUEENS": "the set of the four Queens",
        "TEN": "rank 9",
        "VIEW": "the dtype of the view record",
    },
}
"""What can't be read off a constant itself."""


def kit(game: str) -> Any:
    """Import a game's kit."""
    return import_module(f"harness.games.{game}.kit")


def function_of(item: Any) -> Any:
    """Give the Python function behind a compiled helper, None for what isn't a function."""
    found = getattr(item, "py_func", item)
    return found if inspect.isfunction(found) else None


def table(game: str) -> str:
    """Write the table of a kit: functions first, then the rest."""
    functions, others = [], []
    for name in sorted(kit(game).__all__, key=str.lower):
        function = function_of(getattr(kit(game), name))
        if function is None:
            fields = ", ".join(getattr(getattr(kit(game), name), "_fields", ()))
            others.append(f"| `{name}` | {CONSTANTS[game][name]}{f': {fields}' if fields else ''} |")
        else:
            arguments = ", ".join(inspect.signature(function).parameters)
            functions.append(f"| `{name}({arguments})` | {_first_sentence(function)} |")
    return "\n".join(["| helper | what it is |", "|---|---|", *functions, *others])


def _first_sentence(function: Any) -> str:
    text = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")
    return text.replace("|", "\\|").rstrip(".")


def marks(game: str) -> tuple[str, str]:
    """Give the lines between which a table stands."""
    return (
        f"<!-- kit of {game}: written by python -m tests.docs.kits -->",
        f"<!-- end of the kit of {game} -->",
    )


def between(text: str, game: str) -> tuple[str, str, str]:
    """Split a page into what stands before, in and behind a table."""
    start, end = marks(game)
    before, rest = text.split(start)
    inside, behind = rest.split(end)
    return before + start + "\n\n", inside.strip("\n"), "\n\n" + end + behind


def main() -> None:
    """Write both tables into the page."""
    text = PAGE.read_text(encoding="utf-8")
    for game in CONSTANTS:
        before, _, behind = between(text, game)
        text = before + table(game) + behind
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
