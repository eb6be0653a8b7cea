"""A handful of named facts, as a table for people and as an object for programs."""

from __future__ import annotations

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
        What programs get.
    shown : mapping
        What people get: name → text.
    """
    from harness.cli.results import as_objects
    from harness.report.tables import Column, Section, Table, text_column

    data = Table("", (), (Section("", (dict(raw),)),), tuple(raw))
    if console.form == "json":
        console.write_object(as_objects(data)[0])
        return
    rows = tuple({"name": name, "value": text} for name, text in shown.items())
    columns = (text_column("", "name"), Column("", ("value",), str, "left"))
    console.write_table(Table(title, columns, (Section("", rows),), ("name", "value"), (), data))
