"""Several runs read together: what they must have in common, and which of their blocks count.

Rows that are equal in seed, deal, leg, labels, hashes and rules are one game played twice, and count once. A
label that names different players in two runs is told apart by a piece of the later one's hash.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from harness.core.errors import DataError
from harness.store.folder import RunFolder
from harness.store.ledger import JobRecord
from harness.store.manifest import EntrantRecord, Manifest

Range = tuple[int, int]
Identity = tuple[Any, ...]


@dataclass(frozen=True)
class Part:
    """A finished job's share in what is read.

    Attributes
    ----------
    run : RunFolder
        Where it was played.
    record : JobRecord
        Its ledger line.
    first, second : str
        The pairing's labels, as all runs together know them.
    kept : tuple of (int, int)
        Which of its blocks count: from the first to before the second of each pair.
    """

    run: RunFolder
    record: JobRecord
    first: str
    second: str
    kept: tuple[Range, ...]

    @property
    def blocks(self) -> int:
        """How many of its blocks count."""
        return sum(stop - start for start, stop in self.kept)

    @property
    def whole(self) -> bool:
        """Whether all of them do."""
        return self.blocks == self.record.blocks


@dataclass(frozen=True)
class Merged:
    """What several runs come to.

    Attributes
    ----------
    parts : tuple of Part
        Run after run, in the order of jobs; without those of which nothing counts.
    labels : tuple of str
        All entrants.
    dropped : int
        Games that were there already.
    renamed : tuple of str
        Labels that had to be told apart, in words.
    """

    parts: tuple[Part, ...]
    labels: tuple[str, ...]
    dropped: int
    renamed: tuple[str, ...]


class Cover:
    """The deals that have been seen of a pairing, as disjoint ranges in ascending order."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._stops: list[int] = []

    def add(self, start: int, stop: int) -> list[Range]:
        """Add a range; returns the pieces of it that are new."""
        low = bisect_left(self._stops, start)
        high = bisect_right(self._starts, stop)
        new: list[Range] = []
        at = start
        for old_start, old_stop in zip(self._starts[low:high], self._stops[low:high], strict=True):
            if at < old_start:
                new.append((at, old_start))
            at = max(at, old_stop)
        if at < stop:
            new.append((at, stop))
        first = min([start, *self._starts[low:high]])
        last = max([stop, *self._stops[low:high]])
        self._starts[low:high] = [first]
        self._stops[low:high] = [last]
        return new


def merge_runs(runs: Sequence[RunFolder]) -> Merged:
    """Work out what counts of some runs.

    Raises
    ------
    DataError
        They don't belong together: another game, version, rules, deck or swap design.
    """
    for run in runs[1:]:
        _check_alike(runs[0], run)
    names = _Names()
    covers: dict[Identity, Cover] = {}
    parts: list[Part] = []
    dropped = 0
    for run in runs:
        label_of = names.of(run.manifest)
        for record in run.ledger.in_order():
            first, second = _looked_up(label_of, record.first, run), _looked_up(label_of, record.second, run)
            key = (run.manifest.seed, first, second)
            new = covers.setdefault(key, Cover()).add(record.deal, record.deal + record.blocks)
            kept = tuple((start - record.deal, stop - record.deal) for start, stop in new)
            part = Part(run, record, first, second, kept)
            dropped += (record.blocks - part.blocks) * record.legs
            if kept:
                parts.append(part)
    return Merged(tuple(parts), tuple(names.identities), dropped, tuple(names.renamed))


def _looked_up(label_of: dict[str, str], label: str, run: RunFolder) -> str:
    if label not in label_of:
        raise DataError(
            f'{run.ledger.path} tells of an entrant "{label}", which the manifest doesn\'t know',
            "restore manifest.json from a copy",
        )
    return label_of[label]


def _check_alike(one: RunFolder, other: RunFolder) -> None:
    a, b = one.manifest, other.manifest
    decks = [deck and deck.cards for deck in (a.deck, b.deck)]
    pairs = (
        ("game", a.game, b.game),
        ("game version", a.game_version, b.game_version),
        ("rules", a.rules or "default", b.rules or "default"),
        ("deck", decks[0], decks[1]),
        ("swap design", a.swap, b.swap),
    )
    reasons = [f"{name} {was} and {now}" for name, was, now in pairs if was != now]
    if reasons:
        raise DataError(
            f"{one.path} and {other.path} can't be read together: {'; '.join(reasons)}",
            "name only runs that agree in these, or read each alone",
        )


class _Names:
    """The labels of several runs, each standing for one player."""

    def __init__(self) -> None:
        self.identities: dict[str, Identity] = {}
        self.renamed: list[str] = []

    def of(self, manifest: Manifest) -> dict[str, str]:
        """Give each label of a run as all runs together know it."""
        return {entrant.label: self._name(entrant) for entrant in manifest.entrants}

    def _name(self, entrant: EntrantRecord) -> str:
        identity = _identity(entrant)
        label = entrant.label
        apart = f"{label}#{entrant.hash[:6]}"
        tries = chain((label, apart), (f"{apart}-{number}" for number in count(2)))
        name = next(name for name in tries if self.identities.setdefault(name, identity) == identity)
        note = f"{label} is another player in a later run, and stands there as {name}"
        if name != label and note not in self.renamed:
            self.renamed.append(note)
        return name


def _identity(entrant: EntrantRecord) -> Identity:
    deck = entrant.deck.cards if entrant.deck else None
    return entrant.hash, tuple(sorted(entrant.parameters.items())), deck
