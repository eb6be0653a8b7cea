"""Experiments: what is played, the workers that play it, and the one runner that collects it in order.

The package can be called: `harness.tournament(…)` plays a tournament, although the function lies in `library` and a
package of its name hides it.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Package(ModuleType):
    """The package, as a function too."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Play a round robin or a gauntlet; see `harness.tournament.library.tournament`."""
        from harness.tournament.library import tournament

        return tournament(*arguments, **options)


sys.modules[__name__].__class__ = _Package
