"""Lines: games as they went, for a player to sit in one seat and be asked at each turn of that seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from harness.core.streams import Random
from harness.games.description import Deck, Game, Result, State
from harness.games.options import Rules
from harness.games.probes import Probe

Decks = tuple[Deck, Deck]

WALK_DEALS = 1 << 40
"""Deals of walks begin here: none is a deal that is played."""
_BIAS = 8.0
"""The kinds of action are weighted with 2^−8 to 2^8 in a walk."""


@dataclass(frozen=True)
class Line:
    """A game's positions at the turns of one seat.

    Attributes
    ----------
    rules : mapping
        What differs from the default rules.
    decks : (Deck, Deck)
        Of seats a and b.
    seat : int
        The seat.
    deal, leg : int
        What the player's random stream is told apart by.
    states : tuple of State
        The positions, in order.
    legal : tuple of frozenset of int
        The legal actions in each.
    situations : tuple of tuple of str
        What is rare about each.
    result : Result
        How the game ended.
    played : tuple of int
        What the player played there; empty where it didn't play this game.
    """

    rules: Rules
    decks: Decks
    seat: int
    deal: int
    leg: int
    states: tuple[State, ...]
    legal: tuple[frozenset[int], ...]
    situations: tuple[tuple[str, ...], ...]
    result: Result
    played: tuple[int, ...] = ()

    @property
    def deck(self) -> Deck:
        """The deck that the player plays."""
        return self.decks[self.seat]


@dataclass
class _Turns:
    """The turns of one seat, while a game is gone through."""

    states: list[State] = field(default_factory=list)
    legal: list[frozenset[int]] = field(default_factory=list)
    situations: list[tuple[str, ...]] = field(default_factory=list)
    played: list[int] = field(default_factory=list)


class Trail:
    """A game that is gone through, and the turns of both seats in it.

    Parameters
    ----------
    probe : Probe
        The game.
    start : State
        Where it begins.
    rules : mapping
        What differs from the default rules.
    """

    def __init__(self, probe: Probe, start: State, rules: Rules) -> None:
        self._probe, self._rules = probe, rules
        self.state = start
        self.turns = (_Turns(), _Turns())
        self.actions = self._actions()

    def _actions(self) -> list[int]:
        return self._probe.game.actions(self.state, self._rules)

    def play(self, action: int) -> None:
        """Play an action."""
        turns = self.turns[int(self.state["ply"]) & 1]
        self.look(turns)
        turns.played.append(action)
        self.state = self._probe.game.play(self.state, self._rules, action)
        self.actions = self._actions()

    def line(self, decks: Decks, seat: int, deal: int, leg: int, *, own: bool) -> Line:
        """Give the turns of a seat as a line; `own` says that the player itself played it."""
        turns = self.turns[seat]
        positions = tuple(turns.states), tuple(turns.legal), tuple(turns.situations)
        mover = int(self.state["ply"]) & 1
        result = self._probe.game.result(self.state, self._rules) or Result("a" if mover else "b", "forfeit")
        played = tuple(turns.played) if own else ()
        return Line(self._rules, decks, seat, deal, leg, *positions, result, played)

    def look(self, turns: _Turns) -> None:
        """Keep the present position as a turn."""
        situations = self._probe.found_in(self.state, self._rules)
        turns.states.append(self.state)
        turns.legal.append(frozenset(self.actions))
        turns.situations.append(situations)


def follow(
    probe: Probe, start: State, rules: Rules, decks: Decks, seats: Sequence[int], deal: int, leg: int,
    indexes: Sequence[int],
) -> Iterator[Line]:  # fmt: skip
    """Go through a game whose actions were kept, as indexes in the legal list, in the player's seats.

    Where the game was forfeited, its last position is a turn, too: nothing is known of what was played there.
    """
    trail = Trail(probe, start, rules)
    for index in indexes:
        trail.play(trail.actions[index])
    if trail.actions:
        trail.look(trail.turns[int(trail.state["ply"]) & 1])
    for seat in seats:
        if trail.turns[seat].states:
            yield trail.line(decks, seat, deal, leg, own=True)


def walks(
    probe: Probe, settings: Sequence[tuple[Rules, Decks]], random: Random, wanted: int, most: int
) -> Iterator[Line]:
    """Walk at random, in each game with a taste for other kinds of action, until all that is rare has occurred.

    Parameters
    ----------
    probe : Probe
        The game.
    settings : sequence of (rules, decks)
        What is played, in turn.
    random : Random
        Where the walks go.
    wanted : int
        How often each rare situation is to occur.
    most : int
        Positions after which they end all the same.
    """
    missing = dict.fromkeys(probe.situations, wanted)
    positions = 0
    for number in count():
        rules, decks = settings[number % len(settings)]
        deal = WALK_DEALS + number
        trail = _walk(probe, probe.game.deal(random.below(1 << 30), deal, decks, rules), rules, random)
        for seat, turns in enumerate(trail.turns):
            for name in (name for found in turns.situations for name in found):
                missing[name] -= 1
            positions += len(turns.states)
            if turns.states:
                yield trail.line(decks, seat, deal, 0, own=False)
        if positions >= most or all(left <= 0 for left in missing.values()):
            return


def _walk(probe: Probe, start: State, rules: Rules, random: Random) -> Trail:
    game: Game = probe.game
    tastes = [2.0 ** (_BIAS * (2.0 * random.random() - 1.0)) for _ in game.action_kinds]
    trail = Trail(probe, start, rules)
    while trail.actions:
        weights = [tastes[probe.kind_of(action)] for action in trail.actions]
        trail.play(_drawn(trail.actions, weights, random))
    return trail


def _drawn(items: Sequence[int], weights: Sequence[float], random: Random) -> int:
    left = random.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0.0:
            return item
    return items[-1]


def situations_in(lines: Sequence[Line]) -> dict[str, int]:
    """Count the rare situations of lines."""
    counts: dict[str, int] = {}
    for line in lines:
        for name in (name for found in line.situations for name in found):
            counts[name] = counts.get(name, 0) + 1
    return counts


def positions_in(lines: Sequence[Line]) -> int:
    """Count the positions of lines."""
    return sum(len(line.states) for line in lines)


def cut(lines: Sequence[Line], positions: int) -> list[Line]:
    """Take lines evenly from all, until they have so many positions."""
    step = max(1, positions_in(lines) // max(1, positions))
    chosen: list[Line] = []
    for line in lines[::step]:
        if positions_in(chosen) >= positions:
            break
        chosen.append(line)
    return chosen
