"""`headrace bench`: how fast games are played here."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.console import Console
from harness.cli.options import MOST_WORKERS, game_argument, output_options
from harness.cli.values import EntrantText, WholeNumber
from harness.cli.words import counted
from harness.core.errors import UsageError

MOST_GAMES = 10_000_000
"""Of a repeat: their rows lie in memory."""


@click.command(
    epilog="""\b
Examples:
  headrace bench forecast
  headrace bench defcon --players greedy,random --games 20000 -j 2
  headrace bench forecast --no-start --json
"""
)
@game_argument
@click.option("--players", default="random,random", show_default=True, metavar="A,B", help="Who plays.")
@click.option(
    "--games",
    type=WholeNumber(2, MOST_GAMES),
    default=50_000,
    show_default=True,
    metavar="N",
    help="Games of a repeat.",
)
@click.option(
    "-j",
    "--workers",
    type=WholeNumber(1, MOST_WORKERS),
    metavar="N",
    help="Also measure so many worker processes at once.",
)
@click.option("--no-start", is_flag=True, help="Leave out what a start takes, cold and warm.")
@output_options
def command(
    console: Console, game: str, players: str, games: int, workers: int | None, no_start: bool
) -> None:
    """Measure how fast games are played here.

    The middle of five repeats counts, ± half their range. Measured are, through the path that tournaments use: the
    engine with its players; a worker's jobs, which also write rows; and what a start takes, cold (when nothing is
    compiled) and warm.
    """
    pair = players.split(",")
    if len(pair) != 2 or not all(name.strip() for name in pair):
        raise UsageError(f'--players: "{players}" are not two players', "write A,B")
    pair = [EntrantText().convert(name, None, None) for name in pair]
    from harness.cli.facts import write_facts
    from harness.cli.playing import announce_compilation
    from harness.tournament import speed

    field = speed.make_workshop(game, pair, None).field
    announce_compilation(console, game, field)
    engine = speed.measure_engine(game, pair, games)
    jobs = speed.measure_jobs(game, pair, games)
    raw: dict[str, Any] = {
        "game": game,
        "players": pair,
        "games": engine.games,
        "repeats": speed.REPEATS,
        "games_per_s": round(engine.games_per_second, 1),
        "decisions_per_s": round(engine.plies_per_second, 1),
        "plies_per_game": round(engine.plies / engine.games, 3),
        "ns_per_decision": round(1e9 / engine.plies_per_second, 2),
        "spread": round(engine.spread, 4),
        "games_per_s_with_rows": round(jobs.games_per_second, 1),
        "row_ns": round(1e9 * (jobs.median - engine.median) / engine.games, 1),
    }
    shown = {
        "played": f"{counted(engine.games, 'game')} of {game}, {pair[0]} against {pair[1]}, {speed.REPEATS} repeats",
        "engine": f"{engine.games_per_second:,.0f} games/s ± {100 * engine.spread:.0f} %",
        "decisions": f"{engine.plies_per_second:,.0f} a second, {raw['ns_per_decision']:.1f} ns each",
        "a game": f"{raw['plies_per_game']:.1f} plies",
        "with rows": f"{jobs.games_per_second:,.0f} games/s ± {100 * jobs.spread:.0f} %: {raw['row_ns']:,.0f} ns a row",
    }
    if workers is not None:
        many = speed.measure_workers(game, pair, games, workers)
        raw |= {"workers": workers, "games_per_s_all_workers": round(many.games_per_second, 1)}
        raw["times_one"] = round(many.games_per_second / jobs.games_per_second, 3)
        shown[counted(workers, "worker")] = (
            f"{many.games_per_second:,.0f} games/s ± {100 * many.spread:.0f} %: {raw['times_one']:.2f} times one"
        )
    if not no_start:
        console.say("measuring a cold start: everything is compiled anew, for this alone")
        raw["start_warm_s"] = round(speed.measure_start(game, pair, cold=False), 3)
        raw["start_cold_s"] = round(speed.measure_start(game, pair, cold=True), 3)
        shown["start"] = f"{raw['start_warm_s']:.2f} s, {raw['start_cold_s']:.1f} s where nothing is compiled"
    write_facts(console, "", raw, shown)
