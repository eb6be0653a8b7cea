import random

import msgspec
import pytest

from harness.core.errors import DataError
from harness.store.faults import (
    KEPT,
    KEPT_PER_JOB,
    Fault,
    FaultQuota,
    read_fault,
    read_faults,
    settle_faults,
    without_machine,
    write_fault,
)
from tests.store.test_ledger import record


def fault(job=1, deal=17, leg=0, player="bob", kind="crash", **given):
    fields = {
        "job": job, "deal": deal, "leg": leg, "player": player, "kind": kind, "detail": "ValueError: no",
        "record": {"schema": 1, "game": "forecast", "actions": ["draw"]}, "traceback": "Traceback …",
        "replay": "headrace replay last ann:bob:17:0", "here": {"seconds": 0.5},
    } | given  # fmt: skip
    return Fault(**fields)


def test_a_fault_is_read_back(tmp_path):
    write_fault(tmp_path / "faults", fault())
    assert read_fault(tmp_path / "faults/1-17-0.json") == fault()
    assert fault().covered() == fault(here={"x": 1}, replay="headrace replay other ann:bob:17:0").covered()
    assert fault(detail="other").covered() != fault().covered()


def test_a_damaged_fault_is_told(tmp_path):
    path = tmp_path / "1-1-0.json"
    path.write_text('{"schema": 1, "job": "x"}')
    with pytest.raises(DataError, match="delete that file"):
        read_fault(path)


def test_faults_come_in_the_order_of_games(tmp_path):
    places = [(10, 1, 0), (2, 30, 1), (2, 30, 0), (2, 4, 0)]
    for place in places:
        write_fault(tmp_path, fault(*place))
    assert [(f.job, f.deal, f.leg) for f in read_faults(tmp_path)] == sorted(places)
    assert list(read_faults(tmp_path / "none")) == []


def test_a_job_keeps_its_first_faults_of_each_player_and_kind():
    quota = FaultQuota()
    given = [("bob", "crash")] * 5 + [("bob", "illegal"), ("ann", "crash")]
    assert [quota.admits(*one) for one in given] == [True] * KEPT_PER_JOB + [False] * 2 + [True, True]


JOBS = [
    record(job, faults=(("bob", "crash", 1 + job % 5), *((("ann", "illegal", 2),) if job % 3 == 0 else ())))
    for job in range(20)
]


def write_kept(folder, job):
    for player, kind, count in JOBS[job].faults:
        for deal in range(min(count, KEPT_PER_JOB)):
            write_fault(folder, fault(job, deal, int(player == "ann"), player, kind))


def kept(folder):
    return [f.file_name for f in read_faults(folder)]


def test_a_run_keeps_the_first_in_the_order_of_jobs(tmp_path):
    for job in range(20):
        write_kept(tmp_path, job)
    settle_faults(tmp_path, JOBS)
    players = [f.player for f in read_faults(tmp_path)]
    assert players.count("bob") == KEPT
    assert players.count("ann") == 2 * 7
    assert max(f.job for f in read_faults(tmp_path) if f.player == "bob") == 8


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_does_not_depend_on_the_order_of_work(tmp_path, seed):
    for job in range(20):
        write_kept(tmp_path / "one", job)
    settle_faults(tmp_path / "one", JOBS)
    order = random.Random(seed).sample(range(20), 20)
    for at, job in enumerate(order, 1):
        write_kept(tmp_path / "two", job)
        if at % 4 == 0:
            settle_faults(tmp_path / "two", [JOBS[done] for done in order[:at]])
    assert kept(tmp_path / "one") == kept(tmp_path / "two")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ('  File "/home/a b/bots/otter.py", line 3, in choose', '  File "otter.py", line 3, in choose'),
        ("can't open '/tmp/x/y.txt'", "can't open 'y.txt'"),
        ("no file /tmp/x/y.txt: gone", "no file y.txt: gone"),
        ("<Otter object at 0x7f33a0b1c2d3>", "<Otter object at 0x…>"),
        ("7h>b2 is not legal; a/b and 1/2 stay, 0x10 too", "7h>b2 is not legal; a/b and 1/2 stay, 0x10 too"),
        ("see https://example.org/a/b", "see https://example.org/a/b"),
    ],
)
def test_machines_leave_no_trace(text, clean):
    assert without_machine(text) == clean


def test_fields_are_strict():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"job": -1}, Fault)


def test_a_key_twice_is_refused(tmp_path):
    write_fault(tmp_path, fault(1, 2, 0, "ann", "crash"))
    (path,) = tmp_path.iterdir()
    assert read_fault(path).deal == 2
    path.write_bytes(path.read_bytes().replace(b'"deal"', b'"deal": 3, "deal"', 1))
    with pytest.raises(DataError, match='the key "deal" stands twice in one object'):
        read_fault(path)
