"""What scripts and the command line call to play: plan a tournament, play it, resume it, let it grow."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from harness.core.errors import UsageError
from harness.games import find_game
from harness.games.description import Deck, Game
from harness.games.options import read_rules
from harness.play.pairing import Setting
from harness.players.entrants import Entrant, read_entrants
from harness.players.finder import stock_players
from harness.players.limits import NO_LIMITS, Limits
from harness.stats.sprt import Sprt
from harness.store.folder import MANIFEST, RunFolder, file_names
from harness.store.runs import check_root
from harness.tournament.experiment import Experiment, blocks_for_games
from harness.tournament.opened import RESULTS, Run
from harness.tournament.run import Crew, Silent, begin, carry_out, default_workers, extend
from harness.tournament.runner import Observer
from harness.tournament.sequential import plan_match

DEFAULT_BLOCKS = 10_000
"""Of a match, and of each pairing of a tournament at least."""
DEFAULT_GAMES = 200_000
"""Of a tournament in all, at least."""
DEFAULT_COST = 5_000.0
"""Nanoseconds a decision: stock players that cost more aren't in a tournament unless they are named."""


def make_setting(
    game: str,
    *,
    seed: int = 1,
    rules: Mapping[str, Any] | None = None,
    swap: str = "seats",
    deck: str | Deck | None = None,
    limits: Limits = NO_LIMITS,
    isolate: bool = False,
) -> Setting:
    """Check what all games of a run have in common; see `Setting`.

    Raises
    ------
    UsageError, Malformed
        With what is wrong: the game, a rule, the deck, the seed.
    """
    found = find_game(game)
    if not 0 <= seed < 1 << 53:
        raise UsageError(f"seed {seed} is out of range", "it is from 0 to 2^53 - 1")
    if deck is not None and found.deck_owner == "entrant":
        raise UsageError(
            f"{found.title} has no deck of the run", 'a deck is an entrant\'s: "PLAYER:deck=NAME"'
        )
    chosen = None
    if found.deck_owner == "run":
        chosen = (
            deck if isinstance(deck, Deck) else found.standard_deck if deck is None else found.read_deck(deck)
        )
    checked = read_rules(found.options, rules)
    return Setting(found, checked, seed, swap, chosen, limits, isolate=isolate)


def make_tournament(
    setting: Setting,
    entrants: Sequence[str | Entrant] = (),
    *,
    blocks: int | None = None,
    games: int | None = None,
    gauntlet: str | None = None,
    keep: str = "rows",
    max_faults: float = 0.01,
    named: Mapping[str, Mapping[str, Any]] | None = None,
) -> Experiment:
    """Plan a tournament; nothing is played or written yet.

    Parameters
    ----------
    setting : Setting
        What is played.
    entrants : sequence of str
        Who plays, as on the command line; `default_entrants` if left out.
    blocks, games : int, optional
        Blocks per pairing, or games in all; DEFAULT_BLOCKS if both are left out, or as many as DEFAULT_GAMES need.
    gauntlet : str, optional
        The label that meets all others.
    keep, max_faults
        See `Experiment`.
    named : mapping, optional
        The configuration's players.

    Raises
    ------
    UsageError, Malformed, DataError
        With what is wrong.
    """
    if blocks is not None and games is not None:
        raise UsageError("--blocks and --games exclude each other", "give one of them")
    field = _field(setting, entrants, named) or default_entrants(setting.game)
    experiment = Experiment("tournament", setting, field, 1, gauntlet, keep, max_faults).check()
    if blocks is None:
        least = blocks_for_games(games or DEFAULT_GAMES, len(field), gauntlet is not None, setting.swap)
        blocks = least if games is not None else max(DEFAULT_BLOCKS, least)
    return replace(experiment, blocks=blocks).check()


def default_entrants(game: Game) -> tuple[Entrant, ...]:
    """Give the compiled stock players of a game that cost little enough to play many games."""
    field = read_entrants(list(stock_players(game.name)), game)
    quick = [each for each in field if each.description.kind == "compiled"]
    return tuple(each for each in quick if each.description.cost <= DEFAULT_COST)


def make_match(
    setting: Setting,
    first: str | Entrant,
    second: str | Entrant,
    *,
    blocks: int | None = None,
    games: int | None = None,
    sprt: Sprt | None = None,
    keep: str = "rows",
    max_faults: float = 0.01,
    named: Mapping[str, Mapping[str, Any]] | None = None,
) -> Experiment:
    """Plan a match: of a fixed length, or until a sequential test decides.

    Parameters
    ----------
    setting : Setting
        What is played.
    first, second : str
        Who plays; all numbers are seen from the first.
    blocks, games : int, optional
        Its length; with a test, the length at which it is given up (ten times the expected length at worst if left
        out).
    sprt : Sprt, optional
        The test.
    keep, max_faults, named
        As for `make_tournament`.

    Raises
    ------
    UsageError, Malformed, DataError
        With what is wrong.
    """
    length = DEFAULT_BLOCKS if blocks is None and games is None else blocks
    planned = make_tournament(
        setting, [first, second], blocks=length, games=games, keep=keep, max_faults=max_faults, named=named
    )
    if sprt is None:
        return replace(planned, kind="match")
    a, b = planned.field
    sequence = plan_match(sprt, (a.description.cost, b.description.cost), setting.legs)
    if blocks is not None or games is not None:
        batch = min(sequence.batch, planned.blocks)
        sequence = replace(sequence, batch=batch, cap=planned.blocks // batch * batch)
    return replace(planned, kind="match", blocks=sequence.cap, sprt=sequence.as_object())


def _field(
    setting: Setting, entrants: Sequence[str | Entrant], named: Mapping[str, Mapping[str, Any]] | None
) -> tuple[Entrant, ...]:
    if all(isinstance(entrant, Entrant) for entrant in entrants):
        return tuple(entrant for entrant in entrants if isinstance(entrant, Entrant))
    return read_entrants([str(entrant) for entrant in entrants], setting.game, named, isolate=setting.isolate)


def play_experiment(
    experiment: Experiment,
    *,
    slug: str = "",
    root: Path = RESULTS,
    out: Path | None = None,
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
    root, out : Path
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
    experiment: Experiment, *, slug: str = "", root: Path = RESULTS, out: Path | None = None
) -> RunFolder:
    """Make the folder of a new run, for `play_folder`; what is asked for is as for `play_experiment`.

    Raises
    ------
    HeadraceError
        It can't be made there.
    """
    check_place(root, out)
    return begin(experiment, root, slug or f"{experiment.kind}-{len(experiment.field)}", out)


def check_place(root: Path = RESULTS, out: Path | None = None) -> None:
    """Refuse a place where no new run can be, so far as can be said without writing.

    Raises
    ------
    UsageError
        The root is no folder; or the very folder isn't empty, and where that is a run, the remedy says how to go on.
    """
    if out is None:
        check_root(root)
    elif (out / MANIFEST).is_file():
        run = shlex.quote(str(out))
        raise UsageError(
            f"{out} is a run already, and a run is never written over",
            f"play what it lacks: headrace run resume {run}, let it grow: headrace run extend {run} --blocks N, or "
            "choose another folder",
        )
    elif out.is_dir() and file_names(out):
        raise UsageError(
            f"{out} is not empty, and a run is never written over", "give a new or an empty folder"
        )


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
    names = ("blocks", "games", "gauntlet", "sprt", "keep", "max_faults", "named")
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
