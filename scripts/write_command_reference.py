"""Write docs/commands.md from the tree of commands, so that it can't drift; a test sees that it is current."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from harness.cli.root import headrace
from harness.cli.settings import KEYS

PATH = Path(__file__).resolve().parent.parent / "docs" / "commands.md"
HEAD = """# Commands

All that `headrace` can do, written from its own help (`scripts/write_command_reference.py`; a test sees that it is
current). `headrace COMMAND --help` shows the same in a terminal.

| exit code | meaning |
|---:|:---|
| 0 | done |
| 1 | a gate was not met: H0 was accepted, a test was inconclusive at its cap, `bot check` or `doctor` found a fault |
| 2 | an option, a name or a value can't be used as it was given |
| 3 | a player lost more games by its own faults than the run allows |
| 4 | a player's file is broken, a program can't be started, or a file, record or manifest is damaged or doesn't match |
| 70 | a bug in Headrace |
| 130 | interrupted; what was finished is kept, and the line that resumes is printed |

Ctrl-C and SIGTERM interrupt a run in good order: the jobs at work are finished first. A second one ends it at once.

Options that many commands share are told once, at the end. They can also be set in the environment (`HEADRACE_SEED`,
`HEADRACE_WORKERS`, …) and in a file `headrace.toml` in the present folder (or `--config FILE`): the command line counts
first, then the environment, then the file, then the default.

```toml
seed = 7
workers = 2
rules = { hand_limit = 6 }

[players.bold]
target = "bots/otter.py"
parameters = { boldness = 2.5 }
```

Keys of the file: KEYS. Named players stand in for a player's name; paths start from the file's folder.
"""


def commands(command: click.Command, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    """List a command and all below it, each with a context of its own."""
    yield command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands(found, click.Context(found, info_name=name, parent=context))


def root() -> tuple[click.Command, click.Context]:
    """Give the root of the tree."""
    return headrace, click.Context(headrace, info_name="headrace", **headrace.context_settings)


def rows(command: click.Command, context: click.Context) -> dict[str, str]:
    """Give a command's options: how each is written → its help."""
    found = {}
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if isinstance(param, click.Option) and record is not None:
            found[record[0]] = " ".join(record[1].split())
    return found


def shared(tree: list[tuple[click.Command, click.Context]]) -> dict[str, str]:
    """Give the options that at least four commands have, with the same help."""
    every = [(written, text) for pair in tree for written, text in rows(*pair).items()]
    return {written: text for written, text in dict.fromkeys(every) if every.count((written, text)) >= 4}


def options(found: dict[str, str]) -> str:
    """Write options as a table."""
    lines = ["| option | what it does |", "|:---|:---|"]
    lines += [f"| `{_cell(written)}` | {_cell(text)} |" for written, text in found.items()]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def section(command: click.Command, context: click.Context, told: dict[str, str]) -> str:
    """Write one command."""
    depth = context.command_path.count(" ") + 1
    pieces = [f"{'#' * min(depth + 1, 4)} {context.command_path}\n"]
    pieces.append(f"```\n{' '.join([context.command_path, *command.collect_usage_pieces(context)])}\n```\n")
    pieces.append(inspect.cleandoc(command.help or "").replace("\b\n", "") + "\n")
    own = {written: text for written, text in rows(command, context).items() if written not in told}
    if own:
        pieces.append(options(own))
    if command.epilog:
        examples = inspect.cleandoc(command.epilog).replace("\b\n", "").replace("\b", "").strip()
        pieces.append(f"```\n{examples}\n```\n")
    return "\n".join(pieces)


def reference() -> str:
    """Write the whole page."""
    tree = list(commands(*root()))
    told = shared(tree)
    sections = [section(*pair, told) for pair in tree]
    head = HEAD.replace("KEYS", ", ".join(f"`{key}`" for key in KEYS))
    return "\n".join([head, *sections, "## Shared options\n", options(told)])


if __name__ == "__main__":
    PATH.write_text(reference(), encoding="utf-8")
    print(f"wrote {PATH}")
