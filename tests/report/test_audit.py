"""What a folder holds beside its games is checked: jobs against the manifest, CSV files, what is missing."""

import shutil

import pytest
from msgspec import structs

from harness import match, tournament
from harness.report.audit import damage, remarks
from harness.report.finish import csv_files, finish, results_of
from harness.stats.sprt import Sprt
from harness.store.folder import RunFolder
from harness.tournament.planned import foreign_jobs, planned_jobs, shortfall
from tests.cli.calling import succeed


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("audit") / "run"
    run = tournament("forecast", ["greedy", "random", "banker"], blocks=60, out=path, workers=0)
    for name, text in csv_files(results_of(run)).items():
        (path / name).write_text(text)
    return path


@pytest.fixture
def path(played, tmp_path):
    return shutil.copytree(played, tmp_path / "run")


def change(path, place, **lie):
    with RunFolder.open(path, write=True) as folder:
        record = structs.replace(folder.ledger.records[place], **lie)
        folder.ledger.drop([place])
        folder.ledger.append(record)
    return RunFolder.open(path)


def test_a_whole_run_is_sound(path):
    folder = RunFolder.open(path)
    assert list(damage(folder)) == []
    assert shortfall(folder) is None


@pytest.mark.parametrize("name", ["ratings.csv", "crosstable.csv"])
def test_a_table_that_isn_t_what_the_games_give_is_told(path, name):
    head, first, *others = (path / name).read_text().splitlines()
    place = head.split(",").index("games")
    fields = first.split(",")
    games, fields[place] = fields[place], "999"
    (path / name).write_text("\n".join([head, ",".join(fields), *others]) + "\n")
    (problem,) = damage(RunFolder.open(path))
    assert problem.startswith(f"{path / name} isn't what the games give: line 2, games is 999, not {games};")
    assert problem.endswith(f"headrace run resume {path} writes it anew")


def test_a_table_with_too_few_lines_is_told(path):
    lines = (path / "ratings.csv").read_text().splitlines(keepends=True)
    (path / "ratings.csv").write_text("".join(lines[:-1]))
    (problem,) = damage(RunFolder.open(path))
    assert "it has 3 lines, not 4" in problem


def test_last_digits_of_another_machine_are_no_difference(path):
    head, first, *others = (path / "ratings.csv").read_text().splitlines()
    place = head.split(",").index("elo")
    fields = first.split(",")
    fields[place] = repr(float(fields[place]) * (1 + 1e-12))
    (path / "ratings.csv").write_text("\n".join([head, ",".join(fields), *others]) + "\n")
    assert list(damage(RunFolder.open(path))) == []
    fields[place] = repr(float(fields[place]) * (1 + 1e-4))
    (path / "ratings.csv").write_text("\n".join([head, ",".join(fields), *others]) + "\n")
    assert "line 2, elo is" in next(damage(RunFolder.open(path)))


def test_runs_without_tables_are_sound(path):
    (path / "ratings.csv").unlink()
    (path / "crosstable.csv").unlink()
    assert list(damage(RunFolder.open(path))) == []


def test_the_intervals_level_is_the_run_s_own(tmp_path):
    run = match("forecast", "greedy", "random", blocks=60, out=tmp_path / "run", workers=0)
    finish(results_of(run, confidence=0.8))
    with RunFolder.open(run.path, write=True) as folder:
        assert folder.manifest.confidence == 0.8
        assert list(damage(folder)) == []
        folder.save_manifest(structs.replace(folder.manifest, confidence=0.95))
        assert "ratings.csv isn't what the games give: line 2, elo" in next(damage(folder))


@pytest.mark.parametrize("way", ["option", "environment", "file"])
def test_a_level_is_kept_from_wherever_it_comes(tmp_path, monkeypatch, way):
    monkeypatch.chdir(tmp_path)
    words = ("match", "forecast", "greedy", "random", "--blocks", "60", "-j", "1", "-q", "--out", "run")
    if way == "option":
        words += ("--confidence", "0.8")
    elif way == "environment":
        monkeypatch.setenv("HEADRACE_CONFIDENCE", "0.8")
    else:
        (tmp_path / "headrace.toml").write_text("confidence = 0.8\n")
    succeed(*words)
    monkeypatch.delenv("HEADRACE_CONFIDENCE", raising=False)
    (tmp_path / "headrace.toml").unlink(missing_ok=True)
    succeed("run", "verify", "run")
    before = (tmp_path / "run/ratings.csv").read_bytes()
    shown = succeed("run", "show", "run").out
    assert succeed("run", "resume", "run", "-q").out in shown
    assert (tmp_path / "run/ratings.csv").read_bytes() == before
    succeed("run", "verify", "run")


