"""A player with all that its checks look at: the games it played, and what it answers in their positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from harness.core.streams import Random
from harness.games.description import Deck, Game
from harness.games.options import Rules
from harness.games.probes import Probe, find_probe
from harness.play.conformance.apart import Contest, Kept, Request, play_apart
from harness.play.conformance.lines import Decks, Line, follow, walks
from harness.play.conformance.subject import Answers, Subject
from harness.play.played import Fault
from harness.players.entrants import Entrant
from harness.players.limits import PATIENCE

ODD_SETTINGS = 6
"""So many pairs of rules and decks are played beside the default ones."""
_FEWEST, _SHARE = 2, 200
"""Each rare situation is to occur so often, or for 1 in so many positions."""
_LONGEST = 1_000
"""Walks have at most as many positions as are asked for, or so many if that is more."""
_RANDOM = "random"


@dataclass(frozen=True)
class Plan:
    """What is asked of a player.

    Attributes
    ----------
    entrant : Entrant
        The player.
    game : Game
        What it plays.
    positions : int
        Decisions that it makes in play; the rare positions come on top.
    seed : int
        Of deals, walks and the player's random numbers.
    patience : float
        Seconds without a decision after which it is taken to hang.
    """

    entrant: Entrant
    game: Game
    positions: int = 10_000
    seed: int = 1
    patience: float = PATIENCE

    @property
    def probe(self) -> Probe:
        """What testing needs to know of the game."""
        return find_probe(self.game.name)

    @property
    def deck(self) -> Deck:
        """The player's deck."""
        return self.entrant.deck or self.game.standard_deck

    @cached_property
    def settings(self) -> tuple[tuple[Rules, Decks], ...]:
        """Rules and decks: the default ones first, then odd ones."""
        random = Random.seeded(self.seed)
        odd = [self._odd_setting(random) for _ in range(ODD_SETTINGS)]
        standard = self.deck if self.game.deck_owner == "run" else self.game.standard_deck
        return ({}, (self.deck, standard)), *odd

    def _odd_setting(self, random: Random) -> tuple[Rules, Decks]:
        decks = (random.choice(self.probe.odd_decks), random.choice(self.probe.odd_decks))
        return self.probe.odd_rules(random), decks if self.game.deck_owner == "entrant" else (decks[0],) * 2

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """What the player plays: against a random player and itself, and against a random one in odd settings."""
        (rules, decks), *odd = self.settings
        third = -(-self.positions // 3)
        share = -(-third // len(odd))
        plain = Contest(_RANDOM, rules, decks, 0, third)
        own = Contest(None, rules, (self.deck, self.deck), 0, -(-third // 2))
        return plain, own, *(Contest(_RANDOM, rules, decks, 0, share) for rules, decks in odd)

    def usual(self) -> tuple[Contest, ...]:
        """Give the contests of the default setting alone, with all positions in them."""
        (rules, decks), *_ = self.settings
        half = -(-self.positions // 2)
        return Contest(_RANDOM, rules, decks, 0, half), Contest(
            None, rules, (self.deck,) * 2, 0, -(-half // 2)
        )

    def subject(self, *, bounds: bool = False) -> Subject:
        """Give the player, sitting nowhere yet."""
        return Subject(self.entrant, self.game, self.seed, bounds=bounds)

    def request(self, contests: tuple[Contest, ...]) -> Request:
        """Write down what a process of its own has to play."""
        entrant = self.entrant
        parameters: dict[str, Any] = dict(entrant.parameters)
        target = entrant.found.address
        return Request(self.game.name, target, entrant.label, parameters, self.seed, contests, self.patience)

    def lines(self, contests: Sequence[Contest], kept: Sequence[Kept]) -> Iterator[Line]:
        """Go through the games of contests in the player's seats."""
        for contest, found in zip(contests, kept, strict=True):
            for number, indexes in enumerate(found.actions):
                deal, leg = divmod(number, found.legs)
                decks = contest.decks if leg == 0 else (contest.decks[1], contest.decks[0])
                seats = (leg,) if contest.rival is not None else (0, 1)
                deal += contest.first_deal
                start = self.game.deal(self.seed, deal, decks, contest.rules)
                yield from follow(self.probe, start, contest.rules, decks, seats, deal, leg, indexes)

    def walks(self) -> list[Line]:
        """Walk to rare positions."""
        wanted, most = max(_FEWEST, self.positions // _SHARE), max(_LONGEST, self.positions)
        return list(walks(self.probe, self.settings, Random.seeded(~self.seed), wanted, most))


@dataclass(frozen=True)
class Case:
    """A player under test.

    Attributes
    ----------
    plan : Plan
        Who is tested, and how.
    subject : Subject
        The player, to be asked.
    lines : tuple of Line
        Games that it played, and walks.
    faults : tuple of Fault
        What went wrong in those that it played.
    """

    plan: Plan
    subject: Subject
    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]

    @cached_property
    def answers(self) -> list[Answers]:
        """What it answers in all lines, in their order."""
        return self.subject.answer_all(self.lines)

    @cached_property
    def answered(self) -> int:
        """In how many positions it has given an action, legal or not."""
        return sum(int((answers.actions >= 0).sum()) for answers in self.answers)

    @property
    def probe(self) -> Probe:
        """What testing needs to know of the game."""
        return self.plan.probe

    def where(self, line: Line, place: int) -> str:
        """Write a position so that it can be looked up."""
        game = self.plan.game
        if place >= len(line.states):
            return f"at the end of a game in seat {'ab'[line.seat]}"
        rules = ",".join(f"{key}={value}" for key, value in line.rules.items())
        seen = game.view_line(line.states[place], line.rules, line.seat)
        return f'at "{seen}"' + (f" under {rules}" if rules else "")


def play_usual(plan: Plan) -> list[Line]:
    """Have a player play the default setting alone, in a process of its own; see `play_apart`."""
    contests = plan.usual()
    return list(plan.lines(contests, play_apart(plan.request(contests))))
