"""One whole game as a readable text, from a twin or anything with its interface; and the goldens.

`python -m tests.reference.playthrough` compares the files in `tests/golden` with the twins'; `--write`
writes them.
"""

import json
import sys
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any, NamedTuple, Protocol

from tests.reference import perft
from tests.reference.walk import TWINS, choose, defcon_order, forecast_order

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


class Driver(Protocol):
    """What plays a game: the twins are modules of this shape."""

    def parse(self, line: str, rules: dict | None = None) -> Any: ...
    def format(self, state: Any) -> str: ...
    def view(self, state: Any, seat: str) -> str: ...
    def legal(self, state: Any) -> list[str]: ...
    def play(self, state: Any, action: str) -> Any: ...
    def result(self, state: Any) -> dict | None: ...
    def seen(self, state_before: Any, action: str) -> str: ...


class Script(NamedTuple):
    """All that a playthrough depends on."""

    game: str
    rules: dict
    start: str
    seed: int
    mood: str = "even"


# -- The text ---------------------------------------------------------------------------------------


def render(driver: Driver, script: Script) -> str:
    """Tell the script's game: its head, then per ply the position and the action, then the result."""
    rng = Random(script.seed)
    state = driver.parse(script.start, script.rules)
    parts = [head(script)]
    while actions := list(driver.legal(state)):
        twin_state = TWINS[script.game].parse(driver.format(state), script.rules)
        action = choose(script.game, twin_state, actions, rng, script.mood)
        parts.append(position(driver, state) + listed(actions) + played(driver, state, action))
        state = driver.play(state, action)
    parts.append(position(driver, state) + field("result", json.dumps(driver.result(state))))
    return "\n".join(parts)


def field(name: str, value: str) -> str:
    return f"{name:8}{value}\n"


def head(script: Script) -> str:
    return (
        field("game", script.game)
        + field("rules", json.dumps(script.rules))
        + field("start", script.start)
        + field("seed", str(script.seed))
        + field("mood", script.mood)
    )


def position(driver: Driver, state: Any) -> str:
    return (
        field("state", driver.format(state))
        + field("view a", driver.view(state, "a"))
        + field("view b", driver.view(state, "b"))
    )


def listed(actions: list[str]) -> str:
    indent = " " * 8
    wrapped = fill(
        " ".join(actions), 110, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return field("legal", wrapped.lstrip())


def played(driver: Driver, state: Any, action: str) -> str:
    seen = driver.seen(state, action)
    return field("action", action if seen == action else f"{action} (seen as {seen})")


def read_script(text: str) -> Script:
    """Read the head of a playthrough back."""
    game, rules, start, seed, mood = (line[8:] for line in text.splitlines()[:5])
    return Script(game, json.loads(rules), start, int(seed), mood)


# -- The goldens ------------------------------------------------------------------------------------

ALL_CARDS = list(TWINS["defcon"].CARDS)
MODIFIERS = [card for card in ALL_CARDS if card[0] in "JQK*"]
LOW_NUMBERS = [card for card in ALL_CARDS if card[0] in "A234"]


def forecast_script(counts: list[int], rules: dict, seed: int, mood: str) -> Script:
    twin = TWINS["forecast"]
    start = twin.start(forecast_order(counts, Random(seed)), rules)
    return Script("forecast", rules, twin.format(start), seed, mood)


def defcon_script(decks: tuple[list[str], list[str]], rules: dict, seed: int, mood: str) -> Script:
    twin = TWINS["defcon"]
    rng = Random(seed)
    start = twin.start([defcon_order(deck, rng) for deck in decks], rules)
    return Script("defcon", rules, twin.format(start), seed, mood)


def scripts() -> dict[str, Script]:
    """The golden files by name: default rules, a variant, an odd deck."""
    standard = [6, 6, 6, 4, 4, 4, 3, 3]
    steep = {"exact": 3, "over": 0, "miss": -2, "hand_limit": 7}
    keeps = {"suit_match": "keeps", "lead": "both", "exhaustion": "draw", "max_attachments": 2}
    return {
        "forecast-default": forecast_script(standard, {}, 3, "even"),
        "forecast-variant": forecast_script(standard, steep, 2, "rare"),
        "forecast-odd-deck": forecast_script([2, 0, 3, 9, 0, 8, 1, 6], {}, 53, "stuck"),
        "defcon-default": defcon_script((ALL_CARDS, ALL_CARDS), {}, 170, "lead"),
        "defcon-variant": defcon_script((ALL_CARDS, ALL_CARDS), keeps, 138, "lead"),
        "defcon-odd-deck": defcon_script((MODIFIERS + LOW_NUMBERS, ALL_CARDS[:40]), {}, 68, "rare"),
    }


def path_of(name: str) -> Path:
    return GOLDEN / f"{name}.txt"


def contents() -> dict[Path, str]:
    """All golden files as the twins make them."""
    texts = {path_of(name): render(TWINS[script.game], script) for name, script in scripts().items()}
    return {**texts, perft.GOLDEN: perft.as_text(perft.counts())}


def main(arguments: list[str]) -> int:
    stale = {
        path: text
        for path, text in contents().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        if "--write" in arguments:
            path.write_text(text, encoding="utf-8")
        print(f"{'written' if '--write' in arguments else 'differs'}: {path.name}")
    return 1 if stale and "--write" not in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
