"""Measure the engines against their C yardsticks, in one run, and keep the history in .benchmarks/.

Each engine plays uniform random games through the production path: players called through their kernels, views
filled, rows recorded. Its yardstick is a hand-written C loop of the same algorithm, which plays the same games (tests
hold them together). Both are timed in turn, and the figure that counts is their ratio.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players.entrants import read_entrants

ROOT = Path(__file__).resolve().parent.parent
YARDSTICKS = ROOT / "tests" / "bench"
HISTORY = ROOT / ".benchmarks" / "history.jsonl"
PLAIN = ROOT / "tests" / "bench" / "first_legal.py"


def engine_rate(game: str, players: list[str], blocks: int) -> float:
    """Play blocks on one core; give decisions per second of processor time."""
    description = find_game(game)
    first, second = read_entrants(players, description)
    pairing = Pairing(Setting(description, {}, 1), first, second)
    pairing.play(0, 1)
    began = time.process_time()
    played = pairing.play(0, blocks)
    seconds = time.process_time() - began
    return float(played.histogram.sum() / seconds)


def yardstick(game: str, compiler: str, folder: Path) -> Path | None:
    """Compile a game's C loop; None where there is no such compiler."""
    if shutil.which(compiler) is None:
        return None
    program = folder / f"{game}-{compiler}"
    subprocess.run([compiler, "-O3", "-o", program, YARDSTICKS / f"{game}.c"], check=True)
    return program


def yardstick_rate(program: Path, mode: str, blocks: int) -> float:
    """Run a C loop; give decisions per second."""
    from harness.core.streams import label_word

    labels = [str(label_word(label)) for label in ("random", "random#2")]
    done = subprocess.run(
        [program, mode, "1", str(2 * blocks), *labels], check=True, capture_output=True, text=True
    )
    found = json.loads(done.stdout)
    return float(found["decisions"] / found["seconds"])


def compare(game: str, blocks: int, rounds: int, folder: Path) -> dict[str, Any]:
    """Time an engine and its yardsticks in turn."""
    runs: dict[str, list[float]] = {}
    programs = {name: yardstick(game, name, folder) for name in ("gcc", "clang")}
    for _ in range(rounds):
        runs.setdefault("engine", []).append(engine_rate(game, ["random", "random"], blocks))
        for name, program in programs.items():
            for mode in ("full", "bare"):
                if program is not None:
                    runs.setdefault(f"{name} {mode}", []).append(yardstick_rate(program, mode, blocks))
    medians = {name: statistics.median(rates) for name, rates in runs.items()}
    ratios = {
        name: statistics.median(a / b for a, b in zip(runs["engine"], rates, strict=True))
        for name, rates in runs.items()
        if name != "engine"
    }
    return {"decisions_per_s": medians, "engine_over": ratios}


def plain_cost(game: str, blocks: int) -> float:
    """Give nanoseconds per decision of a plain player that returns its first legal action, all in."""
    return 1e9 / engine_rate(game, [str(PLAIN), str(PLAIN)], blocks)


def show(game: str, result: dict[str, Any]) -> None:
    """Print one game's figures."""
    print(f"{game}")
    for name, rate in result["decisions_per_s"].items():
        ratio = result["engine_over"].get(name)
        print(
            f"  {name:<12} {rate / 1e6:7.1f} M decisions/s"
            + (f"   engine is {ratio:.2f} times" if ratio else "")
        )
    print(f"  plain Python {result['plain_ns']:7.0f} ns a decision, all in")


def main() -> None:
    """Measure both games."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--blocks", type=int, default=100_000, help="blocks a round")
    options.add_argument("--rounds", type=int, default=5, help="rounds; medians are shown")
    chosen = options.parse_args()
    found: dict[str, Any] = {
        "date": datetime.now().isoformat(timespec="seconds"),
        "machine": platform.machine(),
    }
    with tempfile.TemporaryDirectory() as folder:
        for game in ("forecast", "defcon"):
            result = compare(game, chosen.blocks, chosen.rounds, Path(folder))
            result["plain_ns"] = plain_cost(game, max(1, chosen.blocks // 25))
            show(game, result)
            found[game] = result
    HISTORY.parent.mkdir(exist_ok=True)
    with HISTORY.open("a", encoding="utf-8") as history:
        history.write(json.dumps(found) + "\n")
    print(f"history: {HISTORY.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
