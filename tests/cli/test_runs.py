"""Runs on the command line: what is shown of them, how they are rated, and how they grow."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.calling import Called, call, succeed

CHARTS = {"ratings", "crosstable", "superiority", "endings", "lengths", "strategy"}


@pytest.fixture
def results(match_run: Path, tournament_run: Path) -> None:
    shutil.copytree(tournament_run, "results/first")
    shutil.copytree(match_run, "results/second")


def test_a_tournament_writes_its_results(tournament_run: Path) -> None:
    names = {path.relative_to(tournament_run).as_posix() for path in tournament_run.rglob("*")}
    assert {"manifest.json", "ledger.jsonl", "ratings.csv", "crosstable.csv", "log.txt"} <= names
    assert {f"charts/{name}.{end}" for name in CHARTS for end in ("png", "svg")} <= names
    header, *rows = (tournament_run / "ratings.csv").read_text("utf-8").splitlines()
    assert header.startswith("group,rank,player,")
    assert len(rows) == 3
    assert len((tournament_run / "crosstable.csv").read_text("utf-8").splitlines()) == 4


def test_a_match_prints_its_block(match_run: Path) -> None:
    shown = succeed("run", "show", str(match_run)).out
    for name in ("Elo ±", "nElo", "LOS", "Games", "Ptnml(0-2)", "Pair ratio", "As seat a", "Luck", "Faults"):
        assert name in shown
    assert {path.stem for path in (match_run / "charts").iterdir()} == {
        "elo",
        "endings",
        "lengths",
        "strategy",
    }


def talk_and_data() -> Called:
    return succeed("match", "forecast", "greedy", "random", "--blocks", "20", "-j", "1", "--name", "a b/c")


def test_data_and_talk_go_apart_and_the_last_line_leads_on() -> None:
    called = talk_and_data()
    assert called.out.startswith("greedy against random\n")
    lines = called.err.splitlines()
    assert "seed 1" in lines[0]
    assert "40 games" in lines[0]
    path, following = lines[-1].removeprefix("results in ").split("; next: ")
    assert path.endswith("-forecast-a-b-c")
    assert Path(path, "manifest.json").is_file()
    assert following == f"headrace run extend {path} --blocks 40"
    assert succeed(*following.split()[1:], "-j", "1").out.startswith("greedy against random\n")
    again = talk_and_data()
    assert again.err.splitlines()[-1].startswith(f"results in {path}-2;")
    assert "compiling" not in again.err


def test_quiet_says_nothing_and_json_is_one_object() -> None:
    called = succeed("match", "forecast", "greedy", "random", "--blocks", "20", "-j", "1", "-q", "--json")
    assert called.err == ""
    assert called.object["games"] == 40
    assert Path(called.object["run"]).is_dir()


def test_an_openbench_block() -> None:
    called = succeed(
        "match", "forecast", "greedy", "random", "--blocks", "20", "-j", "1", "-q", "--block", "openbench"
    )
    assert [line.split("|")[0].strip() for line in called.out.splitlines()] == [
        "Elo",
        "Conf",
        "Games",
        "Penta",
    ]


@pytest.mark.parametrize("keep", ["outcomes", "counts"])
def test_less_can_be_kept(keep: str) -> None:
    options = ("--blocks", "30", "-j", "1", "-q", "--keep", keep, "--out", "run")
    called = call("match", "forecast", "greedy", "random", *options)
    assert called.code == 0, called.err
    assert call("replay", "run", "greedy:random:3:0").code == 0


def test_a_folder_is_never_written_over(match_run: Path) -> None:
    called = call(
        "match", "forecast", "greedy", "random", "--blocks", "5", "-j", "1", "--out", str(match_run)
    )
    assert called.code == 2
    assert "never written over" in called.err


def test_sequential_matches_end_with_their_decision() -> None:
    sprt = ("--sprt", "elo0=0 elo1=50", "-j", "1", "-q")
    won = call("match", "forecast", "greedy", "random", *sprt, "--out", "won")
    assert (won.code, won.err) == (0, "")
    assert "H1 accepted" in won.out
    lost = call("match", "forecast", "random", "greedy", *sprt)
    assert lost.code == 1
    assert "H0 was accepted" in lost.err
    even = call(
        "match", "forecast", "random", "random", "--sprt", "elo0=0 elo1=1", "-j", "1", "-q", "--blocks", "500"
    )
    assert even.code == 1
    assert "inconclusive at its cap" in even.err
    assert "H1 accepted" in succeed("run", "list", ".").out
    assert {path.stem for path in Path("won/charts").iterdir()} >= {"llr", "elo"}
    assert call("run", "extend", "won", "--blocks", "99999999").code == 2


def test_dry_run_writes_nothing() -> None:
    plan = succeed("tournament", "forecast", "--dry-run").out
    for name in ("pairings", "games", "jobs", "time", "disk"):
        assert name in plan
    assert not list(Path().iterdir())
    found = succeed("tournament", "forecast", "--dry-run", "--json").object
    assert found["games"] >= 200_000
    few = succeed(
        "tournament", "forecast", "random", "greedy", "--games", "101", "--dry-run", "--json"
    ).object
    assert (few["games"], few["blocks"], few["pairings"]) == (102, 51, 1)
    gauntlet = ("random", "random", "greedy", "--gauntlet", "greedy", "--dry-run", "--json")
    assert succeed("tournament", "forecast", *gauntlet).object["pairings"] == 2


def test_list_and_show(results: None) -> None:
    rows = succeed("run", "list", "--json").object
    assert {(row["run"], row["games"], row["state"]) for row in rows} == {
        ("first", 1200, "done"), ("second", 600, "done"),
    }  # fmt: skip
    shown = succeed("run", "show", "first", "--json").object
    assert shown["entrants"] == ["greedy", "random", "chance"]
    assert (shown["games"], shown["total"], shown["state"]) == (1200, 1200, "done")
    assert "no run" in call("run", "show", "frist").err
    Path("results/first/manifest.json").write_text("{", "utf-8")
    assert [row["run"] for row in succeed("run", "list", "--json").object] == ["second"]


def test_rate(tournament_run: Path) -> None:
    run = str(tournament_run)
    table = succeed("rate", run).out
    assert "greedy" in table
    assert "1,200 games" in table
    extras = ("--los", "--errors", "--cycles", "--nash", "--alpha-rank", "--crosstable")
    found = succeed("rate", run, *extras, "--json").object
    assert list(found) == ["ratings", "crosstable", "los", "errors", "cycles", "nash"]
    assert succeed("rate", run, "--los", "--format", "csv").out.startswith("first,second,")
    assert call("rate", run, "--los", "--nash", "--format", "csv").code == 2
    anchored = succeed("rate", run, "--anchor", "chance=100", "--json").object["ratings"]
    assert next(row["elo"] for row in anchored if row["player"] == "chance") == pytest.approx(100)
    for model in ("rao-kupper", "bradley-terry"):
        assert succeed("rate", run, "--model", model, "--prior", "0", "--no-forfeits", "-q").out
    assert 'did you mean "greedy"' in call("rate", run, "--anchor", "gredy=0").err


def test_runs_read_together_count_each_game_once(match_run: Path, tournament_run: Path) -> None:
    called = succeed("rate", str(match_run), str(tournament_run))
    assert "400 games stood in more than one of these runs" in called.err
    assert "1,400 games" in called.out


def test_extend(tournament_run: Path) -> None:
    shutil.copytree(tournament_run, "run")
    before = Path("run/ledger.jsonl").read_text("utf-8")
    assert "no more than" in call("run", "extend", "run", "--blocks", "200").err
    assert succeed("run", "extend", "run", "--blocks", "300", "--add", "random:label=late", "-j", "1").out
    assert Path("run/ledger.jsonl").read_text("utf-8").startswith(before)
    shown = succeed("run", "show", "run", "--json").object
    assert (shown["games"], len(shown["entrants"])) == (6 * 600, 4)
    assert "already" in call("run", "extend", "run", "--add", "greedy").err
    assert call("run", "extend", "run").code == 2


def test_verify(match_run: Path) -> None:
    shutil.copytree(match_run, "run")
    assert "as the ledger says" in succeed("run", "verify", "run", "--against", str(match_run)).err
    rows = succeed("run", "verify", "run", "--fingerprints", "--json").object
    assert {"ledger.jsonl", "ratings.csv"} <= {row["file"] for row in rows}
    Path("run/ratings.csv").write_text("x", "utf-8")
    called = call("run", "verify", "run", "--against", str(match_run))
    assert (called.code, "ratings.csv" in called.err) == (4, True)
    shard = next(Path("run/games").iterdir())
    shard.write_bytes(shard.read_bytes()[:-1])
    assert call("run", "verify", "run").code == 4


def test_faults_are_told_and_limited() -> None:
    text = """
