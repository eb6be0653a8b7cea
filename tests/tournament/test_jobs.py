from hypothesis import given
from hypothesis import strategies as st

from harness.tournament.jobs import MOST_GAMES, block_seconds, ranges, stage_jobs


@given(st.integers(1, 10**6), st.floats(1e-7, 100), st.sampled_from([1, 2, 4]))
def test_ranges_cover_all_blocks_once(blocks, seconds, legs):
    end = 0
    for start, size in ranges(blocks, seconds, legs):
        assert start == end
        assert size >= 1
        assert size * legs <= MOST_GAMES
        end = start + size
    assert end == blocks


def test_first_range_is_small_and_later_ones_grow():
    sizes = [size for _, size in ranges(1_000_000, 1e-4, 2)]
    assert sizes[0] == 1_000
    assert sizes[1] == 10_000
    assert all(size >= 10_000 for size in sizes[1:-1])


def test_jobs_are_numbered_breadth_first():
    jobs = stage_jobs([(0, 1), (0, 2)], 0, 50_000, [200.0, 200.0, 2_000.0], 2, 7)
    assert [job.number for job in jobs] == list(range(7, 7 + len(jobs)))
    assert [job.deal for job in jobs] == sorted(job.deal for job in jobs)
    assert {(job.first, job.second) for job in jobs[:2]} == {(0, 1), (0, 2)}
    for pair in ((0, 1), (0, 2)):
        mine = [job for job in jobs if (job.first, job.second) == pair]
        assert sum(job.blocks for job in mine) == 50_000


def test_a_costly_player_makes_blocks_longer():
    assert block_seconds((200, 200), 2) < block_seconds((200, 5_000), 2)
    assert block_seconds((200, 200), 4) == 2 * block_seconds((200, 200), 2)
