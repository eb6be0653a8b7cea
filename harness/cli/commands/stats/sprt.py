"""`headrace stats sprt`: a sequential test on typed counts."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.commands.stats.counts import counts_options, read_tally, read_test, test_options
from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.words import counted


@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog="""\b
Examples:
  headrace stats sprt --penta 365,16618,36229,16974,390 --elo0 0 --elo1 2
  headrace stats sprt 127 4883 10712 5150 104 --test no-regression
  headrace stats sprt 21184 40708 21404 --test "elo0=0.5 elo1=2.5 model=logistic" --json
""",
)
@counts_options
@test_options
@output_options
def command(
    console: Console,
    counts: tuple[str, ...],
    draws: str | None,
    wdl: str | None,
    penta: str | None,
    text: str,
    **parts: Any,
) -> None:
    """Tell where a sequential test stands.

    Its log-likelihood ratio, its bounds and its decision. Counts are typed as for headrace stats elo.
    """
    tally = read_tally(counts, draws, wdl, penta)
    from harness.cli.facts import write_facts
    from harness.cli.failures import refused

    with refused():
        test = read_test(text, parts)
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
    title = f"Sequential test on {counted(tally.games, 'game')}"
    write_facts(console, title, raw | {"decision": state.decision}, shown)
