"""Where a command's words go: data to standard output, talk to standard error."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from harness.report.tables import Table

COLORS = ("auto", "always", "never")


@dataclass(frozen=True)
class Console:
    """How a command speaks.

    Attributes
    ----------
    form : str
        How results are written: table, csv, json or md.
    quiet, verbose : bool
        How much is said beside them.
    color : str
        auto, always or never.
    debug : bool
        Whether tracebacks are shown.
    """

    form: str = "table"
    quiet: bool = False
    verbose: bool = False
    color: str = "auto"
    debug: bool = False

    def __post_init__(self) -> None:
        if self.verbose:
            _log_to_terminal()

    @property
    def for_people(self) -> bool:
        """Whether results are written for people."""
        return self.form == "table"

    def colored(self, stream: TextIO) -> bool:
        """Say whether a stream gets colours."""
        if self.color == "auto":
            return stream.isatty() and not os.environ.get("NO_COLOR")
        return self.color == "always"

    def write(self, text: str) -> None:
        """Write data to standard output; a newline is added where it has none at its end.

        Where whoever read it has gone, the rest goes nowhere, and the command does its work to the end.
        """
        try:
            click.echo(text, nl=not text.endswith("\n"), color=self.colored(sys.stdout))
        except BrokenPipeError:
            leave_pipe()

    def write_object(self, value: Any) -> None:
        """Write a value as one line of JSON."""
        from harness.report.text import json_text

        self.write(json_text(value))

    def write_table(self, table: Table) -> None:
        """Write a table in the chosen form."""
        from harness.report.tables import render

        self.write(render(table, self.form, color=self.colored(sys.stdout)))  # type: ignore[arg-type]

    def say(self, text: str) -> None:
        """Tell a person something, unless it is to be quiet."""
        if not self.quiet:
            self.warn(text)

    def warn(self, text: str) -> None:
        """Tell a person something even then."""
        with suppress(OSError):
            click.echo(text, err=True)


def leave_pipe() -> None:
    """Have what is still written to standard output go nowhere, the interpreter's last flush too."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def forgive_encodings() -> None:
    """Have signs that a terminal doesn't know shown as `?`, rather than end in an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _log_to_terminal() -> None:
    import logging

    logger = logging.getLogger("harness")
    if not any(isinstance(handler, logging.StreamHandler) for handler in logger.handlers):
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
