"""Limits on what a player may use; runs under time limits are not reproducible."""

from __future__ import annotations

from dataclasses import dataclass

PATIENCE = 60.0
HOST_BYTES = 512 << 20
"""What the interpreter, the engine and the compiler take of a host's address space (measured: 460 MiB)."""


@dataclass(frozen=True)
class Limits:
    """What a plain player or a program may use.

    Attributes
    ----------
    move_time, game_time : float or None
        Seconds for one decision, and for all decisions of a game; None without a limit.
    memory : int or None
        Bytes of address space of a player's own process; for one that is hosted, beside `HOST_BYTES`.
    patience : float
        Seconds after which a player that has not decided is taken to hang, where no limit is shorter.
    """

    move_time: float | None = None
    game_time: float | None = None
    memory: int | None = None
    patience: float = PATIENCE

    @property
    def timed(self) -> bool:
        """Whether time is limited, so that a slow moment of the machine can change a result."""
        return self.move_time is not None or self.game_time is not None


NO_LIMITS = Limits()
