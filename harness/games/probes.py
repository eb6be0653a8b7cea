"""What testing a player needs to know of a game beside its description: rare situations, odd decks, hidden cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module

from harness.core.errors import Malformed
from harness.core.streams import Random
from harness.games.description import Deck, Game, State
from harness.games.options import Option, Rules


class Probe(ABC):
    """A game, as the tester of its players sees it.

    Attributes
    ----------
    game : Game
        The game.
    situations : tuple of str
        Situations that are rare or easily forgotten.
    odd_decks : tuple of Deck
        Decks unlike the standard one: very small, very large, one-sided.
    """

    game: Game
    situations: tuple[str, ...]
    odd_decks: tuple[Deck, ...]

    @abstractmethod
    def found_in(self, state: State, rules: Rules) -> tuple[str, ...]:
        """Name the situations that the player to move is in; the game is not over."""

    @abstractmethod
    def kind_of(self, action: int) -> int:
        """Give an action's place in the game's `action_kinds`."""

    @abstractmethod
    def redeal(self, state: State, rules: Rules, random: Random) -> State:
        """Deal all cards anew that the player to move can't see, so that it can't tell the two states apart."""

    def odd_rules(self, random: Random) -> Rules:
        """Draw rules that differ from the default, each option in a third of all draws."""
        while True:
            rules: dict[str, int | str] = {}
            for option in self.game.options:
                if random.below(3) == 0:
                    rules[option.name] = random.choice(option.choices or self._numbers(option))
            with suppress(Malformed):
                self.game.rules_record(rules)
                return {name: value for name, value in rules.items() if value != self.defaults[name]}

    def _numbers(self, option: Option) -> Sequence[int | str]:
        """List the numbers to draw from: the ends of the range, and all near the default."""
        near = range(int(option.default) - 3, int(option.default) + 4)
        return [option.low, *(number for number in near if option.low < number < option.high), option.high]

    @property
    def defaults(self) -> dict[str, int | str]:
        """Give the default rules."""
        return {option.name: option.default for option in self.game.options}


@cache
def find_probe(name: str) -> Probe:
    """Give the probe of a game, by the game's name."""
    probe: Probe = import_module(f"harness.games.{name}.probe").PROBE
    return probe
