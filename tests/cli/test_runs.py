"""Runs on the command line: what is shown of them, how they are rated, and how they grow."""

from __future__ import annotations

import json
import os
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


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_a_folder_is_never_written_over(match_run: Path, more: tuple[str, ...]) -> None:
    match = ("match", "forecast", "greedy", "random", "--blocks", "5", "-j", "1", *more)
    called = call(*match, "--out", str(match_run))
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(f"headrace: {match_run} is a run already, and a run is never written over; ")
    assert f"headrace run resume {match_run}, " in called.err
    assert f"headrace run extend {match_run} --blocks N" in called.err
    Path("full").mkdir()
    Path("full/else").touch()
    called = call(*match, "--out", "full")
    assert (called.code, called.out) == (2, "")
    assert called.err == (
        "headrace: full is not empty, and a run is never written over; give a new or an empty folder\n"
    )


def test_what_is_rounded_is_told() -> None:
    match = ("match", "forecast", "greedy", "random", "-j", "1")
    said = succeed(*match, "--games", "3").err.splitlines()
    assert said[0] == "3 games rounded up to 4: each pairing plays whole blocks of 2 games"
    assert "4 games, seed" in said[1]
    assert "rounded" not in succeed(*match, "--games", "4").err
    assert "rounded" not in succeed(*match, "--games", "3", "-q").err
    one = succeed("tournament", "forecast", "random", "random", "greedy", "--games", "1", "--dry-run")
    assert one.err == "1 game rounded up to 6: each pairing plays whole blocks of 2 games\n"
    test = succeed(*match, "--sprt", "improve", "--blocks", "1000001", "--dry-run", "--json")
    assert test.err.startswith(
        f"1,000,001 blocks rounded down to {test.object['blocks']:,}: the test looks after each"
    )


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
    assert "results/first is a run itself" in call("run", "list", "results/first").err
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
    called = call("run", "extend", "run", "--blocks", "200")
    assert called.err == "headrace: 200 blocks would be no more than the run's 200; give a higher --blocks\n"
    assert succeed("run", "extend", "run", "--blocks", "300", "--add", "random:label=late", "-j", "1").out
    assert Path("run/ledger.jsonl").read_text("utf-8").startswith(before)
    shown = succeed("run", "show", "run", "--json").object
    assert (shown["games"], len(shown["entrants"])) == (6 * 600, 4)
    assert call("run", "extend", "run", "--add", "greedy").err.startswith("headrace: the run has an entrant")
    assert call("run", "extend", "run").code == 2


def test_a_match_that_somebody_joins_is_shown_as_a_tournament(match_run: Path) -> None:
    shutil.copytree(match_run, "run")
    called = succeed("run", "extend", "run", "--add", "random:label=late", "-j", "1")
    assert called.out.startswith("Ratings: 3 entrants, 1,800 games\n")
    assert called.err.splitlines()[0] == "run: forecast, 600 of 1,800 games played, seed 1"
    assert called.err.splitlines()[-1] == "results in run; next: headrace rate run --los"


def test_a_run_that_is_not_there_is_answered_with_few_names(match_run: Path) -> None:
    nothing = call("rate", "nosuch")
    assert (nothing.code, nothing.err.count("\n")) == (2, 1)
    assert "there is none yet: play one" in nothing.err
    for number in range(7):
        shutil.copytree(match_run, f"results/run-{number}")
        for name in ("manifest.json", "ledger.jsonl"):
            os.utime(f"results/run-{number}/{name}", (number, number))
    for command in (
        ("rate",),
        ("run", "show"),
        ("run", "resume"),
        ("run", "extend", "--blocks", "9"),
        ("replay",),
    ):
        called = call(*command, "nosuch", *(["greedy:random:0:0"] if command == ("replay",) else []))
        assert (called.code, called.out) == (2, "")
        assert called.err == (
            'headrace: no run "nosuch" in results; newest: run-6, run-5, run-4; all: headrace run list\n'
        )
    near = call("rate", "rum-2").err
    assert near.count("run-") <= 5
    assert 'did you mean "run-2"' in near
    assert "results is a folder, but no run" in call("rate", "results").err


def test_verify(match_run: Path) -> None:
    shutil.copytree(match_run, "run")
    assert "as the ledger says" in succeed("run", "verify", "run", "--against", str(match_run)).err
    rows = succeed("run", "verify", "run", "--fingerprints", "--json").object
    assert {"ledger.jsonl", "ratings.csv"} <= {row["file"] for row in rows}
    Path("run/ratings.csv").write_text("x", "utf-8")
    called = call("run", "verify", "run", "--against", str(match_run))
    assert (called.code, "ratings.csv" in called.err) == (4, True)
    called = call("run", "verify", "run")
    assert (called.code, "run/ratings.csv isn't what the games give" in called.err) == (4, True)
    assert succeed("run", "resume", "run").out
    assert succeed("run", "verify", "run").err
    shard = next(Path("run/games").iterdir())
    shard.write_bytes(shard.read_bytes()[:-1])
    assert call("run", "verify", "run").code == 4
    shard.unlink()
    first, *others = Path("run/ledger.jsonl").read_text("utf-8").splitlines(keepends=True)
    assert str(json.loads(first)["shard"]) == f"games/{shard.name}"
    Path("run/ledger.jsonl").write_text("".join(others), "utf-8")
    told = succeed("run", "verify", "run").err
    assert f"{len(others)} of {len(others) + 1} jobs are played; go on with: headrace run resume run" in told


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
