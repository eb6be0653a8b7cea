"""The last lines that a program wrote to its standard error."""

from __future__ import annotations

import os
from typing import IO

LINES = 40
CHARACTERS = 2_000
"""So many lines are kept for a fault, and so much of each."""
_READ_BYTES = 1 << 16
_READS = 64
"""How often a pipe is read at a go: more than it can hold, and an end where a program writes on and on."""


class Tail:
    """What is read from a pipe without waiting; only the end is kept.

    Parameters
    ----------
    pipe : file
        The program's standard error.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._kept = b""
        self._new = 0
        os.set_blocking(pipe.fileno(), False)

    def read(self) -> bool:
        """Read what is there, once; False at the end of the file."""
        data = self._pipe.read(_READ_BYTES)
        if data:
            self._kept = (self._kept + data)[-LINES * CHARACTERS :]
            self._new += len(data)
        return data != b""

    def drain(self) -> None:
        """Read all that is there."""
        for _ in range(_READS):
            before = self._new
            if not self.read() or self._new == before:
                return

    def mark(self) -> None:
        """Begin what `new` gives."""
        self._new = 0

    @property
    def text(self) -> str:
        """The last lines."""
        lines = self._kept.decode("utf-8", "replace").splitlines()[-LINES:]
        return "\n".join(line[:CHARACTERS].rstrip() for line in lines)

    @property
    def new(self) -> str:
        """What came since the mark, as far as it is kept."""
        return self._kept[max(0, len(self._kept) - self._new) :].decode("utf-8", "replace")
