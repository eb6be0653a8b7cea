"""What scripts call: the same runs as on the command line, from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness import Position, match, open_run, tournament
from harness.report.finish import finish, match_of, results_of


def test_a_script_plays_reads_and_reports(tmp_path: Path) -> None:
    run = tournament("forecast", ["greedy", "random"], blocks=50, root=tmp_path, workers=0, slug="try")
    games = run.games()
    assert len(games) == 100
    assert {"first", "second", "deal", "leg", "winner"} <= set(games.columns)
    assert open_run(run.path).ratings().elo[0] > 0
    assert run.path.parent == tmp_path
    written = finish(results_of(run))
    assert {path.name for path in written} >= {"ratings.csv", "crosstable.csv", "elo.svg"}


def test_a_match_from_a_script(tmp_path: Path) -> None:
    run = match("forecast", "greedy", "random", blocks=50, out=tmp_path / "run", workers=0, seed=7)
    found = match_of(run)
    assert (found.first, found.second, found.estimate.tally.games) == ("greedy", "random", 100)
    start = Position.deal("forecast", 7, 0)
    assert start.legal == ("draw",)


@pytest.mark.parametrize("keep", ["rows", "outcomes", "counts"])
def test_ratings_don_t_depend_on_what_is_kept(keep: str, tmp_path: Path) -> None:
    whole = match("forecast", "greedy", "random", blocks=40, out=tmp_path / "whole", workers=0)
    run = match("forecast", "greedy", "random", blocks=40, out=tmp_path / keep, workers=0, keep=keep)
    assert run.ratings(prior=0.0).elo == pytest.approx(whole.ratings(prior=0.0).elo)
    assert (run.table().counts == whole.table().counts).all()
