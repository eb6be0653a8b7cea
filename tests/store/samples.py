"""Made-up runs: words of games that look like Forecast's, without playing any."""

from pathlib import Path

import numpy as np

from harness.games import find_game
from harness.store.blocks import block_codes, count_codes
from harness.store.ledger import JobRecord
from harness.store.manifest import EntrantRecord, Made, Manifest, Stage
from harness.store.shard_writing import write_outcomes, write_shard

FORECAST = find_game("forecast")
MADE = Made(
    date="2026-01-02T03:04:05", machine="m", python="3.11", headrace="0.1.0", command=("headrace", "match")
)


def entrant(label, **given):
    fields = {"label": label, "target": label, "kind": "compiled", "hash": f"{label:0<16}"} | given
    return EntrantRecord(**fields)


def manifest(**given):
    fields = {
        "kind": "tournament", "game": "forecast", "game_version": "1", "seed": 1, "swap": "seats",
        "entrants": (entrant("ann"), entrant("bob"), entrant("cyd")),
        "stages": (Stage(entrants=3, blocks=100),), "lock": {"numpy": "2.4.6"}, "made": MADE,
    } | given  # fmt: skip
    return Manifest(**fields)


def outcome_words(random, blocks, legs=2, faults=0.0):
    """Make outcome words of blocks of games; leg l's first entrant sits in seat l % 2."""
    games = blocks * legs
    leg = np.arange(games) % legs
    fault = np.where(random.random(games) < faults, random.integers(1, 8, games), 0)
    fault_seat = np.where(fault > 0, random.integers(0, 2, games), 0)
    winner = np.where(fault > 0, 1 - fault_seat, random.integers(0, 3, games))
    reason = np.where(fault > 0, 0, random.integers(1, 4, games))
    fields = {
        0: winner, 2: leg % 2, 3: leg, 6: reason, 10: random.integers(9, 90, games), 18: fault, 22: fault_seat,
        23: np.where(fault > 0, 0, 512 + random.integers(-9, 10, games)),
        33: np.where(fault > 0, 0, 512 + random.integers(-9, 10, games)),
    }  # fmt: skip
    words = np.zeros(games, np.uint64)
    for shift, values in fields.items():
        words |= values.astype(np.uint64) << np.uint64(shift)
    return words


def rows(seed, blocks, legs=2, faults=0.0):
    """Make the words of a job's games, the same for the same arguments."""
    random = np.random.default_rng(seed)
    others = {name: random.integers(0, 1 << 40, blocks * legs, np.uint64) for name in FORECAST.columns[1:]}
    return {"outcome": outcome_words(random, blocks, legs, faults), **others}


def histogram(seed):
    counted = np.zeros((2, FORECAST.max_plies, 5), np.int64)
    counted[:, :40] = np.random.default_rng(seed).integers(0, 100, (2, 40, 5))
    return counted


def action_log(seed, games):
    random = np.random.default_rng(seed)
    offsets = np.concatenate([[0], np.cumsum(random.integers(0, 30, games))]).astype(np.int32)
    return offsets, random.integers(0, 46, offsets[-1]).astype(np.uint16)


def write_job(folder: Path, job, *, first="ann", second="bob", deal=0, blocks=50, legs=2, keep="rows", faults=0.0,
              log=False, faulty=()):  # fmt: skip
    """Write a job's shard as a worker would; returns its ledger record."""
    columns = rows(job, blocks, legs, faults)
    codes = block_codes(columns["outcome"], legs)
    counted = histogram(job)
    shard, summed = f"games/{job:06d}.parquet", None
    if keep == "rows":
        deals = np.repeat(np.arange(deal, deal + blocks), legs)
        kept = action_log(job, blocks * legs) if log else None
        summed = write_shard(
            folder / shard, first, second, deals, legs, columns, counted, kept, {"seed": "1"}
        )
    elif keep == "outcomes":
        summed = write_outcomes(folder / shard, first, second, deal, legs, codes, counted)
    return JobRecord(
        job=job, first=first, second=second, deal=deal, blocks=blocks, legs=legs,
        blocks_by_result=count_codes(codes), plies=int(counted.sum()), faults=faulty,
        shard=shard if summed else None, checksum=summed, seconds=0.25, finished=f"2026-01-02T03:04:{job % 60:02d}",
    )  # fmt: skip


def play(run, job, **given):
    """Write a job into a run: shard, then ledger line."""
    record = write_job(run.path, job, keep=run.manifest.keep, **given)
    run.ledger.append(record)
    return record
