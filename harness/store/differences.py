"""What keeps a run from being resumed under another configuration, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from harness.store.manifest import DeckRecord, EntrantRecord, Manifest


def manifest_differences(was: Manifest, now: Manifest) -> list[str]:
    """Name each thing that differs; see `Manifest.differences`."""
    pairs = (
        ("kind of run", was.kind, now.kind),
        ("game", was.game, now.game),
        ("game version", was.game_version, now.game_version),
        ("seed", was.seed, now.seed),
        ("swap", was.swap, now.swap),
        ("deck", _deck_words(was.deck), _deck_words(now.deck)),
        ("gauntlet", was.gauntlet, now.gauntlet),
        ("stages", _stages(was), _stages(now)),
        ("keep", was.keep, now.keep),
        ("limits", _plain(was.limits), _plain(now.limits)),
        ("isolation", was.isolate, now.isolate),
    )
    found = [_differs(name, old, new) for name, old, new in pairs if old != new]
    found += _field_differences("rule", was.rules, now.rules, "default")
    found += _field_differences("sprt", was.sprt or {}, now.sprt or {}, "not set")
    found += _entrant_differences(was.entrants, now.entrants)
    return found + _field_differences("version of", was.lock, now.lock, "not there")


def _stages(manifest: Manifest) -> str:
    return ", then ".join(f"{s.entrants} entrants with {s.blocks} blocks" for s in manifest.stages)


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def _differs(name: str, was: Any, now: Any) -> str:
    return f"{name}: {_shown(was)} in the run, {_shown(now)} now"


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={item}" for name, item in value.items())
    return "none" if value is None else str(value)


def _field_differences(what: str, was: Mapping[str, Any], now: Mapping[str, Any], absent: str) -> list[str]:
    return [
        _differs(f"{what} {name}", was.get(name, absent), now.get(name, absent))
        for name in dict.fromkeys([*was, *now])
        if was.get(name, absent) != now.get(name, absent)
    ]


def _deck_words(deck: DeckRecord | None) -> str | None:
    return None if deck is None else f"{deck.name} ({' '.join(map(str, deck.cards))})"


def _entrant_differences(was: Sequence[EntrantRecord], now: Sequence[EntrantRecord]) -> list[str]:
    before, after = ({e.label: e for e in entrants} for entrants in (was, now))
    found = [f"entrant {label}: in the run, but not now" for label in before if label not in after]
    found += [f"entrant {label}: new, not in the run" for label in after if label not in before]
    if not found and list(before) != list(after):
        found.append(_differs("order of the entrants", ", ".join(before), ", ".join(after)))
    for label, old in before.items():
        new = after.get(label)
        if new is not None:
            found += _player_differences(label, old, new)
    return found


def _player_differences(label: str, old: EntrantRecord, new: EntrantRecord) -> list[str]:
    found = []
    if old.hash != new.hash:
        found.append(f"{_differs(f'code of {label}', old.hash, new.hash)} ({new.target} has changed)")
    if old.kind != new.kind:
        found.append(_differs(f"kind of {label}", old.kind, new.kind))
    if old.cost != new.cost:
        found.append(_differs(f"declared cost of {label}", old.cost, new.cost))
    found += _field_differences(f"{label}'s parameter", old.parameters, new.parameters, "not set")
    decks = [deck and deck.cards for deck in (old.deck, new.deck)]
    if decks[0] != decks[1]:
        found.append(_differs(f"deck of {label}", _deck_words(old.deck), _deck_words(new.deck)))
    return found
