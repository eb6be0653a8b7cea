"""`headrace stats sprt`: a sequential test on typed counts."""

from __future__ import annotations

import click

from harness.cli.commands.stats.counts import counts_argument, draws_option, read_tally, test_option
from harness.cli.console import Console
from harness.cli.options import output_options


@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog="""\b
Examples:
  headrace stats sprt 365 16618 36229 16974 390
  headrace stats sprt 127 4883 10712 5150 104 --test no-regression
  headrace stats sprt 21184 40708 21404 --test "elo0=0.5 elo1=2.5 model=logistic" --json
""",
)
@counts_argument
@draws_option
@test_option
@output_options
def command(console: Console, counts: tuple[str, ...], draws: str | None, text: str) -> None:
    """Tell where a sequential test stands.

    Its log-likelihood ratio, its bounds and its decision. Counts are typed as for headrace stats elo.
    """
    tally = read_tally(counts, draws)
    from harness.cli.facts import write_facts
    from harness.cli.failures import refused
    from harness.stats.sprt import Sprt

    with refused():
        test = Sprt.parse(text)
        state = test.state(tally)
    decision = {"H0": "H0 accepted", "H1": "H1 accepted", None: "goes on"}[state.decision]
    raw = {
        "test": str(test),
        "games": tally.games,
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
    }
    shown = {
        "test": str(test),
        "LLR": f"{state.llr:.4f}",
        "bounds": f"{state.lower:.4f} to {state.upper:.4f}",
        "decision": decision,
    }
    title = f"Sequential test on {tally.games:,} games"
    write_facts(console, title, raw | {"decision": state.decision}, shown)
