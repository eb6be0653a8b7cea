"""What all commands have in common that play a run: the announcement, the bar, the end, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.cli.console import Console
from harness.cli.signals import told_when_interrupted
from harness.cli.words import count, counted, duration, size
from harness.core.errors import FaultLimit, Interrupted

if TYPE_CHECKING:
    from harness.cli.progress import Standing
    from harness.play.setting import Setting
    from harness.players.entrants import Entrant
    from harness.store.folder import RunFolder
    from harness.tournament.experiment import Experiment
    from harness.tournament.opened import Run
    from harness.tournament.outlook import Outlook

ENGINE_SECONDS, PLAYER_SECONDS = 8, 2
"""About what compiling takes, for the announcement."""


def start_workers_early(game: str) -> None:
    """Start the server of the workers, so that it loads the engine while this process still imports and reads."""
    from harness.tournament.forking import use_forkserver

    use_forkserver(game)


def new_setting(game: str, given: Mapping[str, Any]) -> Setting:
    """Read the options of a setting."""
    from harness.games import find_game
    from harness.games.options import parse_rules
    from harness.players.limits import Limits
    from harness.tournament.plans import make_setting

    rules = parse_rules(find_game(game).options, given["rules"])
    memory = given["memory"]
    limits = Limits(
        given["move_time"], given["game_time"], None if memory is None else memory << 20, given["patience"]
    )
    return make_setting(
        game,
        seed=given["seed"],
        rules=rules,
        swap=given["swap"],
        deck=given["deck"],
        limits=limits,
        isolate=given["isolate"],
    )


@dataclass(frozen=True)
class Asked:
    """What a person asked for beside the experiment itself.

    Attributes
    ----------
    blocks, games : int or None
        The length, as it was given: one of them, or neither.
    workers : int or None
        Worker processes; all processors if None.
    name : str or None
        What the run's folder is called.
    out : str or None
        The run's very folder.
    """

    blocks: int | None = None
    games: int | None = None
    workers: int | None = None
    name: str | None = None
    out: str | None = None

    @property
    def folder(self) -> Path | None:
        """The run's very folder."""
        return None if self.out is None else Path(self.out)


def play_new(console: Console, experiment: Experiment, asked: Asked) -> Run:
    """Play an experiment as a new run, watched; nothing is said before its folder is there."""
    from harness.tournament.library import begin_run
    from harness.tournament.outlook import outlook
    from harness.tournament.run import default_workers

    workers = asked.workers or default_workers()
    seen = outlook(experiment, workers)
    with begin_run(experiment, slug=asked.name or "", out=asked.folder) as folder:
        tell_rounding(console, experiment, seen, asked)
        what = (
            f"{experiment.setting.game.name}: {counted(len(experiment.field), 'entrant')}, "
            f"{counted(seen.pairings, 'pairing')}, {'up to ' if experiment.sprt else ''}{counted(seen.games, 'game')}"
        )
        console.say(f"{what}, seed {experiment.setting.seed}, {counted(workers, 'worker')}")
        if experiment.setting.limits.timed:
            console.say(
                "time is limited: the same seed may give other results, if the machine is slow at a moment"
            )
        return _watched(console, folder, experiment, workers)


def play_on(console: Console, folder: RunFolder, workers: int | None, max_faults: float | None = None) -> Run:
    """Play what a run lacks, watched; nothing is said before it is known to be the same run still.

    Parameters
    ----------
    console : Console
        Where it is told.
    folder : RunFolder
        Open for writing.
    workers : int or None
        Worker processes; all processors if None.
    max_faults : float or None
        Another limit of faults than the run's own.
    """
    from harness.tournament.experiment import load_experiment
    from harness.tournament.opened import Run
    from harness.tournament.outlook import games_of

    experiment = load_experiment(folder.manifest)
    played, total = Run([folder.path]).reader.total, games_of(folder.manifest)
    console.say(
        f"{folder.path}: {folder.manifest.game}, {count(played)} of {counted(total, 'game')} played, "
        f"seed {folder.manifest.seed}"
    )
    return _watched(console, folder, experiment, workers, max_faults)


