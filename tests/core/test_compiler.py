"""The compiler's cache: never stale, mended when damaged, shared by processes, done without where it must be."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from harness.core import compiler
from harness.core.compiler import Entry, f64, i64, inferred_types, jit, numba, record_type, records, u64

CORE = Path(compiler.__file__).parent

TOY = """
from harness.core.compiler import entry, i64
from harness.games.toy_rules import worth

@entry(i64(i64))
def answer(n):
    return worth(n) * 10
"""
TOY_RULES = """
from harness.core.compiler import jit

@jit
def worth(n):
    return n + {bonus}
"""
ASK = """
from harness.core.compiler import engine_cache
from harness.games.toy import answer
print(answer(4), sum(answer.compiled().stats.cache_hits.values()), engine_cache())
"""


@jit
def tripled(number):
    return number * 3


def source(number):
    return tripled(number) + 1


def entry_in(folder: Path) -> Entry:
    return Entry(source, i64(i64), folder)


def cached_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.nb?"))


def hits(entry: Entry) -> int:
    return sum(entry.compiled().stats.cache_hits.values())


# -- Never stale ------------------------------------------------------------------------------------


class Toy:
    """A tiny engine in a folder of its own: the real core, and one entry that calls a rule in another file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        shutil.copytree(CORE, folder / "harness" / "core", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "harness" / "games").mkdir()
        (folder / "harness" / "__init__.py").touch()
        (folder / "harness" / "games" / "__init__.py").touch()
        (folder / "harness" / "games" / "toy.py").write_text(TOY)
        self.write_rules(bonus=1)

    def write_rules(self, bonus: int) -> None:
        (self.folder / "harness" / "games" / "toy_rules.py").write_text(TOY_RULES.format(bonus=bonus))

    def start(self, **environment: str) -> subprocess.Popen:
        given = {**os.environ, "NUMBA_CACHE_DIR": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.Popen(
            [sys.executable, "-c", ASK],
            cwd=self.folder,
            env={**given, "PYTHONPATH": str(self.folder), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, **environment: str) -> tuple[int, int, Path]:
        return answer_of(self.start(**environment))


def answer_of(process: subprocess.Popen) -> tuple[int, int, Path]:
    """What the toy's process printed: the answer, how often the cache had it, and where the cache lies."""
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert err == ""
    value, found, folder = out.split()
    return int(value), int(found), Path(folder)


@pytest.fixture
def toy(tmp_path):
    return Toy(tmp_path)


def test_a_changed_rule_in_another_file_is_never_stale(toy):
    value, found, folder = toy.ask()
    assert (value, found) == (50, 0)
    assert folder.parent == toy.cache
    assert toy.ask() == (50, 1, folder)
    toy.write_rules(bonus=2)
    value, found, changed = toy.ask()
    assert (value, found) == (60, 0)
    assert changed != folder
    assert {path.relative_to(toy.cache).parts[0] for path in cached_files(toy.folder)} == {
        folder.name,
        changed.name,
    }


def test_processes_may_compile_at_once(toy):
    processes = [toy.start() for _ in range(2)]
    assert {answer_of(process)[0] for process in processes} == {50}
    assert toy.ask()[:2] == (50, 1)


def test_without_a_place_for_the_cache(toy):
    (toy.folder / "file").touch()
    for _ in range(2):
        assert toy.ask(NUMBA_CACHE_DIR=str(toy.folder / "file" / "cache"))[:2] == (50, 0)
    assert cached_files(toy.folder) == []
    toy.write_rules(bonus=2)
    assert toy.ask(NUMBA_CACHE_DIR="/dev/null/cache")[0] == 60


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the sources that the engine's hash is taken of."""
    for folder in ("core", "games"):
        shutil.copytree(CORE.parent / folder, tmp_path / folder)
    (tmp_path / "stats").mkdir()
    monkeypatch.setattr(compiler, "_PACKAGE", tmp_path)
    return tmp_path


def fresh_hash() -> str:
    return compiler.engine_hash.__wrapped__()


def test_the_hash_names_all_engine_sources(package, monkeypatch):
    known = {fresh_hash()}
    assert known == {fresh_hash()}
    assert len(known.copy().pop()) == 16
    (package / "stats" / "elo.py").write_text("1")
    (package / "games" / "notes.txt").write_text("1")
    assert fresh_hash() in known
    for change in (
        lambda: (package / "core" / "bits.py").write_text("1"),
        lambda: (package / "core" / "bits.py").rename(package / "core" / "bits2.py"),
        lambda: (package / "games" / "forecast" / "new.py").write_text(""),
        lambda: monkeypatch.setattr(numba, "__version__", "9.9"),
    ):
        change()
        known.add(fresh_hash())
    assert len(known) == 5


def test_where_the_cache_lies(monkeypatch, tmp_path):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert compiler.cache_base() == tmp_path / "xdg" / "headrace" / "compiled"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert compiler.cache_base() == tmp_path / ".cache" / "headrace" / "compiled"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    assert compiler.cache_base() == tmp_path / "mine"
    assert compiler.engine_cache() == tmp_path / "mine" / compiler.engine_hash()


# -- Mended -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", ["empty", "cut at the front", "cut at the back", "zeros", "noise"])
def test_a_damaged_file_is_mended(tmp_path, suffix, damage):
    folder = tmp_path / "cache"
    assert entry_in(folder)(2) == 7
    (file,) = (path for path in cached_files(folder) if path.suffix == suffix)
    whole = file.read_bytes()
    file.write_bytes(
        {
            "empty": b"",
            "cut at the front": whole[:40],
            "cut at the back": whole[:-1],
            "zeros": bytes(len(whole)),
            "noise": b"\xff".join([whole[:9], whole[10:]]),
        }[damage]
    )
    assert entry_in(folder)(2) == 7
    assert hits(entry_in(folder)) == 1


def test_an_index_with_any_wrong_byte_is_mended(tmp_path):
    folder = tmp_path / "cache"
    entry_in(folder).compiled()
    index, code = sorted(cached_files(folder), key=lambda path: path.suffix, reverse=True)
    whole, machine = index.read_bytes(), code.read_bytes()
    for place in range(0, len(whole), len(whole) // 16):
        wrong = bytearray(whole)
        wrong[place] ^= 0x55
        index.parent.mkdir(parents=True, exist_ok=True)
        index.write_bytes(bytes(wrong))
        code.write_bytes(machine)
        assert entry_in(folder)(2) == 7


def test_only_the_own_folder_is_wiped(tmp_path):
    mine, other = tmp_path / "mine", tmp_path / "other"
    for folder in (mine, other):
        entry_in(folder).compiled()
    for file in cached_files(mine):
        file.write_bytes(b"")
    entry_in(mine).compiled()
    assert hits(entry_in(mine)) == hits(entry_in(other)) == 1


def test_a_mistake_in_the_source_is_told_and_wipes_nothing(tmp_path):
    entry_in(tmp_path).compiled()
    with pytest.raises(numba.core.errors.TypingError):
        Entry(lambda number: number.no_such_thing, i64(i64), tmp_path).compiled()
    assert hits(entry_in(tmp_path)) == 1


def test_a_full_disk_costs_only_the_cache(tmp_path, monkeypatch):
    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(numba.core.caching.IndexDataCacheFile, "save", full)
    assert entry_in(tmp_path)(2) == 7


def test_the_compilers_own_settings_stay(tmp_path):
    before = numba.config.CACHE_DIR
    entry_in(tmp_path).compiled()
    after = numba.config.CACHE_DIR
    assert after == before


# -- What is compiled -------------------------------------------------------------------------------


def test_an_entry_is_compiled_once_and_late(tmp_path):
    entry = entry_in(tmp_path)
    assert not cached_files(tmp_path)
    once = entry.compiled()
    assert (entry.compiled(), entry.compiled()) == (once, once)
    assert (entry.__name__, entry.__module__) == ("source", __name__)


def test_records_are_read_and_written(tmp_path):
    kind = np.dtype([("word", "u8"), ("pair", "i8", (2,))], align=True)

    def exchange(record):
        record.word += np.uint64(1)
        record.pair[0], record.pair[1] = record.pair[1], record.pair[0]
        return record.pair[0]

    record = records(1, kind)[0]
    record["word"], record["pair"] = 2**64 - 2, (3, 4)
    assert Entry(exchange, i64(record_type(kind)), tmp_path)(record) == 4
    assert (int(record["word"]), record["pair"].tolist()) == (2**64 - 1, [4, 3])


def test_inferred_types_find_a_stray_float():
    def source_with_float(word):
        total = 0
        if word > np.uint64(5):
            total = np.uint64(tripled(word))
        return np.int64(total)

    found = inferred_types(Entry(source_with_float, i64(u64)))
    assert {each.function.__name__ for each in found} == {"source_with_float", "tripled"}
    assert "float64" in found[0].slots.values()
    # A word times a whole number is no word any more.
    results = {str(each.signature) for each in found if each.function is tripled.py_func}
    assert "(uint64,) -> int64" in results


def test_importing_the_compiler_doesnt_import_scipy():
    code = (
        "import sys, harness.core.compiler; before = 'scipy' in sys.modules; "
        "import scipy; print(before, scipy.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "scipy"]


def test_floats_are_floats(tmp_path):
    def halved(number):
        return number / 2

    assert Entry(halved, f64(f64), tmp_path)(3.0) == 1.5
