"""What all commands have in common that play a run: the announcement, the bar, the end, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.cli.console import Console
from harness.cli.words import count, counted, duration, size

if TYPE_CHECKING:
    from harness.cli.progress import Standing
    from harness.play.pairing import Setting
    from harness.players.entrants import Entrant
    from harness.tournament.experiment import Experiment
    from harness.tournament.opened import Run
    from harness.tournament.runner import Observer

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
    from harness.tournament.library import make_setting

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


def play_new(
    console: Console, experiment: Experiment, *, workers: int | None, name: str | None, out: str | None
) -> Run:
    """Play an experiment as a new run, watched.

    Parameters
    ----------
    console : Console
        Where it is told.
    experiment : Experiment
        What is played.
    workers : int or None
        Worker processes; all processors if None.
    name : str or None
        What the run's folder is called.
    out : str or None
        The run's very folder.
    """
    from harness.tournament.library import play_experiment
    from harness.tournament.outlook import outlook
    from harness.tournament.run import default_workers

    workers = workers or default_workers()
    seen = outlook(experiment, workers)
    what = (
        f"{experiment.setting.game.name}: {counted(len(experiment.field), 'entrant')}, "
        f"{counted(seen.pairings, 'pairing')}, {'up to ' if experiment.sprt else ''}{counted(seen.games, 'game')}"
    )
    console.say(f"{what}, seed {experiment.setting.seed}, {counted(workers, 'worker')}")
    if experiment.setting.limits.timed:
        console.say(
            "time is limited: the same seed may give other results, if the machine is slow at a moment"
        )
    announce_compilation(console, experiment.setting.game.name, experiment.field)

    def play(observer: Observer) -> Run:
        return play_experiment(
            experiment,
            slug=name or "",
            out=None if out is None else Path(out),
            workers=workers,
            observer=observer,
        )

    return watched(console, play, seen.games, experiment.labels, experiment.setting.legs, experiment.sprt)


def play_on(
    console: Console, path: Path, play: Callable[[Observer], Run], blocks: int | None = None, added: int = 0
) -> Run:
    """Play what a run lacks, watched.

    Parameters
    ----------
    console : Console
        Where it is told.
    path : Path
        The run's folder.
    play : callable
        Plays, watched by its argument.
    blocks, added : int
        Where it grows first: blocks for each pairing then, and entrants that join.
    """
    from harness.tournament.experiment import load_experiment
    from harness.tournament.opened import Run
    from harness.tournament.outlook import games_of

    run = Run([path])
    manifest = run.manifest
    total = games_of(manifest, blocks, added)
    done = {record.job for folder in run.reader.runs for record in folder.ledger.in_order()}
    labels = [*manifest.labels, *(f"newcomer {number}" for number in range(1, added + 1))]
    console.say(
        f"{path}: {manifest.game}, {count(run.reader.total)} of {count(total)} games are there, seed {manifest.seed}"
    )
    announce_compilation(console, manifest.game, load_experiment(manifest).field)
    return watched(console, play, total, labels, run.legs, manifest.sprt, done)


def watched(
    console: Console,
    play: Callable[[Observer], Run],
    total: int,
    labels: Sequence[str],
    legs: int,
    sprt: dict[str, Any] | None,
    done: set[int] | None = None,
) -> Run:
    """Play under the eyes of a bar, or of plain lines."""
    from harness.cli.progress import Leader, Progress, SprtStanding

    standing: Standing = Leader(labels, legs) if sprt is None else SprtStanding(sprt, legs)
    with Progress(console, total, legs, standing, done or ()) as watch:
        run = play(watch)
    console.say(f"{counted(watch.played, 'game')} played in {duration(watch.seconds)}")
    return run


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


def show_plan(console: Console, experiment: Experiment, workers: int | None) -> None:
    """Show what would be played, and what it would take."""
    from harness.cli.facts import write_facts
    from harness.tournament.outlook import outlook
    from harness.tournament.run import default_workers

    workers = workers or default_workers()
    seen = outlook(experiment, workers)
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
