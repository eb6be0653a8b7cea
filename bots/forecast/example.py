"""A player in plain Python, to copy and change: ``headrace match forecast my_player.py greedy``."""

from __future__ import annotations

from typing import Any

from harness.players import Parameter, player


@player(game="forecast", parameters=[Parameter("patience", 0.5, 0.0, 3.0, 0.1, "worth of a draw, in points")])
class Example:
    """Predicts what lies on top, and puts its numbers where they serve its own predictions.

    It compares all legal actions by the points that they bring at once, and never looks at the rival. Equals are
    picked at random.
    """

    def begin(self, info: Any) -> None:
        """Keep what the game tells at its start; a new instance plays each game."""
        self.rng = info.rng
        self.patience = info.parameters.patience

    def choose(self, view: Any) -> str:
        """Give one of `view.legal`: the action that is worth most."""
        return max(view.legal, key=lambda action: (self.worth(view, action), self.rng.random()))

    def worth(self, view: Any, action: str) -> float:
        """Say what an action is worth, in points."""
        if action == "draw":
            return float(self.patience)
        if action[0] == "x":  # "x1-3"
            return -1.0
        slot = int(action[-1]) - 1  # "2@4", "?3@2", "-5"
        stack, mine = view.slots[slot], view.predictions[slot]
        top = stack[-1] if stack else 0
        if action[0] == "?":
            return pays(view, int(action[1]), top)
        if not mine:
            return 0.0
        new_top = int(action[0]) if action[0] != "-" else [0, *stack][-2]
        return pays(view, mine, new_top) - pays(view, mine, top)


def pays(view: Any, predicted: int, top: int) -> float:
    """Give what a prediction pays under the top number of its slot (0 for none)."""
    if top == predicted:
        return float(view.rules["exact"] * predicted)
    return float(view.rules["over"] if top > predicted else view.rules["miss"])
