"""What is played, before it is played: a setting, a field and how much; and its two-way street to the manifest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import structs

from harness.core.errors import DataError, UsageError
from harness.games import find_game
from harness.games.description import SWAPS, Deck, Game
from harness.games.options import read_rules
from harness.play.setting import Setting
from harness.players.entrants import Entrant
from harness.players.finder import find_player
from harness.players.limits import NO_LIMITS, Limits
from harness.store.manifest import (
    DeckRecord,
    EntrantRecord,
    LimitsRecord,
    Made,
    Manifest,
    Stage,
    lock_versions,
)
from harness.tournament.schedule import pairs_of
from harness.tournament.worker import Workshop


@dataclass(frozen=True)
class Experiment:
    """A tournament, gauntlet or match that can be run.

    Attributes
    ----------
    kind : str
        "tournament" or "match".
    setting : Setting
        What is played.
    field : tuple of Entrant
        Who plays, at least two.
    blocks : int
        Per pairing.
    gauntlet : str or None
        The label that meets all others.
    keep : str
        "rows", "outcomes" or "counts".
    max_faults : float
        The share of its games that a player may lose by faults.
    sprt : dict or None
        The settings of a sequential match.
    confidence : float
        The level of its intervals.
    """

    kind: str
    setting: Setting
    field: tuple[Entrant, ...]
    blocks: int
    gauntlet: str | None = None
    keep: str = "rows"
    max_faults: float = 0.01
    sprt: dict[str, Any] | None = None
    confidence: float = 0.95

    @property
    def labels(self) -> tuple[str, ...]:
        """The field's labels."""
        return tuple(entrant.label for entrant in self.field)

    def check(self) -> Experiment:
        """Refuse what can't be played; returns itself.

        Raises
        ------
        UsageError
            With the reason.
        """
        if len(self.field) < 2:
            raise UsageError(f"too few entrants: {len(self.field)}", "name at least two")
        if self.blocks < 1:
            raise UsageError(f"{self.blocks} blocks can't be played", "--blocks is 1 or more")
        if self.setting.swap not in self.setting.game.swaps:
            swaps = ", ".join(self.setting.game.swaps)
            raise UsageError(
                f"{self.setting.game.title} can't be swapped by {self.setting.swap}",
                f"--swap is one of {swaps}",
            )
        if self.gauntlet is not None and self.gauntlet not in self.labels:
            raise UsageError(
                f'no entrant has the label "{self.gauntlet}"', f"labels: {', '.join(self.labels)}"
            )
        return self

    def manifest(self, command: Sequence[str], now: datetime) -> Manifest:
        """Write the experiment as the manifest of a new run."""
        setting = self.setting
        return Manifest(
            kind=self.kind,
            game=setting.game.name,
            game_version=setting.game.version,
            rules=dict(setting.rules),
            seed=setting.seed,
            swap=setting.swap,  # type: ignore[arg-type]
            deck=None if setting.game.deck_owner == "entrant" else _deck_record(setting, setting.deck),
            entrants=tuple(entrant_record(setting, entrant) for entrant in self.field),
            gauntlet=self.gauntlet,
            stages=(
                Stage(entrants=len(self.field), blocks=self.blocks, date=now.isoformat(timespec="seconds")),
            ),
            keep=self.keep,  # type: ignore[arg-type]
            max_faults=self.max_faults,
            limits=_limits_record(setting.limits),
            isolate=setting.isolate,
            reproducible=not setting.limits.timed,
            sprt=self.sprt,
            confidence=self.confidence,
            lock=lock_versions(),
            made=Made.here(command, now),
        )


def blocks_for_games(games: int, entrants: int, gauntlet: bool, swap: str) -> int:
    """Give the blocks per pairing that make at least so many games in all."""
    pairs = len(pairs_of(entrants, 0 if gauntlet else None))
    return -(-games // (pairs * len(SWAPS[swap])))


def entrant_record(setting: Setting, entrant: Entrant) -> EntrantRecord:
    """Write an entrant as the manifest keeps it."""
    return EntrantRecord(
        label=entrant.label,
        target=entrant.found.address,
        kind=entrant.description.kind,
        hash=entrant.found.hash,
        parameters=dict(entrant.parameters),
        deck=None if entrant.deck is None else _deck_record(setting, entrant.deck),
        stock=entrant.found.stock,
        cost=entrant.description.cost,
    )


def _limits_record(limits: Limits) -> LimitsRecord | None:
    return None if limits == NO_LIMITS else LimitsRecord(**asdict(limits))


def _limits_of(record: LimitsRecord | None) -> Limits:
    return NO_LIMITS if record is None else Limits(**structs.asdict(record))


def _deck_record(setting: Setting, deck: Deck | None) -> DeckRecord:
    deck = deck or setting.game.standard_deck
    return DeckRecord(name=deck.name, cards=tuple(setting.game.deck_list(deck)))


def load_experiment(manifest: Manifest) -> Experiment:
    """Load what a manifest describes, and refuse what is no longer the same.

    Raises
    ------
    DataError
        With everything that differs: the game's version, a player's code, its parameters; or with what can't be.
    """
    try:
        return _load_experiment(manifest)
    except UsageError as error:
        raise DataError(
            f"what the run's manifest names can't be used: {error}", "put back what is missing or was changed"
        ) from error


def _load_experiment(manifest: Manifest) -> Experiment:
    game = find_game(manifest.game)
    setting = Setting(
        game,
        read_rules(game.options, manifest.rules),
        manifest.seed,
        manifest.swap,
        None if manifest.deck is None else _deck_of(game, manifest.deck),
        _limits_of(manifest.limits),
        isolate=manifest.isolate,
    )
    field = tuple(_load_entrant(setting, record) for record in manifest.entrants)
    experiment = Experiment(
        manifest.kind, setting, field, manifest.stages[-1].blocks, manifest.gauntlet, manifest.keep,
        manifest.max_faults, manifest.sprt, manifest.confidence,
    )  # fmt: skip
    now = experiment.manifest(manifest.made.command, datetime.now())
    differences = manifest.differences(structs.replace(now, stages=manifest.stages))
    if differences:
        raise DataError(
            "this run can't go on, since it would not be the same run: " + "; ".join(differences),
            "put back what has changed, or begin a new run",
        )
    return experiment


def _load_entrant(setting: Setting, record: EntrantRecord) -> Entrant:
    found = find_player(record.target, setting.game.name, isolate=setting.isolate)
    parameters = found.description.read_parameters(record.parameters)
    deck = None if record.deck is None else _deck_of(setting.game, record.deck)
    return Entrant(record.label, found, parameters, deck)


def _deck_of(game: Game, record: DeckRecord) -> Deck:
    return game.deck_from_list(record.name, record.cards)


def load_workshop(folder: Path, manifest: Manifest) -> Workshop:
    """Make the workshop of a worker: called in the worker, so that players are loaded there."""
    experiment = load_experiment(manifest)
    return Workshop(experiment.setting, experiment.field, experiment.keep, folder, manifest)
