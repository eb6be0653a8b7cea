import pytest

from harness.store.manifest import EntrantRecord, Made, Manifest, Stage
from harness.tournament.schedule import jobs_of, pairs_of, total_games


def manifest(stages, entrants=4, gauntlet=None):
    field = tuple(
        EntrantRecord(label=f"p{n}", target="random", kind="compiled", hash="0") for n in range(entrants)
    )
    return Manifest(
        kind="tournament", game="forecast", game_version="1", seed=1, swap="seats", entrants=field,
        stages=tuple(Stage(entrants=n, blocks=blocks) for n, blocks in stages), lock={}, gauntlet=gauntlet,
        made=Made(date="", machine="", python="", headrace=""),
    )  # fmt: skip


def covered(jobs):
    """Collect each pairing's deals."""
    found = {}
    for job in jobs:
        found.setdefault((job.first, job.second), []).extend(range(job.deal, job.deal + job.blocks))
    return found


def test_everybody_meets_everybody_once():
    jobs = jobs_of(manifest([(4, 2_000)]))
    deals = covered(jobs)
    assert set(deals) == set(pairs_of(4, None))
    assert all(sorted(numbers) == list(range(2_000)) for numbers in deals.values())
    assert total_games(jobs, 2) == 6 * 2_000 * 2


def test_a_gauntlet_has_one_challenger():
    assert set(covered(jobs_of(manifest([(4, 10)], gauntlet="p2")))) == {(2, 0), (2, 1), (2, 3)}


@pytest.mark.parametrize(
    "stages", [[(3, 100), (3, 250)], [(3, 100), (4, 100)], [(2, 50), (3, 80), (4, 300)], [(4, 300), (4, 300)]]
)
def test_stages_play_only_what_is_missing(stages):
    jobs = jobs_of(manifest(stages))
    before = jobs_of(manifest(stages[:1]))
    assert jobs[: len(before)] == before
    assert [job.number for job in jobs] == list(range(len(jobs)))
    deals = covered(jobs)
    entrants, blocks = stages[-1]
    assert set(deals) == set(pairs_of(entrants, None))
    assert all(sorted(numbers) == list(range(blocks)) for numbers in deals.values())
