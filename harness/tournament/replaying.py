"""One game of a run as a record: from its kept actions, or played again once all hashes are found to agree."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from harness.core.errors import DataError, UsageError, did_you_mean
from harness.core.files import canonical_line
from harness.games.description import Deck
from harness.games.options import read_rules
from harness.games.outcome import FAULTS, FIELDS
from harness.play.pairing import Pairing
from harness.play.played import Fault
from harness.play.record import GameRecord, read_record
from harness.play.replay import build_record, play_again
from harness.play.results import result_of
from harness.play.setting import Setting
from harness.players.api import Description, Parameters
from harness.players.entrants import Entrant
from harness.players.failures import Failure
from harness.players.finder import Found
from harness.store.faults import read_fault
from harness.store.folder import FAULTS as FAULTS_FOLDER
from harness.store.folder import RunFolder
from harness.store.ledger import JobRecord
from harness.store.manifest import DeckRecord, EntrantRecord
from harness.store.shards import Shard, read_notes, read_shard
from harness.tournament.experiment import load_experiment
from harness.tournament.opened import Run


@dataclass(frozen=True)
class GameId:
    """Which game of a run: ``A:B:deal:leg``.

    Attributes
    ----------
    first, second : str
        Labels of the pairing.
    deal, leg : int
        The game among those of the pairing.
    """

    first: str
    second: str
    deal: int
    leg: int

    def __str__(self) -> str:
        return f"{self.first}:{self.second}:{self.deal}:{self.leg}"


def read_id(text: str, run: Run) -> GameId:
    """Read a game's ID; labels may hold colons themselves.

    Raises
    ------
    UsageError
        It isn't one, or the run has no such pairing or leg.
    """
    names, _, leg = text.rpartition(":")
    names, _, deal = names.rpartition(":")
    if not all(re.fullmatch("[0-9]{1,16}", number) for number in (deal, leg)):
        raise UsageError(f'"{text}" is no game\'s ID', "it is A:B:deal:leg, such as greedy:random:17:0")
    pairings = run.reader.pairings()
    known = {f"{first}:{second}": (first, second) for first, second in pairings}
    if names not in known:
        turned = {f"{second}:{first}": f"{first}:{second}" for first, second in pairings}
        hint = f'did you mean "{turned[names]}"?' if names in turned else did_you_mean(names, known)
        raise UsageError(f'{run.path} has no pairing "{names}"', hint)
    if int(leg) >= run.legs:
        raise UsageError(f"there is no leg {leg}", f"a block has the legs 0 to {run.legs - 1}")
    return GameId(*known[names], int(deal), int(leg))


def record_of_game(run: Run, which: GameId) -> GameRecord:
    """Give a game of a run as a record.

    Parameters
    ----------
    run : Run
        A single run.
    which : GameId
        The game.

    Raises
    ------
    UsageError
        The run hasn't played it.
    DataError
        Its players or rules have changed since, or a file is damaged.
    """
    folder = run.reader.runs[0]
    job = _job_of(folder, which)
    place = (which.deal - job.deal) * job.legs + which.leg
    kept = _kept_fault(folder, job, which)
    if kept is not None:
        return replace(kept, notes=_notes_of(folder, job, place, job.checksum))
    shard = None if folder.shard_path(job) is None else _shard_of(folder, job)
    outcome = None if shard is None or shard.kept is not None else int(shard.columns["outcome"][place])
    if shard is not None and shard.log is not None and outcome is not None:
        offsets, actions = shard.log
        indexes = [int(index) for index in actions[offsets[place] : offsets[place + 1]]]
        setting, (first, second) = (
            _setting(run),
            (_entrant(run, label) for label in (which.first, which.second)),
        )
        fault = _fault_in(outcome, which)
        notes = _notes_of(folder, job, place)
        return build_record(setting, first, second, which.deal, which.leg, indexes, outcome, fault, notes)
    return _again(run, which, shard, place)


def _job_of(folder: RunFolder, which: GameId) -> JobRecord:
    ranges = []
    for job in folder.ledger.in_order():
        if (job.first, job.second) == (which.first, which.second):
            if job.deal <= which.deal < job.deal + job.blocks:
                return job
            ranges.append((job.deal, job.deal + job.blocks))
    most = max((stop for _, stop in ranges), default=0)
    raise UsageError(
        f"{folder.path} hasn't played deal {which.deal} of {which.first}:{which.second}",
        f"it has the deals 0 to {most - 1}" if most else "it has none of them",
    )


def _shard_of(folder: RunFolder, job: JobRecord) -> Shard:
    path = folder.shard_path(job)
    assert path is not None
    shard = read_shard(path, job.checksum, ["outcome", "actions"])
    if len(shard.deals) != (job.games if shard.kept is None else job.blocks):
        raise DataError(f"{path} holds other games than the ledger says", "delete it and resume the run")
    return shard


def _notes_of(folder: RunFolder, job: JobRecord, place: int, expected: str | None = None) -> dict[int, str]:
    """Read a game's notes; the checksum is for a shard that hasn't been compared with it yet."""
    path = folder.shard_path(job)
    return {} if path is None else read_notes(path, place, expected)


def _kept_fault(folder: RunFolder, job: JobRecord, which: GameId) -> GameRecord | None:
    """Read the record beside a fault, where the game has one that was kept: it knows the illegal action."""
    path: Path = folder.path / FAULTS_FOLDER / f"{job.job}-{which.deal}-{which.leg}.json"
    if not path.is_file():
        return None
    return read_record(canonical_line(read_fault(path).record).decode(), f"the record in {path}")


def _fault_in(outcome: int, which: GameId) -> Fault | None:
    values = {name: outcome >> shift & mask for name, (shift, mask) in FIELDS.items()}
    if not values["fault"]:
        return None
    kind = FAULTS[values["fault"] - 1]
    return Fault(0, which.deal, which.leg, values["fault_seat"], "", Failure(kind, ""))


def _again(run: Run, which: GameId, shard: Shard | None, place: int) -> GameRecord:
    """Play a game again, where no player can harm this process, and see that it ends as it did."""
    experiment = load_experiment(run.manifest)
    field = {entrant.label: entrant for entrant in experiment.field}
    first, second = field[which.first], field[which.second]
    setting = replace(experiment.setting, apart=True)
    record = play_again(Pairing(setting, first, second, keep_actions=True), which.deal, which.leg)
    if shard is not None and shard.kept is None:
        kept = int(shard.columns["outcome"][place])
        plies, most = FIELDS["plies"]
        if result_of(run.game, kept) != record.result or kept >> plies & most != len(record.actions):
            raise DataError(
                f"{which} went differently when it was played again",
                "a player keeps something from game to game, or draws numbers that aren't the harness's",
            )
    return record


def _setting(run: Run) -> Setting:
    manifest, game = run.manifest, run.game
    deck = None if manifest.deck is None else _deck(run, manifest.deck)
    return Setting(game, read_rules(game.options, manifest.rules), manifest.seed, manifest.swap, deck)


def _deck(run: Run, record: DeckRecord) -> Deck:
    return run.game.deck_from_list(record.name, record.cards)


def _entrant(run: Run, label: str) -> Entrant:
    """Give an entrant as its manifest knows it: its code isn't needed where its actions were kept."""
    record: EntrantRecord = run.manifest.entrants[run.manifest.labels.index(label)]
    description = Description(record.label, record.kind, (run.game.name,))
    found = Found(record.target, description, Path(record.target), record.hash)
    deck = None if record.deck is None else _deck(run, record.deck)
    return Entrant(label, found, Parameters(record.parameters), deck)
