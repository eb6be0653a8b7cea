"""The entry of the `headrace` command.

Each worker process imports the module that its parent was started by, which imports this one: so this one imports
nothing until it is called.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        What stands behind the command's name; this process's own if left out.

    Returns
    -------
    int
        The exit code (design, section 7).
    """
    import sys

    from harness.cli.root import run

    if arguments is not None:
        return run(list(arguments))
    code = run(sys.argv[1:])
    _leave_threads(code)
    return code


def _leave_threads(code: int) -> None:
    """End the process here if a player has left threads, for which the interpreter would wait."""
    import atexit
    import os
    import sys
    import threading
    from contextlib import suppress

    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
