"""What jobs leave that were lost with their workers is gone when the run ends, however it ends."""

import pytest

from harness import match
from harness.core.errors import Interrupted
from harness.stats.sprt import Sprt


class Loses:
    """Leaves files as a worker does whose job never gets into the ledger, and may interrupt the run."""

    def __init__(self, path, interrupts):
        self.path, self.interrupts = path, interrupts

    def accepted(self, report):
        for name in ("games/000999.parquet", "faults/999-0-0.json"):
            (self.path / name).write_text("x")
        if self.interrupts:
            raise KeyboardInterrupt

    def tick(self):
        pass


@pytest.mark.parametrize("sprt", [None, Sprt(0.0, 50.0)])
@pytest.mark.parametrize("interrupts", [False, True])
def test_strays_are_removed(tmp_path, sprt, interrupts):
    path = tmp_path / "run"

    def play():
        match("forecast", "greedy", "random", blocks=500, out=path, workers=0, sprt=sprt,
              observer=Loses(path, interrupts))  # fmt: skip

    if interrupts:
        with pytest.raises(Interrupted):
            play()
    else:
        play()
    assert "games/000999.parquet" not in {f"games/{file.name}" for file in (path / "games").iterdir()}
    assert list((path / "faults").iterdir()) == []
    assert (path / "games/000000.parquet").exists()
