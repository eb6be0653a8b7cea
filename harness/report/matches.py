"""The result of one match: the block that engine testers know, and the short one that goes into commits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from harness.report import formats
from harness.report.tables import Column, Section, Table, Value, text_column
from harness.report.text import plain
from harness.stats.estimate import MatchEstimate
from harness.stats.luck import LuckEstimate, Share
from harness.stats.rates import wilson
from harness.stats.scale import z_value
from harness.stats.sprt import Sprt, SprtState
from harness.stats.stopping import AdjustedEstimate
from harness.stats.tables import Floats

_BLOCKS = {2: "Ptnml(0-2)", 4: "Points(0-4)"}


@dataclass(frozen=True, eq=False, slots=True)
class Match:
    """What is known of a match, from the first entrant's view.

    Attributes
    ----------
    first, second : str
        Labels.
    estimate : MatchEstimate
        The point estimates, with the counts.
    by_seat : float64 array, shape (2, 3), or None
        Losses, draws and wins of the first entrant as seat a and as seat b.
    luck : LuckEstimate or None
        Shares of seat and deal, where blocks are pairs.
    sprt, state : Sprt and SprtState, or None
        The sequential test and where it stood at its last look.
    adjusted : AdjustedEstimate or None
        The estimate that is adjusted for the test's stopping.
    faults : (int, int)
        Games that each of them lost by a fault of its own.
    setting : str
        What was played, for the short block: game, deck, swap design.
    """

    first: str
    second: str
    estimate: MatchEstimate
    by_seat: Floats | None = None
    luck: LuckEstimate | None = None
    sprt: Sprt | None = None
    state: SprtState | None = None
    adjusted: AdjustedEstimate | None = None
    faults: tuple[int, int] = (0, 0)
    setting: str = ""


class _SeatScore(NamedTuple):
    name: str
    score: float
    low: float
    high: float
    games: int


def match_block(match: Match) -> Table:
    """Make the block of a match.

    Parameters
    ----------
    match : Match
        What is known of it.

    Returns
    -------
    Table
        A line per quantity for people; one row with everything for CSV and JSON.
    """
    lines = [*_strength(match), *_games(match), *_test(match), *_seats(match), *_luck(match)]
    lines.append(("Faults", f"{match.first} {match.faults[0]:,}, {match.second} {match.faults[1]:,}"))
    rows = tuple({"name": name, "value": value} for name, value in lines)
    columns = (text_column("", "name"), Column("", ("value",), str, "left"))
    row = _record(match)
    data = Table("", (), (Section("", (row,)),), tuple(row))
    return Table(
        f"{match.first} against {match.second}", columns, (Section("", rows),), ("name", "value"), (), data
    )


def openbench_block(match: Match) -> str:
    """Write the short block that is pasted into commits, in the form that OpenBench gave it.

    Returns
    -------
    str
        ASCII but for the setting, with a newline at its end.
    """
    e, tally = match.estimate, match.estimate.tally
    level = formats.level(e.confidence).replace(" ", "")
    lines = [f"Elo   | {formats.fixed(e.elo, 2)} +- {formats.fixed(e.elo_error, 2)} ({level})"]
    if match.sprt is not None:
        lines.append(f"SPRT  | {plain(match.setting) or match.sprt.model}")
    elif match.setting:
        lines.append(f"Conf  | {plain(match.setting)}")
    if match.sprt is not None and match.state is not None:
        lines.append(f"LLR   | {_llr(match.state)} {_bounds(match.sprt)}")
    results = "" if tally.wins is None else f" W: {tally.wins} L: {tally.losses} D: {tally.draws}"
    lines.append(f"Games | N: {tally.games}{results}")
    if tally.legs == 2:
        lines.append(f"Penta | {list(tally.blocks)}")
    return "\n".join(lines) + "\n"


def _strength(match: Match) -> list[tuple[str, str]]:
    e = match.estimate
    elo = f"{_plus_minus(e.elo, e.elo_error)} {formats.between(e.elo_low, e.elo_high)}"
    los = formats.NOTHING if e.los is None else f"{formats.likelihood(e.los)} %"
    lines = [
        (f"Elo ± {formats.level(e.confidence)}", elo),
        ("nElo", _plus_minus(e.nelo, e.nelo_error)),
        ("LOS", los),
    ]
    if match.adjusted is not None:
        a = match.adjusted
        both = f"Elo {formats.fixed(a.elo)} {formats.between(a.elo_low, a.elo_high)}"
        both += f", nElo {formats.fixed(a.nelo)} {formats.between(a.nelo_low, a.nelo_high)}"
        lines.append(("Adjusted", f"{both} (median-unbiased, for having stopped by the test)"))
    return lines


def _plus_minus(value: float, error: float) -> str:
    return f"{formats.fixed(value)} ± {formats.fixed(error)}"


def _games(match: Match) -> list[tuple[str, str]]:
    e, tally = match.estimate, match.estimate.tally
    low, high = _score_interval(e)
    results = "" if tally.wins is None else f", W {tally.wins:,} L {tally.losses:,} D {tally.draws:,}"
    lines = [
        ("Games", f"{tally.games:,}{results}"),
        ("Score", f"{_rate(e.score, low, high)} ({formats.counted(tally.games, 'game')})"),
    ]
    if tally.legs > 1:
        apart = "" if tally.pairs_wl is None else f", WL {tally.pairs_wl:,} DD {tally.pairs_dd:,}"
        lines.append((_BLOCKS[tally.legs], f"{list(tally.blocks)}{apart}"))
        level_low, level_high = _wilson(e.draw_ratio, tally.total, e.confidence)
        of = formats.counted(tally.total, "pair" if tally.legs == 2 else "block")
        lines.append(("Pair ratio", formats.fixed(e.pair_ratio, 2)))
        lines.append(("Draw ratio", f"{_rate(e.draw_ratio, level_low, level_high)} ({of})"))
    return lines


def _score_interval(e: MatchEstimate) -> tuple[float, float]:
    if e.variance > 0.0:
        return max(e.score - e.score_error, 0.0), min(e.score + e.score_error, 1.0)
    return _wilson(e.score, e.tally.games, e.confidence)


def _wilson(share: float, n: float, confidence: float) -> tuple[float, float]:
    low, high = wilson(np.array([share]), np.array([float(n)]), z_value(confidence))
    return float(low[0]), float(high[0])


def _rate(value: float, low: float, high: float) -> str:
    """Write a share with its interval: by its longer arm, or by both ends where it has one arm only."""
    sign, error = formats.arm(value, low, high)
    if sign != "±":
        return f"{formats.share(value)} % {formats.between(100.0 * low, 100.0 * high)}"
    return f"{formats.share(value)} % ± {error}"


def _test(match: Match) -> list[tuple[str, str]]:
    if match.sprt is None or match.state is None:
        return []
    verdict = {"H0": "H0 accepted", "H1": "H1 accepted", None: "goes on"}[match.state.decision]
    unit = {"normalized": "nElo", "logistic": "Elo", "bayesian": "BayesElo"}[match.sprt.model]
    return [
        ("LLR", f"{_llr(match.state)} {_bounds(match.sprt)} {match.sprt.model}: {verdict}"),
        (
            "",
            f"H0: {unit} {match.sprt.elo0:g} (α {match.sprt.alpha:g}); "
            f"H1: {unit} {match.sprt.elo1:g} (β {match.sprt.beta:g})",
        ),
    ]


def _llr(state: SprtState) -> str:
    return f"{formats.fixed(state.llr, 2)} ({formats.fixed(state.lower, 2)}, {formats.fixed(state.upper, 2)})"


def _bounds(sprt: Sprt) -> str:
    return f"[{sprt.elo0:.2f}, {sprt.elo1:.2f}]"


def _seat_scores(match: Match) -> list[_SeatScore]:
    """Score the first entrant in each seat; nan where it never had one."""
    if match.by_seat is None:
        return []
    out = []
    for seat, (losses, draws, wins) in zip("ab", match.by_seat.tolist(), strict=True):
        n = round(losses + draws + wins)
        score = (wins + 0.5 * draws) / n if n else math.nan
        low, high = _wilson(score, n, match.estimate.confidence) if n else (math.nan, math.nan)
        out.append(_SeatScore(seat, score, low, high, n))
    return out


def _seats(match: Match) -> list[tuple[str, str]]:
    lines = []
    for seat in _seat_scores(match):
        score = _rate(seat.score, seat.low, seat.high) if seat.games else formats.NOTHING
        lines.append((f"As seat {seat.name}", f"{score} ({formats.counted(seat.games, 'game')})"))
    return lines


def _luck(match: Match) -> list[tuple[str, str]]:
    luck = match.luck
    if luck is None:
        return []
    shares = {"seat": luck.seat, "deal": luck.deal}
    text = ", ".join(f"{name} {_share(share)}" for name, share in shares.items())
    return [("Luck", f"{text} of a game's variance ({formats.counted(luck.blocks, 'pair')})")]


def _share(share: Share | None) -> str:
    if share is None:
        return formats.NOTHING
    note = f" (estimated {formats.percent(share.raw)})" if share.negative else ""
    return f"{formats.percent(share.value)} % {formats.between(100 * share.low, 100 * share.high)}{note}"


def _record(match: Match) -> dict[str, Value]:
    e, tally = match.estimate, match.estimate.tally
    low, high = _score_interval(e)
    row: dict[str, Value] = {
        "first": match.first,
        "second": match.second,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": e.score,
        "score_low": low,
        "score_high": high,
    }
    row |= {name: getattr(e, name) for name in ("elo", "elo_low", "elo_high", "elo_error")}
    row |= {name: getattr(e, name) for name in ("nelo", "nelo_error", "los", "pair_ratio", "draw_ratio")}
    row["blocks"] = tally.blocks
    for seat in _seat_scores(match):
        name = f"score_{seat.name}"
        row |= {name: seat.score, f"{name}_low": seat.low, f"{name}_high": seat.high}
        row[f"games_{seat.name}"] = seat.games
    if match.luck is not None:
        for name, share in (("seat", match.luck.seat), ("deal", match.luck.deal)):
            for end in ("value", "low", "high"):
                row[f"{name}_share_{end}"] = None if share is None else getattr(share, end)
    if match.sprt is not None and match.state is not None:
        row |= {"llr": match.state.llr, "llr_lower": match.state.lower, "llr_upper": match.state.upper}
        row |= {"test": str(match.sprt), "decision": match.state.decision}
    if match.adjusted is not None:
        for name in ("elo", "elo_low", "elo_high", "nelo", "nelo_low", "nelo_high"):
            row[f"adjusted_{name}"] = getattr(match.adjusted, name)
    return row | {"faults_first": match.faults[0], "faults_second": match.faults[1]}
