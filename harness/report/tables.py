"""One table as a value, and the four ways to write it: aligned text, CSV, JSON and Markdown."""

from __future__ import annotations

import csv
import io
import math
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from harness.report.text import Align, guarded, json_text, markdown, pad, plain, width

Value = str | int | float | bool | tuple[int, ...] | None
Row = Mapping[str, Value]
Format = Literal["table", "csv", "json", "md"]
Tone = Literal["good", "bad", ""]

FORMATS: tuple[Format, ...] = get_args(Format)

_CODES = {"good": "32", "bad": "31", "head": "1", "dim": "2"}
_NOTE_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Column:
    """A column as people see it.

    Attributes
    ----------
    title : str
        Its heading; a table whose titles are all empty has no line of headings.
    fields : tuple of str
        The raw values that it shows.
    write : callable
        Turns those values into text.
    align : "left" or "right"
        Numbers stand right.
    tone : callable or None
        Tells from the same values what colour a cell has, where colours are asked for.
    """

    title: str
    fields: tuple[str, ...]
    write: Callable[..., str]
    align: Align = "right"
    tone: Callable[..., Tone] | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a heading of their own; an empty heading isn't printed."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: raw values, and how people see them.

    Attributes
    ----------
    title : str
        What it is.
    columns : tuple of Column
        What people see.
    sections : tuple of Section
        The rows.
    fields : tuple of str
        Names of the raw values in CSV and JSON, in their order.
    notes : tuple of str
        What a reader must be told; below the table in text and Markdown.
    data : Table or None
        What CSV and JSON hold in its place, where people see another arrangement (a matrix).
    """

    title: str
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]
    fields: tuple[str, ...]
    notes: tuple[str, ...] = ()
    data: Table | None = None

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all sections."""
        return tuple(row for section in self.sections for row in section.rows)


def word(value: Value) -> str:
    """Write a label, or nothing for None."""
    return "" if value is None else str(value)


def text_column(title: str, field: str) -> Column:
    """Give a column of labels."""
    return Column(title, (field,), word, "left")


def render(table: Table, form: Format = "table", *, color: bool = False) -> str:
    """Write a table.

    Parameters
    ----------
    table : Table
        What to write.
    form : {"table", "csv", "json", "md"}
        Aligned text; comma-separated raw values in full precision (nothing for None and NaN, ``inf``); a list
        of objects (null for None and NaN, ``"inf"``); a Markdown table.
    color : bool
        Whether aligned text has colours.

    Returns
    -------
    str
        With a newline at its end.

    Raises
    ------
    ValueError
        There is no such form.
    """
    if form == "table":
        return _aligned(table, color)
    if form == "md":
        return _markdown(table)
    if form == "csv":
        return _csv(table.data or table)
    if form == "json":
        return _json(table.data or table)
    raise ValueError(f"unknown form {form!r}; known are {', '.join(FORMATS)}")


def _cells(table: Table, row: Row) -> list[str]:
    return [plain(column.write(*(row[name] for name in column.fields))) for column in table.columns]


def _paint(text: str, code: str, color: bool) -> str:
    return f"\x1b[{_CODES[code]}m{text}\x1b[0m" if color and code and text else text


def _aligned(table: Table, color: bool) -> str:
    titles = [plain(column.title) for column in table.columns]
    grid = [_cells(table, row) for row in table.rows]
    sizes = [max(width(line[k]) for line in [titles, *grid]) for k in range(len(titles))]
    head = _line(table, titles, sizes)
    lines = [_paint(plain(table.title), "head", color), ""] if table.title else []
    done = 0
    for section in table.sections:
        if section.heading:
            lines += ["", _paint(plain(section.heading), "head", color)] if done else [plain(section.heading)]
        if head and section.rows:
            lines += [_paint(head, "head", color), "  ".join("-" * size for size in sizes)]
        for row in section.rows:
            lines.append(_line(table, grid[done], sizes, _tones(table, row) if color else None))
            done += 1
    if lines[-1:] == [""]:  # no rows stand below the title
        lines.pop()
    lines += _notes_as_text(table, color)
    return "\n".join(lines) + "\n"


def _line(table: Table, cells: list[str], sizes: list[int], tones: list[Tone] | None = None) -> str:
    padded = [pad(cells[k], sizes[k], column.align) for k, column in enumerate(table.columns)]
    if tones:
        padded = [_paint(cell, tone, True) for cell, tone in zip(padded, tones, strict=True)]
    return "  ".join(padded).rstrip()


def _tones(table: Table, row: Row) -> list[Tone]:
    return [c.tone(*(row[name] for name in c.fields)) if c.tone else "" for c in table.columns]


def _notes_as_text(table: Table, color: bool) -> list[str]:
    lines = [""] if table.notes else []
    for note in table.notes:
        for line in textwrap.wrap(plain(note), _NOTE_WIDTH, subsequent_indent="  ", break_on_hyphens=False):
            lines.append(_paint(line, "dim", color))
    return lines


def _markdown(table: Table) -> str:
    lines = [f"**{markdown(table.title)}**", ""] if table.title else []
    head = "| " + " | ".join(markdown(column.title) for column in table.columns) + " |"
    rule = "|" + "|".join("---:" if column.align == "right" else ":---" for column in table.columns) + "|"
    for number, section in enumerate(table.sections):
        if section.heading:
            lines += (
                ["", f"*{markdown(section.heading)}*", ""]
                if number
                else [f"*{markdown(section.heading)}*", ""]
            )
        lines += [head, rule] if section.rows else []
        lines += ["| " + " | ".join(map(markdown, _cells(table, row))) + " |" for row in section.rows]
    if lines[-1:] == [""]:
        lines.pop()
    for note in table.notes:
        lines += ["", markdown(note)]
    return "\n".join(lines) + "\n"


def _csv(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.fields)
    writer.writerows([_csv_value(row[name]) for name in table.fields] for row in table.rows)
    return out.getvalue()


def _csv_value(value: Value) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, str):
        return guarded(value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _json(table: Table) -> str:
    rows = [{name: _json_value(row[name]) for name in table.fields} for row in table.rows]
    lines = [json_text(row) for row in rows]
    return "[\n  " + ",\n  ".join(lines) + "\n]\n" if lines else "[]\n"


def _json_value(value: Value) -> Value:
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