def test_a_job_that_the_manifest_hasn_t_is_told(path):
    jobs = len(planned_jobs(RunFolder.open(path).manifest))
    folder = change(path, 1, job=jobs)
    (problem,) = foreign_jobs(folder)
    assert f"job {jobs}: the manifest has only {jobs} jobs, from 0; delete its line" in problem
    assert problem in set(damage(folder))


@pytest.mark.parametrize("lie", [{"deal": 3}, {"second": "banker"}, {"first": "nobody"}])
def test_a_job_that_is_another_one_than_the_manifest_s_is_told(path, lie):
    folder = change(path, 0, **lie)
    (problem,) = foreign_jobs(folder)
    assert "job 0: it has" in problem
    assert "blocks from deal" in problem
    assert "and the manifest 60 from 0 of greedy against random; delete its line and resume" in problem


def test_a_run_that_isn_t_finished_is_said_to_be_so_and_isn_t_damaged(path):
    with RunFolder.open(path, write=True) as folder:
        total = len(folder.ledger)
        folder.drop_jobs([1])
    folder = RunFolder.open(path)
    assert list(damage(folder)) == []
    assert shortfall(folder) == f"{total - 1} of {total} jobs are played"
    assert list(remarks(folder)) == [
        f"{total - 1} of {total} jobs are played; go on with: headrace run resume {path}"
    ]


def test_a_test_without_its_decision_is_said_to_be_so(tmp_path):
    run = match(
        "forecast", "heuristic", "random", blocks=100_000, out=tmp_path / "run", workers=0,
        sprt=Sprt(0.0, 10.0),
    )  # fmt: skip
    with RunFolder.open(run.path, write=True) as folder:
        assert (list(damage(folder)), shortfall(folder)) == ([], None)
        folder.drop_jobs([0])
        assert list(damage(folder)) == []
        assert shortfall(folder) == f"{len(folder.ledger)} jobs are played, and the test hasn't decided"


def test_what_an_interruption_left_is_no_damage_and_goes_with_the_next_resume(path):
    with RunFolder.open(path, write=True) as folder:
        lost = folder.ledger.records[1]
        shard = (path / lost.shard).read_bytes()
        folder.drop_jobs([1])
    (path / lost.shard).write_bytes(shard)
    (path / "games/.000002.parquet.1a2b.tmp").write_bytes(shard[:9])
    (path / "faults/1-3-0.json").write_text("{")
    folder = RunFolder.open(path)
    assert list(damage(folder)) == []
    resume = f"headrace run resume {path}"
    assert list(remarks(folder)) == [
        f"2 of 3 jobs are played; go on with: {resume}",
        "files of no finished job: games/.000002.parquet.1a2b.tmp, games/000001.parquet, faults/1-3-0.json; "
        f"{resume} removes them",
    ]
    succeed(*resume.split()[1:], "-j", "1")
    assert list(remarks(RunFolder.open(path))) == []


def test_a_run_that_is_being_played_is_neither_damaged_nor_left(path):
    with RunFolder.open(path, write=True) as writing:
        lost = writing.ledger.records[1]
        shard = (path / lost.shard).read_bytes()
        writing.drop_jobs([1])
        (path / lost.shard).write_bytes(shard)
        folder = RunFolder.open(path)
        assert list(damage(folder)) == []
        assert list(remarks(folder)) == ["2 of 3 jobs are played; the run is being played now"]
        assert succeed("run", "show", str(path)).err == f"{path} is being played now\n"
        writing.ledger.append(lost)
        (path / "ratings.csv").write_text("of before it was extended\n")
        folder = RunFolder.open(path)
        assert list(damage(folder)) == []
        assert list(remarks(folder)) == ["all jobs are played; the run is being played now"]
    assert "isn't what the games give" in next(damage(folder))
