"""The rating table of a tournament, with footnotes that say what its numbers mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from harness.report import formats
from harness.report.scores import by_rating
from harness.report.tables import Column, Row, Section, Table, Tone, Value, text_column
from harness.stats.analysis import RatingResult
from harness.stats.rates import Rates

_GROUP = re.compile(r"\{([\d, ]+)\}")
_SEATS = ("a", "b")


def rating_table(
    result: RatingResult,
    labels: Sequence[str],
    faults: Mapping[str, int] | None = None,
    games: int | None = None,
) -> Table:
    """Make the rating table.

    Parameters
    ----------
    result : RatingResult
        What `harness.stats.analysis.rate` found.
    labels : sequence of str
        The entrants' labels.
    faults : mapping, optional
        Games that each label lost by a fault of its own; labels that aren't named have none.
    games : int, optional
        Games of the whole run, where not all of them were rated.

    Returns
    -------
    Table
        Sorted by Elo. Groups that no games connect stand apart, each ranked on its own.
    """
    halves = _halves(result)
    groups = result.fit.groups
    sections = tuple(
        Section(
            _heading(number, len(groups), len(group)),
            tuple(_rows(result, labels, faults, group, number)),
        )
        for number, group in enumerate(groups, 1)
    )
    columns = _columns(result, faults is not None, halves)
    fields = tuple(sections[0].rows[0])
    return Table(_title(result, games), columns, sections, fields, _notes(result, labels, halves))


def _title(result: RatingResult, games: int | None) -> str:
    rated = round(float(result.score.games.sum()) / 2.0)
    entrants = formats.counted(result.table.entrants, "entrant")
    if games is None or games == rated:
        return f"Ratings: {entrants}, {formats.counted(rated, 'game')}"
    return f"Ratings: {entrants}, {rated:,} of {formats.counted(games, 'game')} rated"


def _heading(number: int, groups: int, size: int) -> str:
    if groups == 1:
        return ""
    return (
        f"Group {number} of {groups} ({formats.counted(size, 'entrant')}), "
        "which no games connect with the others"
    )


def _halves(result: RatingResult) -> bool:
    """Whether everyone sat in each seat for half of its games."""
    first, second = result.score_first, result.score_second
    return first is not None and second is not None and bool(np.array_equal(first.games, second.games))


def _rows(
    result: RatingResult,
    labels: Sequence[str],
    faults: Mapping[str, int] | None,
    group: Sequence[int],
    number: int,
) -> list[Row]:
    inside = set(group)
    order = [k for k in by_rating(result.elo) if k in inside]
    rows: list[Row] = []
    for rank, k in enumerate(order, 1):
        row: dict[str, Value] = {
            "group": number,
            "rank": rank,
            "player": labels[k],
            "mark": result.fit.marks[k],
            "elo": float(result.elo[k]),
            "elo_low": float(result.elo_low[k]),
            "elo_high": float(result.elo_high[k]),
            "elo_error": float(result.elo_error[k]),
            "fisher_error": float(result.fisher_error[k]),
            "games": round(float(result.score.games[k])),
            **_rate_fields("score", result.score, k),
            **_rate_fields("draws", result.draws, k),
        }
        for seat, rates in zip(_SEATS, (result.score_first, result.score_second), strict=True):
            if rates is not None:
                row[f"games_{seat}"] = round(float(rates.games[k]))
                row.update(_rate_fields(f"score_{seat}", rates, k))
        if faults is not None:
            row["faults"] = int(faults.get(labels[k], 0))
        rows.append(row)
    return rows


def _rate_fields(name: str, rates: Rates, k: int) -> dict[str, Value]:
    if rates.games[k] == 0:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"))
    return {
        name: float(rates.value[k]),
        f"{name}_low": float(rates.low[k]),
        f"{name}_high": float(rates.high[k]),
    }


def _rate_column(title: str, name: str) -> Column:
    return Column(title, (name, f"{name}_low", f"{name}_high"), formats.rate)


def _columns(result: RatingResult, faults: bool, halves: bool) -> tuple[Column, ...]:
    columns = [
        Column("rank", ("rank",), formats.count),
        text_column("player", "player"),
        Column("Elo", ("elo", "mark"), _elo),
        Column(f"± {formats.level(result.confidence)}", ("elo_error",), formats.half_width),
        Column("games", ("games",), formats.count),
        _rate_column("score %", "score"),
        _rate_column("draws %", "draws"),
    ]
    if result.score_first is not None:
        for seat in _SEATS:
            if not halves:
                columns.append(Column(f"games as {seat}", (f"games_{seat}",), formats.count))
            columns.append(_rate_column(f"as {seat} %", f"score_{seat}"))
    if faults:
        columns.append(Column("faults", ("faults",), formats.count, tone=_fault_tone))
    return tuple(columns)


def _elo(elo: float, mark: str) -> str:
    text = formats.fixed(elo)
    return text if elo in (float("inf"), float("-inf")) else mark + text


def _fault_tone(faults: int) -> Tone:
    return "bad" if faults else ""


def _notes(result: RatingResult, labels: Sequence[str], halves: bool) -> tuple[str, ...]:
    notes = [_error_note(result, labels), _model_note(result)]
    if result.first_mover_elo is not None:
        value, low, high = result.first_mover_elo
        known = f"{formats.signed(value)} Elo {formats.between(low, high)}"
        notes.append(f"First mover: {known if low < high else 'these games tell nothing of its advantage'}.")
    if halves:
        notes.append("Everyone had each seat in half of its games: n of the scores as a and as b.")
    notes += [_sentence(_named(note, labels)) for note in result.notes]
    return tuple(notes)


def _error_note(result: RatingResult, labels: Sequence[str]) -> str:
    level = formats.level(result.confidence)
    anchor = result.fit.anchor
    against = "the pool's mean, which is 0"
    if anchor is not None:
        against = f"the anchor, {labels[anchor[0]]} = {formats.fixed(anchor[1])}"
    if result.by_deal and result.samples is not None:
        how = f"a bootstrap by deal ({len(result.samples.log_worth):,} replicates)"
        rates = "from the same bootstrap"
    else:
        how = "Fisher's information, each game taken as independent"
        rates = "which is Wilson's"
    shown = [each for each in (result.score, result.draws, result.score_first, result.score_second) if each]
    single = formats.one_armed(*(each.value[each.games > 0] for each in shown))
    arm = f"the longer arm of their {level} interval{f' ({formats.ONE_ARM})' if single else ''}"
    return f"Elo against {against}; ± is half its {level} interval, from {how}. Rates: ± is {arm}, {rates}."


def _model_note(result: RatingResult) -> str:
    fit = result.fit
    name = {"davidson": "Davidson", "rao-kupper": "Rao–Kupper", "bradley-terry": "Bradley–Terry"}[fit.model]
    seats = "with" if fit.log_gamma is not None else "without"
    draws = (
        "" if fit.model == "bradley-terry" else f", {formats.percent(fit.draw_rate)} % draws between equals"
    )
    good = result.goodness
    return (
        f"Model: {name}, {seats} a first-mover factor{draws}; "
        f"prior: {fit.prior:g} virtual draws each. "
        f"Fit: G² {formats.fixed(good.g2)} on {good.df} df, p {formats.p_value(good.p)}."
    )


def _named(note: str, labels: Sequence[str]) -> str:
    """Put labels in the place of the entrants' numbers."""

    def names(match: re.Match[str]) -> str:
        return "{" + ", ".join(labels[int(k)] for k in match[1].split(",")) + "}"

    return _GROUP.sub(names, note)


def _sentence(note: str) -> str:
    return note[:1].upper() + note[1:] + ("" if note.endswith(".") else ".")
