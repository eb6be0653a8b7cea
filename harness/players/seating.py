"""Bringing entrants of every kind to a table."""

from __future__ import annotations

from harness.games.description import Deck, Game, Table
from harness.games.options import Rules
from harness.players.batches import BatchPlace
from harness.players.entrants import Entrant
from harness.players.hosted import HostedPlace
from harness.players.limits import NO_LIMITS, Limits
from harness.players.plain import PlainPlace
from harness.players.programs import ProgramPlace
from harness.players.seats import CompiledPlace, Place


def take_place(
    entrant: Entrant,
    game: Game,
    table: Table,
    rules: Rules,
    deck: Deck,
    *,
    side: int,
    limits: Limits = NO_LIMITS,
    apart: bool = False,
    isolate: bool = False,
) -> Place:
    """Bring an entrant to a table.

    Parameters
    ----------
    entrant : Entrant
        Who plays.
    game, table, rules
        What is played, and where.
    deck : Deck
        The deck that it plays.
    side : int
        0 for a pairing's first entrant, 1 for its second: one program can't play both.
    limits : Limits
        What a plain player or a program may use.
    apart : bool
        Whether a player that didn't come with Headrace plays in a process of its own; under a limit of memory it does
        so anyway, unless it is compiled.
    isolate : bool
        Whether that process is boxed (`harness.players.sandbox`).
    """
    kind = entrant.description.kind
    limited = limits.memory is not None and kind != "compiled"  # compiled code can't ask for memory
    if (apart or isolate or limited) and kind != "program" and not entrant.found.stock:
        return HostedPlace(entrant, game, table, rules, deck, limits, side, isolate)
    if kind == "program":
        return ProgramPlace(entrant, game, table, rules, deck, limits, side, isolate)
    return take_place_here(entrant, game, table, rules, deck, limits)


def take_place_here(
    entrant: Entrant, game: Game, table: Table, rules: Rules, deck: Deck, limits: Limits
) -> Place:
    """Bring an entrant that isn't a program to a table, to play in this process; see `take_place`."""
    kind = entrant.description.kind
    if kind == "compiled":
        return CompiledPlace(entrant, game)
    if kind == "batch":
        return BatchPlace(entrant, game, table, rules, deck, limits)
    return PlainPlace(entrant, game, table, rules, deck, limits)
