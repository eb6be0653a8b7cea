import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import DataError, HeadraceError
from harness.core.files import checksum
from harness.store import shard_writing, shards
from harness.store.blocks import block_codes
from harness.store.shard_writing import text_ends, write_outcomes, write_shard
from harness.store.shards import read_histogram, read_notes, read_shard
from tests.store.samples import action_log, histogram, rows, write_job

COLUMNS = rows(1, 60)
DEALS = np.repeat(np.arange(100, 160), 2)


def write(path, **given):
    fields = {
        "first": "ann", "second": "bób", "deals": DEALS, "legs": 2, "columns": COLUMNS, "histogram": histogram(1),
        "log": action_log(1, 120), "about": {"seed": "1"},
    } | given  # fmt: skip
    return write_shard(path, **fields)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games" / "000001.parquet"


def test_rows_are_read_back(path):
    summed = write(path)
    assert summed == checksum(path.read_bytes())
    shard = read_shard(path, summed)
    assert (shard.first, shard.second, shard.legs, shard.about) == ("ann", "bób", 2, {"seed": "1"})
    assert shard.deals.tolist() == DEALS.tolist()
    assert list(shard.columns) == list(COLUMNS)
    assert all((shard.columns[name] == words).all() for name, words in COLUMNS.items())
    assert all(words.dtype == np.uint64 for words in shard.columns.values())
    offsets, actions = action_log(1, 120)
    assert shard.log[0].tolist() == offsets.tolist()
    assert shard.log[1].tolist() == actions.tolist()
    assert shard.log[1].dtype == np.uint16
    assert (shard.histogram == histogram(1)).all()
    deals, codes = shard.blocks()
    assert deals.tolist() == list(range(100, 160))
    assert (codes == block_codes(COLUMNS["outcome"], 2)).all()


def test_other_programs_can_read_it(path):
    write(path)
    table = pq.read_table(path)
    assert table.column_names == ["first", "second", "deal", *COLUMNS, "actions"]
    assert table["first"].unique().to_pylist() == ["ann"]
    assert table["table"].type == pa.uint64()
    assert table["actions"].type == pa.list_(pa.uint16())
    about = json.loads(pq.read_metadata(path).metadata[b"headrace"])
    assert about["legs"] == 2


def test_only_what_is_asked_for_is_read(path):
    write(path)
    shard = read_shard(path, columns=["outcome", "hand_a"])
    assert list(shard.columns) == ["outcome", "hand_a"]
    assert shard.log is None
    assert read_shard(path, columns=["outcome", "actions"]).log is not None
    with pytest.raises(DataError, match="no column hand_c"):
        read_shard(path, columns=["hand_c"])


def test_the_same_games_give_the_same_bytes(path, tmp_path):
    write(path)
    scattered = {name: np.repeat(words, 2)[::2] for name, words in COLUMNS.items()}
    write(tmp_path / "again.parquet", columns=scattered)
    assert path.read_bytes() == (tmp_path / "again.parquet").read_bytes()


def test_large_shards_have_groups_of_rows(path, monkeypatch):
    monkeypatch.setattr(shard_writing, "_ROWS_A_GROUP", 50)
    summed = write(path)
    assert pq.read_metadata(path).num_row_groups == 3
    shard = read_shard(path, summed)
    assert (shard.columns["table"] == COLUMNS["table"]).all()
    assert shard.log[0].tolist() == action_log(1, 120)[0].tolist()
    assert shard.log[1].tolist() == action_log(1, 120)[1].tolist()


def test_without_games_and_actions(path):
    write(path, deals=DEALS[:0], columns={k: w[:0] for k, w in COLUMNS.items()}, log=None, about=None,
          histogram=np.zeros((2, 9, 5), np.int64))  # fmt: skip
    shard = read_shard(path)
    assert len(shard.blocks()[0]) == len(shard.blocks()[1]) == 0
    assert shard.histogram.shape == (2, 9, 5)
    assert shard.log is None


