"""What scripts and the command line call to play: play what is planned, resume it, let it grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.games import find_game
from harness.play.setting import Setting
from harness.players.entrants import read_entrants
from harness.store.folder import RunFolder, check_new
from harness.store.runs import RESULTS, check_root
from harness.tournament.experiment import Experiment
from harness.tournament.opened import Run
from harness.tournament.plans import make_match, make_setting, make_tournament
from harness.tournament.run import Crew, Silent, begin, carry_out, default_workers, extend
from harness.tournament.runner import Observer


def play_experiment(
    experiment: Experiment,
    *,
    slug: str = "",
    root: str | Path = RESULTS,
    out: str | Path | None = None,
    workers: int | None = None,
    observer: Observer | None = None,
) -> Run:
    """Play an experiment as a new run.

    Parameters
    ----------
    experiment : Experiment
        What is played.
    slug : str
        What the run's name tells; the kind and the field's size if left out.
    root, out : str or Path
        Where runs lie, or the very folder.
    workers : int, optional
        Worker processes; all processors if left out, 0 for this process.
    observer : Observer, optional
        Who watches.

    Raises
    ------
    FaultLimit, Interrupted
        When it was stopped; the folder can be resumed.
    """
    with begin_run(experiment, slug=slug, root=root, out=out) as folder:
        return play_folder(folder, workers=workers, observer=observer)


def begin_run(
    experiment: Experiment, *, slug: str = "", root: str | Path = RESULTS, out: str | Path | None = None
) -> RunFolder:
    """Make the folder of a new run, for `play_folder`; what is asked for is as for `play_experiment`.

    Raises
    ------
    HeadraceError
        It can't be made there.
    """
    root, out = Path(root), None if out is None else Path(out)
    check_place(root, out)
    return begin(experiment, root, slug or f"{experiment.kind}-{len(experiment.field)}", out)


def check_place(root: Path = RESULTS, out: Path | None = None) -> None:
    """Refuse a place where no new run can be, so far as can be said without writing.

    Raises
    ------
    UsageError
        The root is no folder; or the very folder isn't empty (`harness.store.folder.check_new`).
    """
    if out is None:
        check_root(root)
    else:
        check_new(out)


def play_folder(
    folder: RunFolder,
    *,
    workers: int | None = None,
    observer: Observer | None = None,
    max_faults: float | None = None,
) -> Run:
    """Play what a run lacks whose folder is open for writing; options as for `play_experiment`."""
    crew = Crew(default_workers() if workers is None else workers, observer or Silent())
    carry_out(folder, crew, max_faults)
    return Run([folder.path])


def extend_folder(
    folder: RunFolder,
    *,
    blocks: int | None = None,
    add: Sequence[str] = (),
    named: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Let a run grow whose folder is open for writing, and play nothing yet.

    Raises
    ------
    UsageError, Malformed, DataError
        With the reason why it can't; the run is as it was then.
    """
    manifest = folder.manifest
    newcomers = read_entrants(add, find_game(manifest.game), named, isolate=manifest.isolate)
    extend(folder, blocks, newcomers)


def match(game: str, first: str, second: str, **options: Any) -> Run:
    """Play a match.

    Parameters
    ----------
    game : str
        Name of the game.
    first, second : str
        Who plays.
    **options
        Of `make_setting`, `make_match` and `play_experiment`.
    """
    setting, plan = _sorted_options(game, options)
    return play_experiment(make_match(setting, first, second, **plan), **options)


def _sorted_options(game: str, options: dict[str, Any]) -> tuple[Setting, dict[str, Any]]:
    """Take the options of the setting and of the plan out of all options; what is left is how it is played."""
    setting = {
        name: options.pop(name)
        for name in ("seed", "rules", "swap", "deck", "limits", "isolate")
        if name in options
    }
    names = ("blocks", "games", "gauntlet", "sprt", "keep", "max_faults", "named", "confidence")
    return make_setting(game, **setting), {name: options.pop(name) for name in names if name in options}


def tournament(game: str, entrants: Sequence[str] = (), **options: Any) -> Run:
    """Play a round robin or a gauntlet.

    Parameters
    ----------
    game : str
        Name of the game.
    entrants : sequence of str
        Who plays, as on the command line; the stock players if left out.
    **options
        Of `make_setting`, `make_tournament` and `play_experiment`.

    Returns
    -------
    Run

    Raises
    ------
    HeadraceError
        With what is wrong, or why it stopped.
    """
    setting, plan = _sorted_options(game, options)
    return play_experiment(make_tournament(setting, entrants, **plan), **options)
