"""Calls the command line in this process, and gives what it said and how it ended."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest import mock

from harness.cli.main import main


@dataclass(frozen=True)
class Called:
    code: int
    out: str
    err: str

    @property
    def object(self) -> Any:
        return json.loads(self.out)

    @property
    def objects(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def call(*arguments: str, text: str = "") -> Called:
    out, err = io.StringIO(), io.StringIO()
    standard_input = io.TextIOWrapper(io.BytesIO(text.encode()))
    with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", standard_input):
        code = main(arguments)
    return Called(code, out.getvalue(), err.getvalue())


def succeed(*arguments: str, text: str = "") -> Called:
    called = call(*arguments, text=text)
    assert called.code == 0, called.err
    return called
