import numpy as np
import pandas as pd
import pytest
from msgspec import structs

from harness.core.errors import DataError
from harness.games.outcome import FAULTS, FIELDS
from harness.store.blocks import block_codes
from harness.store.folder import RunFolder
from harness.store.reader import RunReader
from harness.store.verify import fingerprints
from tests.store.samples import FORECAST, action_log, histogram, manifest, play, rows


def make(tmp_path, name="run", **given):
    return RunFolder.create_at(tmp_path / name, manifest(**given))


@pytest.fixture
def run(tmp_path):
    run = make(tmp_path)
    play(run, 1, first="ann", second="cyd", deal=0, blocks=30)
    play(run, 0, deal=0, blocks=50, faults=0.2, log=True)
    play(run, 2, deal=50, blocks=20)
    return run


def slow_row(word, first, second, deal):
    """Read an outcome word field by field."""
    field = {name: word >> shift & mask for name, (shift, mask) in FIELDS.items()}
    seats = (first, second) if field["first_seat"] == 0 else (second, first)
    won = field["winner"] < 2
    return {
        "first": first, "second": second, "a": seats[0], "b": seats[1], "deal": deal, "leg": field["leg"], "seed": 1,
        "winner": seats[field["winner"]] if won else None, "winner_seat": "ab"[field["winner"]] if won else None,
        "reason": ("forfeit", *FORECAST.reasons)[field["reason"]], "plies": field["plies"],
        "fault": FAULTS[field["fault"] - 1] if field["fault"] else None,
        "fault_player": seats[field["fault_seat"]] if field["fault"] else None,
        "mulligans_a": field["mulligans_a"], "mulligans_b": field["mulligans_b"],
        "score_a": field["score_a"] - 512 if field["score_a"] else None,
        "score_b": field["score_b"] - 512 if field["score_b"] else None,
    }  # fmt: skip


