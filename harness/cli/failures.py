"""Errors of any origin as the command line tells them: a message, a remedy and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from harness.core.errors import HeadraceError, UsageError, did_you_mean

BUG = 70
_FORMS = {"csv": "csv", "md": "md", "markdown": "md", "table": "table"}
"""Forms of results that people ask for as if each had an option of its own, as --json has."""


class InternalError(HeadraceError):
    """Something that went wrong in Headrace itself."""

    exit_code = BUG


@contextmanager
def refused() -> Iterator[None]:
    """Turn the ValueError by which statistics refuse input into an error of use."""
    try:
        yield
    except ValueError as error:
        message, _, remedy = str(error).partition("; ")
        raise UsageError(message, remedy) from error
    except ArithmeticError as error:
        raise UsageError(
            f"these numbers are too extreme to calculate with ({error})", "give others"
        ) from error


def as_error(error: Exception) -> HeadraceError:
    """Give an error as one of the project's own; what nobody expected is a bug of Headrace."""
    if isinstance(error, HeadraceError):
        return error
    if isinstance(error, click.ClickException):
        return _click_error(error)
    if isinstance(error, OSError) and error.filename is not None:
        return HeadraceError(f"can't use {error.filename} ({error.strerror})", "check the path and the disk")
    if isinstance(error, MemoryError):
        return HeadraceError("there is not enough memory", "use fewer workers (-j) or fewer runs at once")
    where = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return InternalError(
        f"a bug in Headrace itself: {where}",
        "run it again with --debug for the traceback, and report that, please",
    )


def _click_error(error: click.ClickException) -> UsageError:
    help_hint = _help_hint(error)
    if isinstance(error, click.exceptions.NoSuchOption):
        return UsageError(
            f"unknown option {error.option_name}", option_remedy(error.option_name, error.ctx) or help_hint
        )
    if isinstance(error, click.MissingParameter):
        names = error.param_hint or (error.param.get_error_hint(error.ctx) if error.param else "something")
        shown = names if isinstance(names, str) else " / ".join(names)
        return UsageError(f"{shown.strip(chr(39))} is missing", help_hint)
    if isinstance(error, click.BadParameter):
        message, _, remedy = error.message.rstrip(".").partition("; ")
        return UsageError(f"{_where(error)}: {message}", remedy or help_hint)
    return UsageError(_plain(error.format_message()), help_hint)


def _plain(message: str) -> str:
    message = message.rstrip(".")
    return message[:1].lower() + message[1:]


def _help_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"see {context.command_path} --help" if context is not None else ""


def option_remedy(name: str, context: click.Context | None) -> str:
    """Say which option of a command was meant by one that it doesn't have; nothing where none is near."""
    if context is None:
        return ""
    params = context.command.get_params(context)
    form = _FORMS.get(name.lstrip("-").lower())
    if form and any("--format" in param.opts for param in params):
        return f"write --format {form}"
    known = [each for param in params for each in param.opts if each.startswith("--")]
    longer = [each for each in known if each.startswith(name) and len(name) > len("--x")]
    found = did_you_mean(name, longer or known)
    return found if found.startswith("did you mean") else ""


def _where(error: click.BadParameter) -> str:
    """Name the option or argument, and the place where its value was found if that isn't the command line."""
    param, context = error.param, error.ctx
    if param is None or param.name is None:
        return "a value"
    name = (
        max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name.strip("[]")
    )
    source = context.get_parameter_source(param.name) if context is not None else None
    if source is click.core.ParameterSource.ENVIRONMENT:
        return f"{param.envvar} in the environment"
    if source is click.core.ParameterSource.DEFAULT_MAP:
        return f"{param.name} in {context.meta.get('harness.config', 'headrace.toml')}" if context else name
    return name
