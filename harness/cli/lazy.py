"""Groups of commands whose modules are imported when a command is used, so that help answers at once."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from harness.core.errors import UsageError, did_you_mean


class LazyGroup(click.Group):
    """A group that knows its commands by name and one line of help each.

    Parameters
    ----------
    lazy : mapping of str to str
        Name → short help, in the order in which they are listed.
    package : str
        The package that has a module for each name, whose `command` is the command.
    """

    def __init__(self, *args: Any, lazy: Mapping[str, str], package: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.lazy, self.package = dict(lazy), package

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """List the commands' names."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None where there is none of that name."""
        if cmd_name not in self.lazy:
            return None
        found = import_module(f"{self.package}.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant; an unknown one is refused with the nearest names."""
        name = args[0]
        if name not in self.lazy and not ctx.resilient_parsing and not name.startswith("-"):
            raise UsageError(f'{ctx.command_path} has no command "{name}"', did_you_mean(name, self.lazy))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.lazy.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command's name, without importing any."""
        names = [
            CompletionItem(name, help=text) for name, text in self.lazy.items() if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)