def test_games_are_a_frame_of_named_columns(run):
    frame = RunReader(run, FORECAST).games()
    expected = [
        slow_row(int(word), "ann", second, deal + at // 2)
        for job, second, deal, blocks, faults in (
            (0, "bob", 0, 50, 0.2), (1, "cyd", 0, 30, 0.0), (2, "bob", 50, 20, 0.0)
        )
        for at, word in enumerate(rows(job, blocks, 2, faults)["outcome"])
    ]  # fmt: skip
    got = frame[list(expected[0])].astype(object)
    assert got.where(got.notna(), None).to_dict("records") == expected
    words = rows(0, 50)["table"]
    assert frame["base_1"][:100].tolist() == [int(w) & 1 | (int(w) >> 5 & 1) << 1 for w in words]
    assert isinstance(frame["a"].dtype, pd.CategoricalDtype)
    assert frame["a"].cat.categories.tolist() == ["ann", "bob", "cyd"]


def test_only_some_words_are_unpacked(run):
    reader = RunReader(run, FORECAST)
    assert "base_1" not in reader.games(words=()).columns
    assert "played_a_1" not in reader.games(words=("table",)).columns
    assert sum(len(frame) for frame in reader.iter_games(words=())) == reader.total == 200


def test_a_run_without_games_gives_an_empty_frame(tmp_path, run):
    empty = RunReader(make(tmp_path, "empty"), FORECAST)
    frame = empty.games()
    assert len(frame) == empty.total == 0
    assert frame.dtypes.to_dict() == RunReader(run, FORECAST).games().dtypes.to_dict()
    assert empty.results() == empty.counts() == empty.histograms() == {}


def test_results_counts_and_histograms(run):
    reader = RunReader(run, FORECAST)
    assert reader.pairings() == [("ann", "bob"), ("ann", "cyd")]
    codes = np.concatenate([
        block_codes(rows(job, blocks, 2, faults)["outcome"], 2)
        for job, blocks, faults in ((0, 50, 0.2), (2, 20, 0.0))
    ])  # fmt: skip
    deals, read = reader.results()["ann", "bob"]
    assert deals.tolist() == list(range(70))
    assert (read == codes).all()
    counts = reader.counts()
    assert counts["ann", "bob"].tolist() == np.bincount(codes, minlength=25).tolist()
    assert counts["ann", "cyd"].sum() == 30
    assert (reader.histograms()["ann", "bob"] == histogram(0) + histogram(2)).all()
    assert (reader.histogram("ann") == (histogram(0) + histogram(1) + histogram(2))[0]).all()
    assert (reader.histogram("cyd") == histogram(1)[1]).all()


def test_runs_that_keep_less(tmp_path, run):
    whole = RunReader(run, FORECAST)
    less = {keep: make(tmp_path, keep, keep=keep) for keep in ("outcomes", "counts")}
    for keep, other in less.items():
        play(other, 0, deal=0, blocks=50, faults=0.2)
        play(other, 1, first="ann", second="cyd", deal=0, blocks=30)
        play(other, 2, deal=50, blocks=20)
        reader = RunReader(other, FORECAST)
        for pairing, counts in whole.counts().items():
            assert (reader.counts()[pairing] == counts).all()
        with pytest.raises(DataError, match=f"keeps {keep} only"):
            reader.games()
    outcomes, counts = (RunReader(less[keep], FORECAST) for keep in ("outcomes", "counts"))
    for pairing, (deals, codes) in whole.results().items():
        assert (outcomes.results()[pairing][0] == deals).all()
        assert (outcomes.results()[pairing][1] == codes).all()
        assert (outcomes.histograms()[pairing] == whole.histograms()[pairing]).all()
    for asked in (counts.results, counts.histograms):
        with pytest.raises(DataError, match="keeps counts only"):
            asked()


def test_overlapping_runs(tmp_path, run):
    other = make(tmp_path, "other", keep="outcomes")
    play(other, 0, deal=40, blocks=50)
    reader = RunReader([run, other], FORECAST)
    assert (reader.dropped, reader.total) == (30 * 2, 240)
    deals, codes = reader.results()["ann", "bob"]
    assert deals.tolist() == list(range(90))
    assert (codes[70:] == block_codes(rows(0, 50)["outcome"], 2)[30:]).all()
    assert (reader.counts()["ann", "bob"] == np.bincount(codes, minlength=25)).all()
    with pytest.raises(DataError, match="shares a part of a job's deals"):
        reader.histograms()


def test_a_run_read_twice_counts_once(run):
    reader = RunReader([run, run], FORECAST)
    assert (reader.dropped, reader.total) == (200, 200)
    assert len(reader.games(words=())) == 200
    assert (reader.histograms()["ann", "cyd"] == histogram(1)).all()


def test_a_part_of_a_shard_keeps_its_actions(tmp_path):
    one, two = make(tmp_path, "one"), make(tmp_path, "two")
    play(one, 0, deal=10, blocks=10)
    play(two, 5, deal=0, blocks=30, log=True)
    (_, _), (part, shard) = RunReader([one, two], FORECAST).iter_shards()
    assert part.kept == ((0, 10), (20, 30))
    assert shard.deals.tolist() == [deal for deal in (*range(10), *range(20, 30)) for _ in range(2)]
    offsets, actions = action_log(5, 60)
    games = [actions[offsets[g] : offsets[g + 1]].tolist() for g in (*range(20), *range(40, 60))]
    assert [shard.log[1][shard.log[0][g] : shard.log[0][g + 1]].tolist() for g in range(40)] == games


def test_deals_of_other_seeds_are_other_deals(tmp_path, run):
    other = make(tmp_path, "other", seed=9)
    play(other, 3, deal=0, blocks=10)
    reader = RunReader([run, other], FORECAST)
    assert reader.dropped == 0
    deals = reader.results()["ann", "bob"][0]
    assert deals[70:].tolist() == [(1 << 53) + deal for deal in range(10)]
    assert reader.games(words=())["seed"].unique().tolist() == [1, 9]


def test_a_shard_that_is_not_the_ledgers_is_told(run):
    record = run.ledger.records[1]
    (run.path / record.shard).write_bytes((run.path / "games/000002.parquet").read_bytes())
    with pytest.raises(DataError, match="its checksum differs"):
        RunReader(run, FORECAST).results()


def test_a_ledger_that_counts_more_than_its_shard_is_told(tmp_path):
    run, other = make(tmp_path, "one"), make(tmp_path, "other")
    record = play(run, 4, deal=70, blocks=5)
    (run.path / record.shard).rename(other.path / "x.parquet")
    other.ledger.append(structs.replace(record, shard="x.parquet", blocks=20, blocks_by_result={"0": 20}))
    with pytest.raises(DataError, match="holds 10 of the 40 that the ledger counts"):
        RunReader(other, FORECAST).results()


def test_equal_runs_have_equal_fingerprints(tmp_path):
    runs = [make(tmp_path, name) for name in ("one", "two")]
    for job in (0, 1):
        play(runs[0], job, deal=50 * job)
    for job in (1, 0):
        play(runs[1], job, deal=50 * job)
    for run in runs:
        run.write_csv("charts/x.csv", ["a"], [[1]])
    assert fingerprints(runs[0]) == fingerprints(runs[1])
    assert set(fingerprints(runs[0])) == {
        "ledger.jsonl", "games/000000.parquet", "games/000001.parquet", "charts/x.csv"
    }  # fmt: skip
    play(runs[1], 2, deal=100)
    assert fingerprints(runs[0]) != fingerprints(runs[1])