from harness.players import player

@player(game="forecast")
class Clumsy:
    \"\"\"Plays nonsense now and then.\"\"\"

    def begin(self, info):
        self.rng = info.rng

    def choose(self, view):
        return "nonsense" if self.rng.below(400) == 0 else view.legal[0]
"""
    Path("clumsy.py").write_text(text, "utf-8")
    match = ("match", "forecast", "./clumsy.py", "random", "--blocks", "200", "-j", "1", "--out", "run")
    stopped = call(*match)
    assert stopped.code == 3
    assert "headrace run resume run --max-faults" in stopped.err
    resumed = succeed("run", "resume", "run", "--max-faults", "50%", "-j", "1")
    assert "games lost by faults: Clumsy" in resumed.err or "games lost by faults: clumsy" in resumed.err
    fault = json.loads(next(Path("run/faults").iterdir()).read_text("utf-8"))
    words = fault["replay"].replace("RUN", "run").split()
    assert "illegal" in succeed(*words[1:]).out
    assert (
        succeed("replay", str(next(Path("run/faults").iterdir())), "--json").object["fault"]["kind"]
        == "illegal"
    )


def test_resume_of_a_finished_run_shows_it_again(match_run: Path) -> None:
    shutil.copytree(match_run, "run")
    assert succeed("run", "resume", "run", "-j", "1").out.startswith("greedy against random")
