"""What a check found, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["ok", "warning", "failed", "skipped"]


@dataclass(frozen=True)
class CheckResult:
    """What one check found.

    Attributes
    ----------
    name : str
        The check.
    verdict : str
        "ok", "warning" (worth a look, but no failure), "failed", or "skipped" (another failure was in the way).
    detail : str
        What was found, in a line.
    remedy : str
        How to mend it; empty where nothing is wrong.
    trace : str
        Where an exception was raised; empty where there was none.
    """

    name: str
    verdict: Verdict
    detail: str
    remedy: str = ""
    trace: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return self.verdict != "failed"