@pytest.mark.parametrize("legs", [1, 2, 4])
def test_outcomes_take_a_byte_a_block(path, legs):
    codes = np.random.default_rng(1).integers(0, 5**legs, 50_000).astype(np.uint16)
    summed = write_outcomes(path, "ann", "bob", 7, legs, codes, histogram(2), {"seed": "1"})
    shard = read_shard(path, summed, ["outcome"])
    deals, read = shard.blocks()
    assert deals.tolist() == list(range(7, 7 + len(codes)))
    assert (read == codes).all()
    assert shard.about == {"seed": "1"}
    assert (read_histogram(path) == histogram(2)).all()
    plain = np.random.default_rng(1).choice([0, 2, 10, 12], 50_000).astype(np.uint16)
    if legs == 4:
        write_outcomes(path, "ann", "bob", 7, legs, plain, histogram(2))
        assert path.stat().st_size < 50_000 + 20_000


def test_the_histogram_is_read_alone(path):
    write(path)
    assert (read_histogram(path) == histogram(1)).all()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "x.parquet"
    return write(path), path.read_bytes()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damage_anywhere_is_told(tmp_path_factory, whole, data):
    summed, good = whole
    at = data.draw(st.integers(0, len(good) - 1))
    cut = data.draw(st.booleans())
    bad = (
        good[:at]
        if cut
        else good[:at] + bytes([good[at] ^ 1 << data.draw(st.integers(0, 7))]) + good[at + 1 :]
    )
    path = tmp_path_factory.mktemp("damage") / "000001.parquet"
    path.write_bytes(bad)
    with pytest.raises(DataError) as caught:
        read_shard(path, summed)
    assert str(path) in caught.value.message
    assert caught.value.remedy == "delete the file and resume the run: its job is played again"
    if cut:
        for reading in (read_shard, read_histogram):
            with pytest.raises(DataError, match="is damaged"):
                reading(path)


def test_a_missing_shard_is_told(path):
    for reading in (read_shard, read_histogram):
        with pytest.raises(DataError, match="is missing: resume the run"):
            reading(path)


def test_foreign_and_newer_files_are_told(path, monkeypatch):
    path.parent.mkdir()
    pq.write_table(pa.table({"x": [1]}), path)
    with pytest.raises(DataError, match="was not written by headrace"):
        read_shard(path)
    monkeypatch.setattr(shard_writing, "SCHEMA", 2)
    write(path)
    monkeypatch.undo()
    with pytest.raises(DataError, match="has schema 2"):
        read_shard(path)


def test_what_cannot_be_written_is_told(tmp_path):
    (tmp_path / "games").write_text("")
    with pytest.raises(HeadraceError, match="can't make the folder"):
        write_job(tmp_path, 1)


NOTES = [(3, 0, "begin"), (3, 2, "wéi"), (90, 5, "")]


def test_notes_are_read_back_from_their_group_alone(path, monkeypatch):
    monkeypatch.setattr(shard_writing, "_ROWS_A_GROUP", 50)
    summed = write(path, notes=NOTES)
    assert pq.read_table(path)["notes"].type == pa.list_(pa.struct({"ply": pa.int16(), "text": pa.string()}))
    for expected in (None, summed):
        assert read_notes(path, 3, expected) == {0: "begin", 2: "wéi"}
        assert read_notes(path, 90, expected) == {5: ""}
        assert read_notes(path, 4, expected) == {}
    with pytest.raises(DataError, match="is damaged"):
        read_notes(path, 120)
    with pytest.raises(DataError, match="checksum differs"):
        read_notes(path, 3, "0" * 32)


def test_a_shard_without_notes_is_neither_read_nor_summed_for_them(path, monkeypatch):
    write(path)
    monkeypatch.setattr(shards, "read_bytes", lambda path: pytest.fail("the whole file was read"))
    assert read_notes(path, 3, "any") == {}


def test_texts_of_more_than_two_gibibytes_are_told_apart():
    assert text_ends([1 << 30, 1 << 30, 5]).tolist() == [0, 1 << 30, 1 << 31, (1 << 31) + 5]
