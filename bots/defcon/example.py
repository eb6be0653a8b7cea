"""A first player of Defcon in plain Python: copy this file, rename the class, and change what it thinks of."""

from __future__ import annotations

from typing import Any

from harness.players import player


def points(card: str) -> int:
    """Give what a number card adds to its river."""
    return "A23456789T".index(card[0]) + 1


@player(game="defcon")
class Example:
    """Fills its rivers towards 26, and spends Kings, Jacks and Jokers on rivals' rivers that are in range.

    It takes what looks best at once, and equals at random.
    """

    def begin(self, info: Any) -> None:
        """Start a game: `info` also has the seat, the rules, the own deck and the parameters."""
        self.random = info.rng

    def choose(self, view: Any) -> str:
        """Choose one of `view.legal`: the action that seems worth most."""
        self.seat, self.rivers = view.seat, view.rivers
        worths = {action: self.worth(action) for action in view.legal}
        best = max(worths.values())
        return str(self.random.choice([action for action, worth in worths.items() if worth == best]))

    def worth(self, action: str) -> float:
        """Say what an action is worth: above 0 it helps, below 0 it hurts."""
        if action[0] == "!":  # a discard such as !7h: rather a number than a modifier
            return -5 if action[1] in "JQK*" else -2
        if action[0] == "~":  # to disband, ~a2, only helps if the river has gone over
            return 5 if self.rivers[action[1:]].value > 26 else -30
        card, target = action.split(">")
        if "." not in target:  # a number such as 7h>a2: in range is best, and the higher the better
            value = self.rivers[target].value + points(card)
            return -20 if value > 26 else value / 26 + (10 if value >= 21 else 0)
        name, position = target.split(".")  # a modifier such as Kd>b1.3
        river = self.rivers[name]
        if name[0] == self.seat or card[0] == "Q" or not river.in_range:
            return -10
        return 12 + points(river.numbers[int(position) - 1].card) / 10
