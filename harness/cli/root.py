"""The root of the command tree, and the one place where errors become a line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from harness.cli.console import forgive_encodings, leave_pipe
from harness.cli.failures import as_error
from harness.cli.lazy import LazyGroup
from harness.cli.options import version_option
from harness.cli.signals import INTERRUPTED, ending_in_order

COMMANDS = {
    "tournament": "Play a round robin or a gauntlet, and rate everybody.",
    "match": "Play two entrants against each other.",
    "rate": "Rate the entrants of one or more runs.",
    "stats": "Calculate with typed counts: Elo, sequential tests, plans.",
    "replay": "Show one game again, and check it against the rules.",
    "run": "List, show, check, resume and extend runs.",
    "bot": "List, show, begin, check and measure players.",
    "perft": "Count the sequences of N actions from a position.",
    "bench": "Measure how fast games are played here.",
    "doctor": "Check that everything works on this machine.",
}


@click.group(
    "headrace",
    cls=LazyGroup,
    lazy=COMMANDS,
    package="harness.cli.commands",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  headrace tournament forecast
  headrace match forecast greedy random --blocks 20000
  headrace rate last --los

\b
Completion of commands, options and names:
  bash:  eval "$(_HEADRACE_COMPLETE=bash_source headrace)"
  zsh:   eval "$(_HEADRACE_COMPLETE=zsh_source headrace)"
  fish:  _HEADRACE_COMPLETE=fish_source headrace | source
""",
)
@version_option
def headrace() -> None:
    """Play tournaments of Forecast and Defcon, and find out which player is better, with honest error bars.

    Options can also be set in the environment (HEADRACE_SEED, HEADRACE_WORKERS, …) and in a file headrace.toml in the
    present folder; what is given on the command line counts first, then the environment, then the file.
    """


COMPLETE = "_HEADRACE_COMPLETE"
"""The variable by which a shell asks for completions."""


def run(arguments: Sequence[str]) -> int:
    """Run a command line and give its exit code; whatever goes wrong becomes one line on standard error."""
    if os.environ.get(COMPLETE):
        headrace.main([], prog_name="headrace")
    debug = "--debug" in arguments or os.environ.get("HEADRACE_DEBUG", "0").lower() in ("1", "true", "yes")
    forgive_encodings()
    try:
        with ending_in_order():
            status = _invoke(arguments)
            sys.stdout.flush()
    except BrokenPipeError:
        leave_pipe()
        return 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted", "", INTERRUPTED)
    except Exception as error:
        if debug:
            import traceback

            traceback.print_exc()
        known = as_error(error)
        return _complain(known.message, known.remedy, known.exit_code)
    return status


def _invoke(arguments: Sequence[str]) -> int:
    """Run a command; click's own `main` would end the process in its own ways."""
    try:
        with headrace.make_context("headrace", list(arguments)) as context:
            headrace.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    return 0


def _complain(message: str, remedy: str, code: int) -> int:
    line = f"headrace: {message}" + (f"; {remedy}" if remedy else "")
    with suppress(OSError):
        click.echo(" ".join(line.split("\n")), err=True)
    return code
