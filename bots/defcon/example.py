"""A first player of Defcon in plain Python: copy this file, rename the class, and change what it thinks of."""

from __future__ import annotations

from typing import Any

from harness.players import player


def _value(card: str) -> int:
    """Give what a number card adds to a river."""
    return "A23456789T".index(card[0]) + 1


@player(game="defcon")
class Example:
    """Finishes its rivers if it can, else busts or cuts the rival's best, else builds slowly upwards.

    A river is good from 21 to 26. It plays the number that comes closest to 26 without going over; a King, a Jack or
    a Joker goes on the highest card of a rival's river that is in range.
    """

    def begin(self, info: Any) -> None:
        """Start a game: keep what is needed of it."""
        self.random = info.rng

    def choose(self, view: Any) -> str:
        """Choose one of the legal actions: the one that seems worth most, equals at random."""
        legal = list(view.legal)
        worths = [self.worth(view, action) for action in legal]
        best = max(worths)
        return str(self.random.choice([a for a, worth in zip(legal, worths, strict=True) if worth == best]))

    def worth(self, view: Any, action: str) -> float:
        """Say what an action is worth, in points."""
        values = view.values
        if action[0] == "!":  # discard: the numbers go before the modifiers
            return -5.0 if action[1] in "JQK*" else -2.0
        if action[0] == "~":  # disband only what has gone over
            return 5.0 if values[action[1:]] > 26 else -30.0
        card, place = action.split(">")
        if card[0] not in "JQK*":
            after = values[place] + _value(card)
            return (10.0 if after >= 21 else 0.0) + after / 26 if after <= 26 else -20.0
        river, position = place.split(".")
        target = view.rivers[river]
        if river[0] == view.seat or not target.in_range or card[0] == "Q":
            return -10.0
        return 12.0 + _value(target.numbers[int(position) - 1].card) / 10
