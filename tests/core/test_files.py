import errno
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core import files
from harness.core.errors import HeadraceError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "x.txt"
    files.write_text(path, "one\n")
    files.write_bytes(path, b"two", memoryview(b" parts"))
    assert path.read_bytes() == b"two parts"
    assert names(tmp_path) == ["x.txt"]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("failing", ["write", "fsync", "replace"])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, failing):
    path = tmp_path / "x.txt"
    files.write_text(path, "old")

    def fail(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(
        HeadraceError, match=r"can't write .*x\.txt \(No space left on device\): free some space"
    ):
        files.write_text(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert names(tmp_path) == ["x.txt"]


def test_a_write_that_the_system_splits_is_finished(tmp_path, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    files.write_text(tmp_path / "x", "0123456789")
    assert (tmp_path / "x").read_text() == "0123456789"


@pytest.mark.parametrize(
    ("name", "words"), [("gone/x", "the folder is gone"), ("file/x", "a file stands where")]
)
def test_errors_say_where_and_how_to_mend(tmp_path, name, words):
    (tmp_path / "file").write_text("")
    with pytest.raises(HeadraceError, match=words) as caught:
        files.write_text(tmp_path / name, "x")
    assert str(tmp_path / name) in caught.value.message
    with pytest.raises(HeadraceError, match="can't read"):
        files.read_bytes(tmp_path / "none")


@settings(max_examples=50)
@given(JSON)
def test_json_round_trips_and_is_canonical(value):
    for write in (files.canonical_json, files.canonical_line):
        data = write(value)
        assert data.endswith(b"\n")
        assert json.loads(data) == value
        assert write(json.loads(data)) == data
    assert files.canonical_line(value).count(b"\n") == 1


def test_json_sorts_keys_and_has_no_form_for_what_is_no_number():
    assert files.canonical_json({"b": [1, {"d": 1, "c": "ü"}], "a": 1}) == (
        b'{\n  "a": 1,\n  "b": [1, {"c": "\xc3\xbc", "d": 1}]\n}\n'
    )
    with pytest.raises(ValueError):
        files.canonical_json({"a": float("nan")})


def test_json_takes_names_of_files_that_are_not_utf8():
    name = b"\xff.py".decode("utf-8", "surrogateescape")
    assert json.loads(files.canonical_json({"name": name})) == {"name": name}


def test_checksum_is_blake2b_of_128_bits():
    assert files.checksum(b"") == "cae66941d9efbd404e4d88758ea67670"
    assert files.checksum(memoryview(b"abc")) == files.checksum(b"abc")


def test_lines_are_appended_and_cut(tmp_path):
    log = files.Appender(tmp_path / "log")
    log.append(b"one\n")
    log.append(b"two\n")
    log.truncate(4)
    log.append(b"three\n")
    log.close()
    log.close()
    assert (tmp_path / "log").read_bytes() == b"one\nthree\n"


def test_a_line_that_does_not_fit_leaves_nothing(tmp_path, monkeypatch):
    log = files.Appender(tmp_path / "log")
    log.append(b"one\n")
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:2]))
    with pytest.raises(HeadraceError, match="No space left"):
        log.append(b"two\n")
    assert (tmp_path / "log").read_bytes() == b"one\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_says_so():
    with pytest.raises(HeadraceError, match=r"can't append to /dev/full .*: free some space"):
        files.Appender(Path("/dev/full")).append(b"x\n")