def _watched(
    console: Console,
    folder: RunFolder,
    experiment: Experiment,
    workers: int | None,
    max_faults: float | None = None,
) -> Run:
    """Play under the eyes of a bar, or of plain lines.

    Raises
    ------
    Interrupted
        A signal came, even before the first game or after the last: the remedy says how to go on.
    """
    from harness.cli.faults import tell_faults
    from harness.cli.progress import Leader, Progress, SprtStanding
    from harness.tournament.library import play_folder
    from harness.tournament.opened import Run
    from harness.tournament.outlook import games_of

    legs, sprt = experiment.setting.legs, experiment.sprt
    standing: Standing = Leader(experiment.labels, legs) if sprt is None else SprtStanding(sprt, legs)
    done = {record.job for record in folder.ledger.in_order()}
    notice = (
        "" if console.quiet else "stopping when the jobs at work are finished; interrupt again to end at once"
    )
    try:
        announce_compilation(console, experiment.setting.game.name, experiment.field)
        with (
            told_when_interrupted(notice),
            Progress(console, games_of(folder.manifest), legs, standing, done) as watch,
        ):
            run = play_folder(folder, workers=workers, observer=watch, max_faults=max_faults)
    except FaultLimit:
        tell_faults(console, Run([folder.path]))
        raise
    except KeyboardInterrupt:
        raise Interrupted(
            "stopped; what was finished is kept",
            f"go on with: headrace run resume {shlex.quote(str(folder.path))}",
        ) from None
    console.say(f"{counted(watch.played, 'game')} played in {duration(watch.seconds)}")
    return run


def tell_rounding(console: Console, experiment: Experiment, seen: Outlook, asked: Asked) -> None:
    """Say so where another number of games or blocks is played than was asked for."""
    wanted, found, noun = asked.games, seen.games, "game"
    if wanted is None:
        wanted, found, noun = asked.blocks, experiment.blocks, "block"
    if wanted is None or found == wanted:
        return
    why = f"each pairing plays whole blocks of {counted(experiment.setting.legs, 'game')}"
    if experiment.sprt is not None:
        why = f"the test looks after each {counted(experiment.sprt['batch'], 'block')}"
    direction = "up" if found > wanted else "down"
    console.say(f"{counted(wanted, noun)} rounded {direction} to {found:,}: {why}")


def announce_compilation(console: Console, game: str, field: Sequence[Entrant]) -> None:
    """Say so if the engine or players have to be compiled first."""
    from harness.core.compiler import disabled, engine_cache

    if disabled():
        console.say("the compiler is off (NUMBA_DISABLE_JIT): this is slow, for debugging only")
        return
    folder = engine_cache()
    hashes = {
        f"{game}-{entrant.description.name}-{entrant.found.hash}"
        for entrant in field
        if entrant.description.kind == "compiled"
    }
    players = sum(not any((folder / name).glob("**/*.nbi")) for name in hashes)
    if not any(folder.glob(f"{game}_*/batch.*.nbi")):
        seconds = ENGINE_SECONDS + PLAYER_SECONDS * players
        console.say(f"compiling the engine, once: about {seconds} s")
    elif players:
        console.say(f"compiling {counted(players, 'player')}, once: about {PLAYER_SECONDS * players} s")


def show_plan(console: Console, experiment: Experiment, asked: Asked) -> None:
    """Show what would be played, and what it would take."""
    from harness.cli.facts import write_facts
    from harness.tournament.library import check_place
    from harness.tournament.outlook import outlook
    from harness.tournament.run import default_workers

    check_place(out=asked.folder)
    workers = asked.workers or default_workers()
    seen = outlook(experiment, workers)
    tell_rounding(console, experiment, seen, asked)
    setting = experiment.setting
    raw: dict[str, Any] = {
        "game": setting.game.name,
        "kind": experiment.kind,
        "entrants": list(experiment.labels),
        "seed": setting.seed,
        "swap": setting.swap,
        "rules": dict(setting.rules),
        "pairings": seen.pairings,
        "blocks": experiment.blocks,
        "games": seen.games,
        "jobs": seen.jobs,
        "workers": workers,
        "seconds": round(seen.seconds, 1),
        "bytes": seen.size,
    }
    shown = raw | {
        "entrants": " ".join(map(shlex.quote, experiment.labels)),
        "rules": ", ".join(f"{key}={value}" for key, value in setting.rules.items()) or "default",
        "blocks": f"{count(experiment.blocks)} for each pairing, {counted(setting.legs, 'game')} each",
        "seconds": f"about {duration(seen.seconds)} (nominal)",
        "bytes": f"about {size(seen.size)}",
    }
    names = {"seconds": "time", "bytes": "disk"}
    words = {
        names.get(key, key): count(value) if isinstance(value, int) and key != "seed" else str(value)
        for key, value in shown.items()
    }
    write_facts(console, "Nothing was played; this would be:", raw, words)
