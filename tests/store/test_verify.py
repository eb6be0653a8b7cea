"""Whatever can't be true of a ledger line, its shard or its faults is told, with what to do about it."""

from collections import Counter

import pytest
from msgspec import structs

from harness.games.outcome import FAULTS
from harness.store.faults import Fault, write_fault
from harness.store.folder import RunFolder
from harness.store.verify import fingerprints, unsound_files
from tests.store.samples import manifest, play, rows, write_job

FAULT = Fault(job=7, deal=3, leg=1, player="ann", kind="crash", detail="", record={}, replay="")


@pytest.fixture
def run(tmp_path):
    with RunFolder.create_at(tmp_path / "run", manifest()) as folder:
        play(folder, 0, blocks=40)
        play(folder, 1, deal=40, blocks=30)
        play(folder, 2, second="cyd", blocks=20)
        yield folder


def told(run, job, **lie):
    """Put a ledger line in the place of a job's, and give all that is found then."""
    record = structs.replace(run.ledger.records[job], **lie)
    run.ledger.drop([job])
    run.ledger.append(record)
    return list(unsound_files(run))


def faulty(job, blocks):
    """Count the faults of a job's made-up games as its ledger line has to, by digits of its own."""
    found = Counter()
    for word in rows(job, blocks, faults=0.2)["outcome"].tolist():
        kind, seat, first_seat = word >> 18 & 15, word >> 22 & 1, word >> 2 & 1
        if kind:
            found["ann" if seat == first_seat else "bob", FAULTS[kind - 1]] += 1
    return tuple((who, kind, count) for (who, kind), count in sorted(found.items()))


def test_a_sound_run_has_no_damage(run):
    assert list(unsound_files(run)) == []


def test_shards_that_aren_t_the_ledgers_are_told(run):
    shard = run.path / run.ledger.records[1].shard
    shard.write_bytes((run.path / "games/000002.parquet").read_bytes())
    (run.path / "games/000000.parquet").unlink()
    missing, differs = unsound_files(run)
    assert "000000.parquet is missing" in missing
    assert "its checksum differs" in differs


def test_what_unfinished_jobs_leave_is_no_damage(run):
    before = fingerprints(run)
    write_job(run.path, 9)
    run.write_text("games/.000008.parquet.1a2b.tmp", "x")
    run.write_text("faults/9-0-0.json", "{")
    write_fault(run.path / "faults", FAULT)
    assert len(run.leftovers()) == 4
    assert list(unsound_files(run)) == []
    (run.path / "faults/9-0-0.json").unlink()
    assert fingerprints(run) == before


def test_jobs_that_are_dropped_while_it_is_looked_at_are_no_damage(run):
    reading = RunFolder.open(run.path)
    run.drop_jobs([2])
    assert reading.busy
    assert list(unsound_files(reading)) == []
    run.close()
    (problem,) = unsound_files(reading)
    assert "000002.parquet is missing" in problem


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        ({"plies": 1}, "it tells of 1 plies, and"),
        ({"deal": 41}, "holds other games than the ledger says"),
        ({"second": "cyd", "deal": 60}, "holds other games than the ledger says"),
        ({"second": "dan"}, 'the manifest has no entrant "dan"'),
        ({"second": "ann"}, "ann plays against itself"),
        ({"legs": 3}, "it has 3 games a block, and the manifest's swap seats 2"),
        ({"shard": None, "checksum": None}, "it has no shard, though the run keeps rows"),
        ({"faults": (("ann", "crash", 2),)}, "it tells of 2 of ann lost by faults, and its results of none"),
        ({"faults": (("ann", "sloth", 0),)}, 'there is no kind of fault "sloth"'),
    ],
)
def test_what_can_t_be_true_of_a_line_is_told(run, lie, words):
    found = told(run, 1, **lie)
    assert any(words in problem for problem in found), found
    assert all("delete" in problem for problem in found if words in problem)


def test_plies_are_checked_where_outcomes_alone_are_kept(tmp_path):
    with RunFolder.create_at(tmp_path / "run", manifest(keep="outcomes")) as run:
        record = play(run, 0, blocks=40)
        assert list(unsound_files(run)) == []
        (problem,) = told(run, 0, plies=record.plies + 1)
        assert f"tells of {record.plies + 1:,} plies" in problem
        assert f"holds {record.plies:,};" in problem


def test_one_deal_played_in_two_jobs_is_told(run):
    play(run, 3, deal=65, blocks=10)
    play(run, 4, deal=75, blocks=10)
    (problem,) = unsound_files(run)
    assert "jobs 1 and 3 both play deal 65 of ann against bob" in problem


def test_a_small_job_inside_a_large_one_hides_no_overlap(run):
    play(run, 3, deal=5, blocks=2)
    play(run, 4, deal=20, blocks=2)
    assert [p.split("jobs ")[1].split(" of")[0] for p in unsound_files(run)] == [
        "0 and 3 both play deal 5",
        "0 and 4 both play deal 20",
    ]


def test_faults_are_those_of_the_games(tmp_path):
    with RunFolder.create_at(tmp_path / "run", manifest()) as run:
        right = faulty(0, 40)
        run.ledger.append(structs.replace(write_job(run.path, 0, blocks=40, faults=0.2), faults=right))
        assert list(unsound_files(run)) == []
        (who, kind, count), *others = right
        other = next(name for name in FAULTS if (who, name) not in {(w, k) for w, k, _ in right})
        (problem,) = told(run, 0, faults=((who, other, count), *others))
        assert "it tells of other faults than" in problem
        (problem,) = told(run, 0, faults=((who, kind, count + 1), *others))[:1]
        assert "lost by faults, and its results of" in problem


def test_files_of_faults_that_no_line_tells_of_are_told(tmp_path):
    with RunFolder.create_at(tmp_path / "run", manifest()) as run:
        right = faulty(0, 40)
        run.ledger.append(structs.replace(write_job(run.path, 0, blocks=40, faults=0.2), faults=right))
        who, kind, _ = right[0]
        fault = Fault(job=0, deal=3, leg=1, player=who, kind=kind, detail="", record={}, replay="")
        write_fault(run.path / "faults", fault)
        assert list(unsound_files(run)) == []
        for wrong in ({"deal": 40}, {"leg": 2}, {"player": "cyd"}):
            write_fault(run.path / "faults", structs.replace(fault, **wrong))
        (run.path / "faults/0-0-1.json").write_text("{")
        (run.path / "faults/0-9-1.json").write_bytes(structs.replace(fault, job=7, deal=9).encode())
        unreadable, *untold = unsound_files(run)
        assert "0-0-1.json is not whole JSON" in unreadable
        names = ["0-3-1", "0-3-2", "0-40-1", "0-9-1"]
        assert [f"{name}.json tells of a fault that isn't in the ledger" in problem
                for name, problem in zip(names, untold, strict=True)] == [True] * 4  # fmt: skip
