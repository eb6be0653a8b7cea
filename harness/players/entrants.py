"""Entrants: players with their parameters and decks, as written on the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from harness.core.errors import UsageError
from harness.core.streams import label_word
from harness.games.description import Deck, Game
from harness.players.api import RESERVED, Description, Parameters
from harness.players.command import PREFIX
from harness.players.finder import Found, find_player

_START = re.compile(r":(?=[A-Za-z_]\w*=)")


@dataclass(frozen=True)
class Entrant:
    """What competes: a player with its parameters and, where decks are the entrants', its deck.

    Attributes
    ----------
    label : str
        Its name in the run, told from all others.
    found : Found
        The player.
    parameters : Parameters
        All of them, checked.
    deck : Deck or None
        None where the deck is the run's.
    """

    label: str
    found: Found
    parameters: Parameters
    deck: Deck | None = None

    @property
    def description(self) -> Description:
        """What the player says of itself."""
        return self.found.description

    @property
    def word(self) -> int:
        """The word that its random streams absorb."""
        return label_word(self.label)


def split_target(text: str) -> tuple[str, dict[str, str]]:
    """Split an entrant's text into its target and its keys.

    Raises
    ------
    UsageError
        If the part behind the target is not ``key=value,…``.
    """
    starts = [match.start() for match in _START.finditer(text) if text[: match.start()].count('"') % 2 == 0]
    if not starts:
        return text, {}
    target, rest = text[: starts[-1]], text[starts[-1] + 1 :]
    keys: dict[str, str] = {}
    for part in _split_commas(rest):
        key, sign, value = part.partition("=")
        if not sign or not key.isidentifier():
            raise UsageError(f'"{part}" in "{text}" is not key=value', "write TARGET:key=value,key=value")
        if key in keys:
            raise UsageError(f'"{key}" is given twice in "{text}"', "give each key once")
        keys[key] = value.replace('"', "")
    return target, keys


def _split_commas(text: str) -> list[str]:
    if text.count('"') % 2:
        raise UsageError(f'"{text}" has a quote that is not closed', 'close it with another "')
    return re.findall(r'(?:[^,"]|"[^"]*")+', text)


def read_entrant(
    text: str,
    game: Game,
    named: Mapping[str, Mapping[str, Any]] | None = None,
    base: Path | None = None,
    isolate: bool = False,
) -> Entrant:
    """Read one entrant: ``TARGET[:key=value,…]``.

    Raises
    ------
    UsageError, Malformed, DataError
        With what is wrong: the player, its parameters, its deck.
    """
    target, keys = split_target(text)
    found = find_player(target, game.name, named=named or {}, base=base or Path(), isolate=isolate)
    given = {key: value for key, value in keys.items() if key not in RESERVED}
    parameters = found.description.read_parameters({**found.parameters, **given})
    deck = _read_deck(keys.get("deck"), game, target)
    label = keys["label"] if "label" in keys else _default_label(found, keys)
    if not label:
        raise UsageError(f'the label in "{text}" is empty', "write label=NAME")
    if not label.isprintable() or label != label.strip():
        raise UsageError(f"label {label!r} has signs that can't be printed", "use letters, digits and signs")
    return Entrant(label, found, parameters, deck)


def _read_deck(text: str | None, game: Game, target: str) -> Deck | None:
    if game.deck_owner == "entrant":
        return game.standard_deck if text is None else game.read_deck(text)
    if text is not None:
        raise UsageError(
            f'"{target}" can\'t have a deck of its own in {game.name}', "the deck is the run's: --deck"
        )
    return None


def _default_label(found: Found, keys: Mapping[str, str]) -> str:
    target, _, member = found.target.partition("#")
    name = found.path.stem if found.target.startswith(PREFIX) else member or Path(target).stem
    shown = ",".join(f"{key}={value}" for key, value in keys.items())
    return f"{name}:{shown}" if shown else name


def read_entrants(
    texts: Sequence[str],
    game: Game,
    named: Mapping[str, Mapping[str, Any]] | None = None,
    base: Path | None = None,
    isolate: bool = False,
) -> tuple[Entrant, ...]:
    """Read a field of entrants, and tell them apart by their labels.

    A label that is given stands. Then stock players take their names, and all others take what is left of theirs, each
    in the order in which they are written: ``./greedy.py greedy`` are ``greedy#2`` and ``greedy``.

    Raises
    ------
    UsageError, Malformed, DataError
        With what is wrong.
    """
    entrants = [read_entrant(text, game, named, base, isolate) for text in texts]
    given = ["label" in split_target(text)[1] for text in texts]
    return _told_apart(entrants, given)


def _told_apart(entrants: Sequence[Entrant], given: Sequence[bool]) -> tuple[Entrant, ...]:
    """Give each entrant a label of its own, see `read_entrants`; `given` says whose label was written."""
    names = {
        entrant.label for entrant, own in zip(entrants, given, strict=True) if not own and entrant.found.stock
    }
    taken: set[str] = set()
    for entrant, own in zip(entrants, given, strict=True):
        if own and entrant.label in names | taken:
            raise UsageError(
                f'label "{entrant.label}" is given to two entrants', "labels tell entrants apart"
            )
        taken |= {entrant.label} if own else set()
    labels = [entrant.label for entrant in entrants]
    waiting = [place for place, own in enumerate(given) if not own]
    for place in sorted(waiting, key=lambda place: not entrants[place].found.stock):
        labels[place] = _free(labels[place], taken)
        taken.add(labels[place])
    return tuple(replace(entrant, label=label) for entrant, label in zip(entrants, labels, strict=True))


def _free(label: str, taken: set[str]) -> str:
    """Give the label, or the first of ``LABEL#2``, ``LABEL#3``, … that nobody has."""
    free, copy = label, 2
    while free in taken:
        free, copy = f"{label}#{copy}", copy + 1
    return free
