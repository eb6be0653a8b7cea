"""What scripts call takes folders as text and as paths."""

from pathlib import Path

import pytest

import harness
from harness.core.errors import UsageError


def test_folders_may_be_text(tmp_path: Path) -> None:
    short = {"blocks": 2, "workers": 0}
    run = harness.match("forecast", "greedy", "random", out=str(tmp_path / "one"), **short)
    assert run.path == tmp_path / "one"
    assert harness.Run([str(run.path)]).labels == run.labels
    named = harness.match("forecast", "greedy", "random", root=str(tmp_path), slug="two", **short)
    assert harness.open_run("last", str(tmp_path)).path == named.path
    assert harness.open_runs([str(run.path), named.path], str(tmp_path)).labels == run.labels
    with pytest.raises(UsageError, match="one"):
        harness.tournament("forecast", ["greedy", "random"], out=str(tmp_path / "one"), **short)
