"""Options that many commands share, as decorators, each told once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import click

from harness.cli.console import COLORS, Console
from harness.cli.settings import read_settings
from harness.cli.values import MOST_SEEDS, FolderName, GameName, Number, Share, WholeNumber, Word
from harness.core.errors import UsageError

Function = TypeVar("Function", bound=Callable[..., Any])

FORMATS = ("table", "csv", "json", "md")
SWAPS = ("seats", "orders", "both")
KEEPS = ("rows", "outcomes", "counts")
MOST_WORKERS = 4096
MOST_MEBIBYTES = 1 << 24


def _option(*names: str, **more: Any) -> Callable[[Function], Function]:
    """Make an option that can also be set in the environment, under the name of its long form."""
    long = max(names, key=len)
    variable = "HEADRACE_" + long.lstrip("-").replace("-", "_").upper()
    return click.option(*names, envvar=more.pop("envvar", variable), **more)


def decorated(options: Sequence[Callable[[Any], Any]]) -> Callable[[Function], Function]:
    """Join options to one decorator; help lists them in this order."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("headrace")
        except PackageNotFoundError:
            found = "(not installed)"
        click.echo(f"headrace {found}")
        ctx.exit()


version_option = click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version,
    help="Show the version and exit.",
)  # fmt: skip

game_argument = click.argument("game", metavar="GAME", type=GameName())


def _seed(text: str) -> Callable[[Any], Any]:
    number = WholeNumber(0, MOST_SEEDS - 1)
    return _option("--seed", type=number, default=1, show_default=True, metavar="N", help=text)


seed_option = _seed("Seed of all deals and of the players' random numbers.")
deal_seed_option = _seed("With start: the seed of the deals.")
bootstrap_seed_option = _seed("Seed of the bootstrap.")
workers_option = _option(
    "-j",
    "--workers",
    type=WholeNumber(1, MOST_WORKERS),
    metavar="N",
    help="Worker processes.  [default: all processors]",
)
rules_option = _option(
    "--rules", multiple=True, metavar="KEY=VALUE",
    help="Rules that differ from the default; again for more of them, or joined by commas.",
)  # fmt: skip
deck_option = _option(
    "--deck", metavar="DECK", help="Forecast: a deck's name, its file, or its eight counts."
)
swap_option = _option(
    "--swap", type=Word(SWAPS), default="seats", show_default=True,
    help="What the games of a block swap: seats; orders of the cards; both.",
)  # fmt: skip
blocks_option = click.option(
    "--blocks", "--pairs", "blocks", type=WholeNumber(1), metavar="N", envvar="HEADRACE_BLOCKS",
    help="Blocks for each pairing; a block is a deal that is played again with what --swap says.",
)  # fmt: skip
games_option = _option(
    "--games",
    type=WholeNumber(1),
    metavar="N",
    help="Games in all, instead of --blocks; rounded up to whole blocks.",
)
_MAX_FAULTS = "Stop when a player loses more than this share of its games by its own faults."
max_faults_option = _option(
    "--max-faults", type=Share(), metavar="SHARE", help=f"{_MAX_FAULTS}  [default: the run's own]"
)

_TIME: dict[str, Any] = {"type": Number(0.0, open_ends=True), "metavar": "SECONDS"}
limit_options = decorated(
    [
        _option(
            "--move-time", **_TIME,
            help="A player that isn't compiled loses a game in which it thinks longer over one decision.",
        ),
        _option("--game-time", **_TIME, help="The same for all its decisions of a game."),
        _option(
            "--memory", type=WholeNumber(16, MOST_MEBIBYTES), metavar="MIB",
            help="What a program, plain or batch player may take for itself; all play in processes of their own then.",
        ),
        _option(
            "--patience", **_TIME, default=60.0, show_default=True,
            help="A player that gives no answer for so long is taken to hang, where no limit is shorter.",
        ),
        _option(
            "--isolate", is_flag=True,
            help="Load players that aren't stock only in processes of their own, without network, files to write, or "
            "your environment.",
        ),
    ]
)  # fmt: skip
setting_options = decorated([seed_option, rules_option, deck_option, swap_option, limit_options])
length_options = decorated([blocks_option, games_option])
new_run_options = decorated(
    [
        workers_option,
        _option(
            "--keep", type=Word(KEEPS), default="rows", show_default=True,
            help="What is kept of each game: a row; a byte for each block; or only counts.",
        ),
        _option(
            "--max-faults", type=Share(), default=0.01, metavar="SHARE", help=f"{_MAX_FAULTS}  [default: 1%]"
        ),
        click.option("--name", metavar="WORDS", help="What the run's folder is called, behind date and game."),
        click.option(
            "--out", metavar="FOLDER", type=FolderName(),
            help="The run's very folder, new or empty.  [default: results/DATE-GAME-NAME]",
        ),
        click.option(
            "--dry-run", is_flag=True, help="Show what would be played and what it would take, and stop."
        ),
    ]
)  # fmt: skip

confidence_option = _option(
    "--confidence", type=Number(0.0, 1.0, open_ends=True), default=0.95, show_default=True, metavar="LEVEL",
    help="Level of all intervals.",
)  # fmt: skip

_OUTPUT = (
    _option(
        "--format", "form", type=Word(FORMATS), default="table", envvar="HEADRACE_FORMAT", show_default=True,
        help="How results are written.",
    ),
    click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
    _option("-q", "--quiet", is_flag=True, help="Only results and errors."),
    _option("-v", "--verbose", is_flag=True, help="Also tell what goes on inside."),
    _option("--color", type=Word(COLORS), default="auto", show_default=True, help="Colours; NO_COLOR is honoured."),
    _option("--debug", is_flag=True, help="Show the traceback of an error."),
)  # fmt: skip
_CONFIG = click.option(
    "--config", metavar="FILE", is_eager=True, expose_value=False, callback=read_settings,
    envvar="HEADRACE_CONFIG", help="Settings and named players.  [default: headrace.toml, if there is one]",
)  # fmt: skip


def output_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of output and configuration; the command gets a `console`."""

    @wraps(function)
    def with_console(
        *, form: str, as_json: bool, quiet: bool, verbose: bool, color: str, debug: bool, **given: Any
    ) -> Any:
        if quiet and verbose:
            raise UsageError("--quiet and --verbose exclude each other", "give one of them")
        console = Console("json" if as_json else form, quiet, verbose, color, debug)
        return function(console=console, **given)

    return decorated([*_OUTPUT, _CONFIG])(with_console)


def chosen_length(blocks: int | None, games: int | None) -> tuple[int | None, int | None]:
    """Choose between blocks and games: both in one place exclude each other, else the nearer place counts.

    Raises
    ------
    UsageError
        Both are given in one place.
    """
    if blocks is None or games is None:
        return blocks, games
    context = click.get_current_context()
    sources = [context.get_parameter_source(name) for name in ("blocks", "games")]
    if sources[0] is sources[1]:
        raise UsageError("--blocks and --games exclude each other", "give one of them")
    order = list(click.core.ParameterSource)
    nearer_is_blocks = order.index(sources[0]) < order.index(sources[1])  # type: ignore[arg-type]
    return (blocks, None) if nearer_is_blocks else (None, games)
