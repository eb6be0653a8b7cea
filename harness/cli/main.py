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

    return run(list(sys.argv[1:] if arguments is None else arguments))
