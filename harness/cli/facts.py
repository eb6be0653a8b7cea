"""A handful of named facts, as a table for people and as an object for programs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from harness.cli.console import Console


def write_facts(console: Console, title: str, raw: Mapping[str, Any], shown: Mapping[str, str]) -> None:
    """Write facts.

    Parameters
    ----------
    console : Console
        Where to.
    title : str
        Of the table.
    raw : mapping
        What programs get; values may be lists and mappings.
    shown : mapping
        What people get: name → text.
    """
    from harness.report.tables import Column, Section, Table, text_column

    if console.form == "json":
        console.write_object({name: _finite(value) for name, value in raw.items()})
        return
    flat = {name: _flat(value) for name, value in raw.items()}
    rows = tuple({"name": name, "value": text} for name, text in shown.items())
    columns = (text_column("", "name"), Column("", ("value",), str, "left"))
    data = Table("", (), (Section("", (flat,)),), tuple(flat))
    console.write_table(Table(title, columns, (Section("", rows),), ("name", "value"), (), data))


def _finite(value: Any) -> Any:
    """Give what JSON has no number for as null, or as a word."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def _flat(value: Any) -> Any:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={item}" for key, item in value.items())
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else value
