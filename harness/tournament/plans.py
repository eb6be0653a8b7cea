"""What is to be played, planned and checked: a setting, a tournament, a match; nothing is played or written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from harness.core.errors import UsageError
from harness.games import find_game
from harness.games.description import Deck, Game
from harness.games.options import read_rules
from harness.play.setting import Setting
from harness.players.entrants import Entrant, read_entrants
from harness.players.finder import stock_players
from harness.players.limits import NO_LIMITS, Limits
from harness.stats.sprt import Sprt
from harness.tournament.experiment import Experiment, blocks_for_games
from harness.tournament.sequential import plan_match

DEFAULT_BLOCKS = 10_000
"""Of a match, and of each pairing of a tournament at least."""
DEFAULT_GAMES = 200_000
"""Of a tournament in all, at least."""
DEFAULT_COST = 5_000.0
"""Nanoseconds a decision: stock players that cost more aren't in a tournament unless they are named."""


def make_setting(
    game: str,
    *,
    seed: int = 1,
    rules: Mapping[str, Any] | None = None,
    swap: str = "seats",
    deck: str | Deck | None = None,
    limits: Limits = NO_LIMITS,
    isolate: bool = False,
) -> Setting:
    """Check what all games of a run have in common; see `Setting`.

    Raises
    ------
    UsageError, Malformed
        With what is wrong: the game, a rule, the deck, the seed.
    """
    found = find_game(game)
    if not 0 <= seed < 1 << 53:
        raise UsageError(f"seed {seed} is out of range", "it is from 0 to 2^53 - 1")
    if deck is not None and found.deck_owner == "entrant":
        raise UsageError(
            f"{found.title} has no deck of the run", 'a deck is an entrant\'s: "PLAYER:deck=NAME"'
        )
    chosen = None
    if found.deck_owner == "run":
        chosen = (
            deck if isinstance(deck, Deck) else found.standard_deck if deck is None else found.read_deck(deck)
        )
    checked = read_rules(found.options, rules)
    return Setting(found, checked, seed, swap, chosen, limits, isolate=isolate)


def make_tournament(
    setting: Setting,
    entrants: Sequence[str | Entrant] = (),
    *,
    blocks: int | None = None,
    games: int | None = None,
    gauntlet: str | None = None,
    keep: str = "rows",
    max_faults: float = 0.01,
    named: Mapping[str, Mapping[str, Any]] | None = None,
) -> Experiment:
    """Plan a tournament; nothing is played or written yet.

    Parameters
    ----------
    setting : Setting
        What is played.
    entrants : sequence of str
        Who plays, as on the command line; `default_entrants` if left out.
    blocks, games : int, optional
        Blocks per pairing, or games in all; DEFAULT_BLOCKS if both are left out, or as many as DEFAULT_GAMES need.
    gauntlet : str, optional
        The label that meets all others.
    keep, max_faults
        See `Experiment`.
    named : mapping, optional
        The configuration's players.

    Raises
    ------
    UsageError, Malformed, DataError
        With what is wrong.
    """
    if blocks is not None and games is not None:
        raise UsageError("--blocks and --games exclude each other", "give one of them")
    field = _field(setting, entrants, named) or default_entrants(setting.game)
    experiment = Experiment("tournament", setting, field, 1, gauntlet, keep, max_faults).check()
    if blocks is None:
        least = blocks_for_games(games or DEFAULT_GAMES, len(field), gauntlet is not None, setting.swap)
        blocks = least if games is not None else max(DEFAULT_BLOCKS, least)
    return replace(experiment, blocks=blocks).check()


def default_entrants(game: Game) -> tuple[Entrant, ...]:
    """Give the compiled stock players of a game that cost little enough to play many games."""
    field = read_entrants(list(stock_players(game.name)), game)
    quick = [each for each in field if each.description.kind == "compiled"]
    return tuple(each for each in quick if each.description.cost <= DEFAULT_COST)


def make_match(
    setting: Setting,
    first: str | Entrant,
    second: str | Entrant,
    *,
    blocks: int | None = None,
    games: int | None = None,
    sprt: Sprt | None = None,
    keep: str = "rows",
    max_faults: float = 0.01,
    named: Mapping[str, Mapping[str, Any]] | None = None,
    confidence: float = 0.95,
) -> Experiment:
    """Plan a match: of a fixed length, or until a sequential test decides.

    Parameters
    ----------
    setting : Setting
        What is played.
    first, second : str
        Who plays; all numbers are seen from the first.
    blocks, games : int, optional
        Its length; with a test, the length at which it is given up (ten times the expected length at worst if left
        out).
    sprt : Sprt, optional
        The test.
    keep, max_faults, named
        As for `make_tournament`.
    confidence : float
        The level of its intervals.

    Raises
    ------
    UsageError, Malformed, DataError
        With what is wrong.
    """
    length = DEFAULT_BLOCKS if blocks is None and games is None else blocks
    planned = make_tournament(
        setting, [first, second], blocks=length, games=games, keep=keep, max_faults=max_faults, named=named
    )
    planned = replace(planned, kind="match", confidence=confidence)
    if sprt is None:
        return planned
    a, b = planned.field
    sequence = plan_match(sprt, (a.description.cost, b.description.cost), setting.legs)
    if blocks is not None or games is not None:
        batch = min(sequence.batch, planned.blocks)
        sequence = replace(sequence, batch=batch, cap=planned.blocks // batch * batch)
    return replace(planned, blocks=sequence.cap, sprt=sequence.as_object())


def _field(
    setting: Setting, entrants: Sequence[str | Entrant], named: Mapping[str, Mapping[str, Any]] | None
) -> tuple[Entrant, ...]:
    if all(isinstance(entrant, Entrant) for entrant in entrants):
        return tuple(entrant for entrant in entrants if isinstance(entrant, Entrant))
    return read_entrants([str(entrant) for entrant in entrants], setting.game, named, isolate=setting.isolate)
