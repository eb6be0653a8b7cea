import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import DataError
from harness.store import ledger
from harness.store.ledger import JobRecord, Ledger, read_records


def record(job, **given):
    fields = {
        "job": job, "first": "ann", "second": "bob", "deal": job * 10, "blocks": 10, "legs": 2,
        "blocks_by_result": {"0": 4, "24": 6}, "plies": 500, "faults": (("bob", "crash", 2),),
        "shard": f"games/{job:06d}.parquet", "checksum": "ab", "seconds": 0.5, "finished": "2026-01-02T03:04:05",
    } | given  # fmt: skip
    return JobRecord(**fields)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.jsonl"


def test_lines_are_canonical_and_read_back(path):
    ledger = Ledger(path, write=True)
    for job in (1, 0):
        ledger.append(record(job))
    assert path.read_bytes() == record(1).line() + record(0).line()
    assert json.loads(record(0).line())["faults"] == [["bob", "crash", 2]]
    again = Ledger(path)
    assert list(again.records.values()) == [record(1), record(0)]
    assert again.in_order() == [record(0), record(1)]
    assert (len(again), 1 in again, 2 in again) == (2, True, False)
    assert again.records[0].games == 20


def test_order_and_times_do_not_matter(path, tmp_path):
    one, two = Ledger(path, write=True), Ledger(tmp_path / "other.jsonl", write=True)
    one.append(record(0))
    one.append(record(1))
    two.append(record(1, seconds=9.0, finished="later"))
    two.append(record(0, seconds=8.0))
    assert one.sorted_without_times() == two.sorted_without_times()
    two.append(record(2))
    assert one.sorted_without_times() != two.sorted_without_times()


WHOLE = b"".join(record(job).line() for job in range(3))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, len(WHOLE)))
def test_a_line_torn_anywhere_is_forgotten(tmp_path_factory, size):
    path = tmp_path_factory.mktemp("torn") / "ledger.jsonl"
    path.write_bytes(WHOLE[:size])
    finished = WHOLE[:size].count(b"\n")
    assert list(Ledger(path).records) == list(range(finished))
    assert path.stat().st_size == size
    ledger = Ledger(path, write=True)
    assert path.read_bytes() == b"".join(record(job).line() for job in range(finished))
    ledger.append(record(7))
    ledger.close()
    assert list(Ledger(path).records) == [*range(finished), 7]


def test_zeros_of_a_lost_block_count_as_torn(path):
    path.write_bytes(record(0).line() + b"\0" * 100)
    assert list(Ledger(path, write=True).records) == [0]
    assert path.read_bytes() == record(0).line()


def dumped(job, **given):
    return json.dumps(msgspec.to_builtins(record(job)) | given).encode() + b"\n"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (b"{}\n", "missing required field"),
        (b"\n", "line 2 is damaged"),
        (b"\0\0\n", "line 2 is damaged"),
        (b"\xff\n", "line 2 is damaged"),
        (record(1).line()[:40] + record(2).line(), "line 2 is damaged"),
        (dumped(1, blocks="10"), r"Expected int, got str - at \$.blocks"),
        (dumped(1, extra=1), "unknown field extra"),
        (dumped(1, blocks=11), "its results count 10 blocks, not 11"),
        (dumped(1, blocks_by_result={"25": 10}), "code 25 is none of 2 legs"),
        (dumped(1, blocks_by_result={"x": 10}), "line 2 is damaged"),
        (record(1).line().replace(b'"plies"', b'"plies": 1, "plies"'), 'the key "plies" stands twice'),
        (record(1).line().replace(b'"0": 4', b'"0": 9, "0": 4'), 'the key "0" stands twice'),
        (dumped(1, checksum=None), "a shard and its checksum go together"),
    ],
)
def test_other_damage_is_refused_by_line(path, damage, words):
    path.write_bytes(record(0).line() + damage + record(2).line())
    with pytest.raises(DataError, match=words) as caught:
        Ledger(path)
    assert f"{path}, line 2" in caught.value.message
    assert "delete that line and resume" in caught.value.remedy


def test_keys_are_looked_for_only_where_a_line_isn_t_as_it_was_written(path, monkeypatch):
    odd = [
        record(0),
        record(
            1, first="a b", second='bób "x"', faults=(), seconds=0.1 + 0.2, blocks_by_result={"10": 3, "2": 7}
        ),
        record(2, shard=None, checksum=None, seconds=1234567.0),
    ]
    path.write_bytes(b"".join(one.line() for one in odd))
    for slow in ("load_once", "canonical_line"):
        monkeypatch.setattr(ledger, slow, lambda *_: pytest.fail("a line was read twice, or written again"))
    assert list(Ledger(path).records.values()) == odd
    monkeypatch.undo()
    path.write_bytes(dumped(0) + dumped(1).replace(b'"job": 1', b'"job" : 0 , "job" : 1'))
    with pytest.raises(DataError, match=r'line 2 is damaged .the key "job" stands twice'):
        Ledger(path)


def test_a_job_twice_is_harmless_where_both_agree(path):
    path.write_bytes(record(0).line() + record(0, seconds=9.0).line())
    assert list(Ledger(path).records) == [0]
    path.write_bytes(record(0).line() + record(1).line() + record(0, plies=1).line())
    with pytest.raises(DataError, match="line 3: job 0 stands there again with other results"):
        Ledger(path)


def test_appending_a_known_job(path):
    ledger = Ledger(path, write=True)
    ledger.append(record(0))
    ledger.append(record(0, seconds=7.0))
    assert path.read_bytes() == record(0).line()
    with pytest.raises(DataError, match=r"job 0 stands in .* with other results"):
        ledger.append(record(0, plies=1))


def test_jobs_are_dropped_and_appending_goes_on(path):
    ledger = Ledger(path, write=True)
    for job in range(4):
        ledger.append(record(job))
    assert ledger.drop([2, 1, 9]) == [record(2), record(1)]
    ledger.append(record(5))
    assert list(Ledger(path).records) == list(ledger.records) == [0, 3, 5]
    assert ledger.drop([]) == []


def test_a_ledger_for_reading_is_not_written(path):
    with pytest.raises(ValueError, match="reading only"):
        Ledger(path).append(record(0))
    assert read_records(path) == ({}, 0)
    assert not path.exists()
