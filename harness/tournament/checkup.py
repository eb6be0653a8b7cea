"""Is this installation sound: checks of versions, compiler, workers, disk and of what the engine computes."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path

from harness.core.compiler import cache_base, disabled, engine_cache
from harness.core.files import checksum
from harness.games import GAMES
from harness.games.position import Position
from harness.tournament.executor import process_pool
from harness.tournament.forking import use_forkserver
from harness.tournament.run import default_workers
from harness.tournament.speed import make_workshop
from harness.tournament.words import counted
from harness.tournament.worker import Worker

SHOWN = ("numpy", "numba", "pandas", "pyarrow", "scipy", "matplotlib", "msgspec", "click")
LEAST_SPACE = 1_000_000_000
_BLOCKS = 64


@dataclass(frozen=True)
class Known:
    """What the engine of a game's version computes, everywhere.

    Attributes
    ----------
    version : str
        Of the game.
    depth, nodes : int
        Sequences of so many actions from deal 0 of seed 1.
    outcomes : str
        Checksum of the outcomes of the first games of random against itself, seed 1.
    """

    version: str
    depth: int
    nodes: int
    outcomes: str


KNOWN = {
    "forecast": Known("1", 12, 233_255, "7229a1927f00355e87fc1c1f5f027420"),
    "defcon": Known("1", 7, 13_698_720, "cb14365a5e4ea4a5ca044f10113bdf4c"),
}


@dataclass(frozen=True)
class Finding:
    """What a check found: its name, whether all is well, and in words."""

    name: str
    good: bool
    detail: str


def check_up(folder: Path) -> Iterator[Finding]:
    """Make all checks, the quick ones first.

    Parameters
    ----------
    folder : Path
        Where runs will be kept.
    """
    checks: list[tuple[str, Callable[[], tuple[bool, str]]]] = [
        ("python", _python),
        ("packages", _packages),
        ("lock", partial(_lock, lock_file())),
        ("processors", _processors),
        ("disk", partial(_disk, folder)),
        ("compiler", _compiler),
        *((f"{game} engine", partial(_engine, game)) for game in GAMES),
        ("workers", _workers),
    ]
    for name, check in checks:
        try:
            good, detail = check()
        except Exception as error:
            good, detail = False, f"{type(error).__name__}: {error}"
        yield Finding(name, good, detail)


def lock_file() -> Path | None:
    """Find the file of pinned versions: in the present folder, or beside the package in a checkout."""
    for folder in (Path(), Path(__file__).resolve().parents[2]):
        if (folder / "requirements.lock").is_file():
            return folder / "requirements.lock"
    return None


def lock_drift(path: Path) -> list[str]:
    """Name the installed packages whose version isn't the pinned one."""
    drift = []
    for line in path.read_text("utf-8").splitlines():
        found = re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", line)
        if found is None:
            continue
        try:
            installed = metadata.version(found[1])
        except metadata.PackageNotFoundError:
            continue
        if installed != found[2]:
            drift.append(f"{found[1]} {installed}, pinned {found[2]}")
    return drift


def _python() -> tuple[bool, str]:
    good = (3, 11) <= sys.version_info[:2] <= (3, 13)
    return good, f"{platform.python_version()} on {platform.system()} {platform.machine()}"


def _packages() -> tuple[bool, str]:
    words = []
    for name in ("headrace", *SHOWN):
        try:
            words.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            words.append(f"{name} not installed")
    return True, ", ".join(words)


def _lock(path: Path | None) -> tuple[bool, str]:
    if path is None:
        return True, "no requirements.lock here: the same bytes are only promised under one"
    drift = lock_drift(path)
    return not drift, "; ".join(drift) if drift else f"all installed packages are those of {path}"


def _processors() -> tuple[bool, str]:
    return True, f"{default_workers()} for this process, load {os.getloadavg()[0]:.1f}"


def _disk(folder: Path) -> tuple[bool, str]:
    there = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    free = shutil.disk_usage(there).free
    writable = os.access(there, os.W_OK)
    words = f"{free / 1e9:.1f} GB free in {there}" + ("" if writable else ", where nothing can be written")
    return writable and free >= LEAST_SPACE, words


def _compiler() -> tuple[bool, str]:
    if disabled():
        return False, "off (NUMBA_DISABLE_JIT): slow, for debugging only"
    here = engine_cache()
    parts = sum(1 for _ in here.rglob("*.nbi"))
    old = sum(1 for path in cache_base().glob("*") if path.is_dir() and path != here)
    others = f"; {old} of other versions beside it can be deleted" if old else ""
    return True, f"{counted(parts, 'part')} cached in {here}{others}"


def _engine(game: str) -> tuple[bool, str]:
    """Compare what the engine computes with what it is known to compute."""
    bench = Worker(make_workshop(game, ("random", "random"), None))
    version = bench.workshop.setting.game.version
    known = KNOWN.get(game)
    if known is None or known.version != version:
        return True, f"version {version}, about which nothing is known here"
    found = observe(game, known.depth)
    if found == known:
        return True, f"version {version} counts {known.nodes:,} sequences and plays the known games"
    return False, f"computes {found}, not {known}: delete {engine_cache()} and try again"


def observe(game: str, depth: int) -> Known:
    """Compute what is known of a game's engine."""
    bench = Worker(make_workshop(game, ("random", "random"), None))
    outcomes = bench.pairing(0, 1).play(0, _BLOCKS).rows[0].astype("<u8")
    nodes = Position.deal(game, 1, 0).perft(depth)
    return Known(bench.workshop.setting.game.version, depth, nodes, checksum(outcomes.tobytes()))


def _workers() -> tuple[bool, str]:
    use_forkserver(GAMES[0])
    pool = process_pool(1, partial(make_workshop, GAMES[0], ("random", "random"), None))
    with pool:
        other = pool.submit(os.getpid).result(timeout=120)
    return other != os.getpid(), f"forkserver started worker {other}"
