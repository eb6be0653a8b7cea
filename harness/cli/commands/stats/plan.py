"""`headrace stats plan`: how long a sequential test will take."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.commands.stats.counts import read_test, test_options
from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.values import Number, WholeNumber
from harness.cli.words import counted, duration


@click.command(
    epilog="""\b
Examples:
  headrace stats plan --elo0 0 --elo1 2 --games-per-second 50000
  headrace stats plan --test "elo0=0 elo1=5" --true-elo 3 --games 100000
  headrace stats plan --test "elo0=0 elo1=2 model=logistic" --draw-ratio 0.3 --json
"""
)
@test_options
@click.option(
    "--true-elo", "--elo", "elo", type=Number(), metavar="ELO",
    help="A true difference, in the test's unit, to tell more about.",
)  # fmt: skip
@click.option(
    "--games-per-second", type=Number(0.0, open_ends=True), metavar="N", help="Also tell how long that takes."
)
@click.option("--games", type=WholeNumber(1), metavar="N", help="With --true-elo: a limit on the games.")
@click.option(
    "--draw-ratio",
    type=Number(0.0, 1.0),
    default=0.0,
    show_default=True,
    metavar="SHARE",
    help="Share of drawn games, for the logistic and bayesian models.",
)
@click.option(
    "--deviation", type=Number(0.0, 1.0), metavar="SIGMA",
    help="Deviation of a game, for the same models.  [default: from the draw ratio]",
)  # fmt: skip
@output_options
def command(console: Console, text: str, **given: Any) -> None:
    """Plan a sequential test.

    How many games it takes on average, and how often it passes.
    """
    from harness.cli.facts import write_facts
    from harness.cli.failures import refused
    from harness.core.errors import UsageError
    from harness.stats.plan import expected_games, pass_probability, plan

    if given["games"] is not None and given["elo"] is None:
        raise UsageError("--games needs --true-elo", "say how large the true difference is")
    options = {"draw_ratio": given["draw_ratio"], "deviation": given["deviation"]}
    with refused():
        test = read_test(text, given)
        planned = plan(test, **options)
        raw: dict[str, Any] = {
            "test": str(test),
            "games_h0": planned.games_h0,
            "games_h1": planned.games_h1,
            "games_worst": planned.games_worst,
            "worst_nelo": planned.worst_nelo,
        }
        shown = {
            "test": str(test),
            f"games at {test.elo0:g}": f"{planned.games_h0:,.0f}",
            f"games at {test.elo1:g}": f"{planned.games_h1:,.0f}",
            "games at worst": f"{planned.games_worst:,.0f} (at {planned.worst_nelo:.2f} normalized Elo)",
        }
        if given["elo"] is not None:
            elo = given["elo"]
            games = expected_games(test, elo, **options)
            limit = {} if given["games"] is None else {"games": float(given["games"])}
            passes = pass_probability(test, elo, **limit, **options)
            raw |= {"elo": elo, "games_at_elo": games, "pass_probability": passes}
            within = "" if given["games"] is None else f" within {counted(given['games'], 'game')}"
            shown |= {f"games at {elo:g}": f"{games:,.0f}", f"passes{within}": f"{100 * passes:.1f} %"}
    rate = given["games_per_second"]
    if rate is not None:
        seconds = {
            name.replace("games", "seconds"): raw[name] / rate for name in raw if name.startswith("games_")
        }
        raw |= seconds
        shown |= {
            f"time {name.removeprefix('seconds_').replace('_', ' ')}": duration(s)
            for name, s in seconds.items()
        }
    write_facts(console, "Expected length of a sequential test", raw, shown)
