"""What all games of a run have in common."""

from __future__ import annotations

from dataclasses import dataclass

from harness.games.description import SWAPS, Deck, Game
from harness.games.options import Rules
from harness.players.entrants import Entrant
from harness.players.limits import NO_LIMITS, Limits


@dataclass(frozen=True)
class Setting:
    """What all games of a run have in common.

    Attributes
    ----------
    game : Game
        What is played.
    rules : mapping
        What differs from the default rules.
    seed : int
        The run's seed.
    swap : str
        The swap design: which legs a block has.
    deck : Deck or None
        The run's deck, where a deck isn't the entrants' own.
    limits : Limits
        What plain players and programs may use.
    apart : bool
        Whether players that didn't come with Headrace play in processes of their own.
    isolate : bool
        Whether those are boxed, and no file of such a player is loaded anywhere else.
    """

    game: Game
    rules: Rules
    seed: int
    swap: str = "seats"
    deck: Deck | None = None
    limits: Limits = NO_LIMITS
    apart: bool = False
    isolate: bool = False

    @property
    def legs(self) -> int:
        """Games of a block."""
        return len(SWAPS[self.swap])

    def deck_of(self, entrant: Entrant) -> Deck:
        """Give the deck that an entrant plays."""
        return entrant.deck or self.deck or self.game.standard_deck
