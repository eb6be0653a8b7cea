"""The manifest: a run's whole configuration, by which it is resumed, compared and read."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from harness.core.errors import DataError, did_you_mean
from harness.core.files import canonical_json, checksum
from harness.store.decoding import decode_document
from harness.store.differences import manifest_differences

SCHEMA = 1
LOCKED = ("numpy", "pyarrow", "numba", "pandas")
"""The packages whose versions decide a run's bytes."""

Count = Annotated[int, Meta(ge=0)]
Seed = Annotated[int, Meta(ge=0, lt=1 << 53)]


class DeckRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck under its name, its cards as game records know them (protocol, section 2)."""

    name: str
    cards: tuple[int | str, ...]


class EntrantRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entrant.

    Attributes
    ----------
    label : str
        Its name in this run, which no other entrant has.
    target : str
        How its player was named (a stock name, a file, a command).
    kind : str
        How the player is called.
    parameters : dict
        Every parameter's value.
    hash : str
        Over the player's sources.
    deck : DeckRecord or None
        Its own deck, where decks are the entrants'.
    stock : bool
        Whether the player comes with Headrace.
    cost : float
        Its declared cost, in nanoseconds a decision; it sizes jobs.
    """

    label: str
    target: str
    kind: Literal["compiled", "plain", "batch", "program"]
    hash: str
    parameters: dict[str, bool | int | float] = {}
    deck: DeckRecord | None = None
    stock: bool = False
    cost: Annotated[float, Meta(ge=0)] = 200.0


class LimitsRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player may use; see `harness.players.limits.Limits`."""

    move_time: float | None = None
    game_time: float | None = None
    memory: int | None = None
    patience: float = 60.0


class Made(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When, where and by what a run was made; the same run made elsewhere may differ in it."""

    date: str
    machine: str
    python: str
    headrace: str
    command: tuple[str, ...] = ()

    @classmethod
    def here(cls, command: Sequence[str], now: datetime) -> Made:
        """Describe this machine, this moment and this command line."""
        return cls(
            date=now.isoformat(timespec="seconds"),
            machine=f"{platform.system()} {platform.release()} {platform.machine()}",
            python=platform.python_version(),
            headrace=_version_of("headrace"),
            command=tuple(command),
        )


class Stage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a run goes: it begins with one stage, and has one more for each time that it was extended.

    Attributes
    ----------
    entrants : int
        How many of the field take part, from the front; all pairings among them are played.
    blocks : int
        For each pairing in all; the most that there can be where the number is left to a decision.
    date : str
        When; not part of what is compared.
    """

    entrants: Count
    blocks: Count
    date: str = ""


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A run's configuration.

    Attributes
    ----------
    schema : int
        The version of this form.
    kind : str
        What the experiment is ("tournament", "match", …).
    game, game_version : str
        What is played.
    rules : dict
        What differs from the default rules.
    seed : int
        Of all deals and players' streams, 0 to 2**53 − 1.
    swap : str
        The swap design.
    deck : DeckRecord or None
        The run's deck, where decks are the run's.
    entrants : tuple of EntrantRecord
        In the order in which they were named.
    gauntlet : str or None
        The label that meets all others, where only that is played.
    keep : str
        What shards hold: a row a game, a byte a block, or nothing (counts stand in the ledger).
    max_faults : float
        The share of its games that a player may lose by faults.
    limits : LimitsRecord or None
        What plain players and programs may use.
    isolate : bool
        Whether players that aren't stock are boxed.
    reproducible : bool
        Whether the same seed gives the same bytes (not under limits).
    stages : tuple of Stage
        How far it goes; with the entrants' costs they decide how the work is divided.
    sprt : dict or None
        The settings of a sequential match, the batch between two looks among them.
    confidence : float
        The level of the intervals in its CSV files; not part of what is compared.
    lock : dict
        Versions of the packages that decide the bytes.
    made : Made
        Not part of what is compared.
    """

    kind: str
    game: str
    game_version: str
    seed: Seed
    swap: Literal["seats", "orders", "both"]
    entrants: tuple[EntrantRecord, ...]
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1)]
    lock: dict[str, str]
    made: Made
    schema: int = SCHEMA
    rules: dict[str, int | str] = {}
    deck: DeckRecord | None = None
    gauntlet: str | None = None
    keep: Literal["rows", "outcomes", "counts"] = "rows"
    max_faults: Annotated[float, Meta(ge=0, le=1)] = 0.01
    limits: LimitsRecord | None = None
    isolate: bool = False
    reproducible: bool = True
    sprt: dict[str, Any] | None = None
    confidence: Annotated[float, Meta(gt=0, lt=1)] = 0.95

    @property
    def labels(self) -> tuple[str, ...]:
        """The entrants' labels."""
        return tuple(entrant.label for entrant in self.entrants)

    def fingerprint(self, first: str, second: str) -> str:
        """Name what decides the games of a pairing: rows that bear another name are not this run's.

        Parameters
        ----------
        first, second : str
            The pairing's labels.
        """
        players = [
            {**msgspec.to_builtins(entrant), "target": "", "cost": 0}
            for label in (first, second)
            for entrant in self.entrants
            if entrant.label == label
        ]
        what = [
            self.game,
            self.game_version,
            self.rules,
            self.seed,
            self.swap,
            msgspec.to_builtins(self.deck),
            players,
        ]
        return checksum(canonical_json(what))

    def encode(self) -> bytes:
        """Write it as canonical JSON."""
        return canonical_json(msgspec.to_builtins(self))

    def differences(self, now: Manifest) -> list[str]:
        """Name all that keeps a run from being resumed under another configuration.

        Parameters
        ----------
        now : Manifest
            What would be played now; this one is what the run was begun with.

        Returns
        -------
        list of str
            One difference each, in words; empty where the run can go on. `max_faults`, `confidence`, the targets'
            spelling, where the run was made and its extensions may differ.
        """
        return manifest_differences(self, now)


def lock_versions() -> dict[str, str]:
    """Give the installed versions of the packages that decide a run's bytes."""
    return {name: _version_of(name) for name in LOCKED}


def decode_manifest(data: bytes, path: Path) -> Manifest:
    """Read a manifest strictly.

    Parameters
    ----------
    data : bytes
        The file's.
    path : Path
        The file, for messages.

    Raises
    ------
    DataError
        It is no JSON, of an unknown schema, or a field is missing, unknown or of the wrong kind; the message
        says which field and what it should be.
    """
    manifest = decode_document(data, Manifest, SCHEMA, path, "mend that field, or begin a new run")
    labels = manifest.labels
    twice = sorted({label for label in labels if labels.count(label) > 1})
    reasons = [f'the label "{label}" is given twice' for label in twice]
    if manifest.gauntlet is not None and manifest.gauntlet not in labels:
        known = did_you_mean(manifest.gauntlet, labels)
        reasons.append(f'field "gauntlet": no entrant is labelled "{manifest.gauntlet}", {known}')
    if reasons:
        raise DataError(f"{path}: {'; '.join(reasons)}", "mend these fields, or begin a new run")
    return manifest


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown"
