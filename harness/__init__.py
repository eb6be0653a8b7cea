"""Headrace: a tournament and simulation harness for small hidden-information card games.

What scripts need is here, loaded when it is asked for: `Position`, `match`, `tournament`, `open_run`, `open_runs`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.games.position import Position
    from harness.tournament.library import match, tournament
    from harness.tournament.opened import Run, open_run, open_runs

_PLACES = {
    "Position": "harness.games.position",
    "Run": "harness.tournament.opened",
    "match": "harness.tournament.library",
    "open_run": "harness.tournament.opened",
    "open_runs": "harness.tournament.opened",
    "tournament": "harness.tournament.library",
}

__all__ = ["Position", "Run", "match", "open_run", "open_runs", "tournament"]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module harness has no {name}")
    return getattr(import_module(_PLACES[name]), name)
