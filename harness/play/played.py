"""Games that were played: their rows and actions, and what was said and went wrong in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.games.description import Words
from harness.players.failures import Failure


@dataclass(frozen=True)
class Fault:
    """A game that a player lost other than by playing.

    Attributes
    ----------
    game : int
        Its place among the games of its batch.
    deal, leg, seat : int
        Which game, and where the player sat.
    player : str
        The player's label.
    failure : Failure
        What it did.
    """

    game: int
    deal: int
    leg: int
    seat: int
    player: str
    failure: Failure

    @property
    def kind(self) -> str:
        """One of the protocol's faults."""
        return self.failure.kind

    @property
    def detail(self) -> str:
        """What it did, in a line."""
        return self.failure.detail


@dataclass(frozen=True)
class Note:
    """What a player said of a decision.

    Attributes
    ----------
    game : int
        Its place among the games of its batch.
    ply : int
        Which decision.
    text : str
        What it said.
    """

    game: int
    ply: int
    text: str


@dataclass
class Played:
    """Games that were played, in order: deal by deal, leg by leg.

    Attributes
    ----------
    first_deal, legs : int
        The deal of the first game, and games per deal.
    rows : uint64 array, shape (columns, games)
        The games' words, the outcome first.
    histogram : int64 array, shape (2, plies, kinds)
        Actions by entrant, ply and kind.
    offsets : int64 array, shape (games + 1,), or None
        Where each game's actions begin in `actions`; None where none were kept.
    actions : uint16 array
        The actions as indexes in the legal list.
    faults : list of Fault
        In the order of the games.
    notes : list of Note
        By game and ply.
    """

    first_deal: int
    legs: int
    rows: Words
    histogram: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64] | None
    actions: npt.NDArray[np.uint16]
    faults: list[Fault] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many there are."""
        return int(self.rows.shape[1])


def joined(parts: Sequence[Played]) -> Played:
    """Put games of ranges of deals that follow one another together; all have kept their actions."""
    whole = replace(
        parts[0],
        rows=np.concatenate([part.rows for part in parts], axis=1),
        histogram=np.sum([part.histogram for part in parts], axis=0),
        actions=np.concatenate([part.actions for part in parts]),
        faults=[],
        notes=[],
    )
    ends: list[Any] = [np.zeros(1, np.int64)]
    games = 0
    for part in parts:
        assert part.offsets is not None
        ends.append(part.offsets[1:] + ends[-1][-1])
        whole.faults += [replace(fault, game=fault.game + games) for fault in part.faults]
        whole.notes += [replace(note, game=note.game + games) for note in part.notes]
        games += part.games
    whole.offsets = np.concatenate(ends)
    return whole
