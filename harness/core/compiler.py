"""The gate to the compiler: its options, its types and its cache. Nothing else imports numba.

numba doesn't notice that a called function in *another* file has changed, and would go on running stale
rules. So its cache lies in a folder named by a hash of all engine sources and of numba's version; numba itself
adds the processor. A player's code lies in a folder named by the engine's hash and the player's.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from tempfile import TemporaryFile
from types import CellType, FunctionType
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

R = TypeVar("R")

_PACKAGE = Path(__file__).resolve().parent.parent
_ENGINE_FOLDERS = ("core", "games")


def _import_without_scipy() -> Any:
    """Import numba with scipy hidden: numba would import it for linear algebra, 0.3 s in every worker."""
    if "scipy" in sys.modules or "numba" in sys.modules:
        import numba

        return numba
    sys.modules["scipy"] = cast(Any, None)
    try:
        import numba
    finally:
        del sys.modules["scipy"]
    return numba


numba = _import_without_scipy()
warnings.simplefilter("ignore", numba.core.errors.NumbaExperimentalFeatureWarning)
types = numba.types
CompileError: type[Exception] = numba.core.errors.NumbaError
"""What is raised where code isn't in the compiler's subset of Python."""

u64 = types.uint64
i64 = types.int64
f64 = types.float64
words = types.Array(types.uint64, 1, "C")
word_rows = types.Array(types.uint64, 2, "C")
shorts = types.Array(types.uint16, 1, "C")
byte_row = types.Array(types.uint8, 1, "C")
byte_rows = types.Array(types.uint8, 2, "C")
integers = types.Array(types.int64, 1, "C")
integer_rows = types.Array(types.int64, 2, "C")
integer_cube = types.Array(types.int64, 3, "C")
floats = types.Array(types.float64, 1, "C")
float_rows = types.Array(types.float64, 2, "C")


@cache
def engine_hash() -> str:
    """Name the engine's present sources: 16 hexadecimal digits over `core/`, `games/` and numba's version."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(numba.__version__.encode())
    for folder in _ENGINE_FOLDERS:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_base() -> Path:
    """Name the folder under which compiled code is cached (``NUMBA_CACHE_DIR``, else the user's cache)."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "headrace" / "compiled"


def engine_cache() -> Path:
    """Name the cache folder of the present engine."""
    return cache_base() / engine_hash()


def disabled() -> bool:
    """Say whether compiled code runs as plain Python (``NUMBA_DISABLE_JIT=1``, for debugging)."""
    return bool(numba.config.DISABLE_JIT)


def _writable(folder: Path) -> bool:
    """Say whether files can be kept in a folder.

    Where they can't, numba would keep its cache beside the sources, under no hash, and run stale rules from
    there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _njit(
    function: Callable[..., Any], signature: Any, folder: Path | None, cached: bool = True, **more: Any
) -> Any:
    """Compile with the project's options: no fastmath, no bounds checks, the interpreter's lock released."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or engine_cache())
    try:
        with warnings.catch_warnings():  # a player may have made errors of them
            warnings.simplefilter("ignore")
            return _compile(function, signature, cached, more)
    finally:
        numba.config.CACHE_DIR = before


def _compile(function: Callable[..., Any], signature: Any, cached: bool, more: dict[str, Any]) -> Any:
    options: dict[str, Any] = {
        "cache": cached,
        "nogil": True,
        "error_model": "numpy",
        "_nrt": False,
        **more,
    }
    return numba.njit(signature, **options)(function) if signature else numba.njit(**options)(function)


def jit(function: Callable[..., R]) -> Callable[..., R]:
    """Mark a helper of the engine: compiled when an `Entry` that calls it is."""
    return cast(Callable[..., R], _njit(function, None, None, cached=False))


def checked(function: Callable[..., R]) -> Callable[..., R]:
    """Mark a function anew, with all helpers that it calls by name, so that an index out of range raises IndexError.

    The compiler's own switch reaches one function, not those that it calls; so each gets a copy, under a name of its
    own (see `harness.core.kernels.named`), that calls the copies of its helpers.
    """
    return cast(Callable[..., R], _checked(function, {}))


def _checked(function: Any, done: dict[Any, Any]) -> Any:
    source = getattr(function, "py_func", function)
    if source in done:
        return done[source]
    names = dict(source.__globals__)
    cells = [CellType(cell.cell_contents) for cell in source.__closure__ or ()]
    word = f"checked_{source.__name__}"
    copy = FunctionType(source.__code__, names, word, source.__defaults__, tuple(cells))
    copy.__qualname__ = word
    done[source] = _njit(copy, None, None, cached=False, boundscheck=True)
    for name in source.__code__.co_names:
        if isinstance(names.get(name), numba.core.dispatcher.Dispatcher):
            names[name] = _checked(names[name], done)
    for cell in cells:
        if isinstance(cell.cell_contents, numba.core.dispatcher.Dispatcher):
            cell.cell_contents = _checked(cell.cell_contents, done)
    return done[source]


def inline(function: Callable[..., R]) -> Callable[..., R]:
    """Mark a helper whose machine code is set into each caller: for what must stay in registers."""
    return cast(Callable[..., R], _njit(function, None, None, cached=False, forceinline=True))


class Entry:
    """A compiled function that is called from outside, compiled (or loaded) at its first use.

    Parameters
    ----------
    function : callable
        The Python source.
    signature : numba signature
        Its one signature.
    folder : Path, optional
        Where its machine code is cached; the engine's folder if left out.
    """

    def __init__(self, function: Callable[..., Any], signature: Any, folder: Path | None = None) -> None:
        self.function = function
        self.signature = signature
        self.folder = folder
        self._compiled: Any = None
        update_wrapper(self, function)

    def compiled(self) -> Any:
        """Return the compiled function, compiling or loading it if need be.

        A damaged cache file is found here: the folder is wiped, and the function compiled anew. Without a
        folder to write to it is compiled for this process alone. As plain Python it lets 64-bit words wrap
        around in silence.
        """
        if self._compiled is None:
            self._compiled = self._load()
        return self._compiled

    def _load(self) -> Any:
        if disabled():
            return np.errstate(over="ignore")(self.function)
        folder = self.folder or engine_cache()
        cached = _writable(folder)
        try:
            return _njit(self.function, self.signature, folder, cached)
        except numba.core.errors.NumbaError:
            raise
        except Exception:  # unpickling a damaged file may raise anything; what isn't that comes again
            shutil.rmtree(folder, ignore_errors=True)
            try:
                return _njit(self.function, self.signature, folder, cached)
            except OSError:  # the disk is full, or the folder went again: work without a cache
                return _njit(self.function, self.signature, folder, cached=False)

    def __call__(self, *args: Any) -> Any:
        """Call the compiled function."""
        return self.compiled()(*args)


def entry(signature: Any) -> Callable[[Callable[..., Any]], Entry]:
    """Mark a compiled function with one explicit signature that is called from outside or handed on."""

    def decorate(function: Callable[..., Any]) -> Entry:
        return Entry(function, signature)

    return decorate


def record_type(dtype: np.dtype[Any]) -> Any:
    """Give the compiler's type of one record of a structured dtype."""
    return numba.from_dtype(dtype)


def records_type(dtype: np.dtype[Any]) -> Any:
    """Give the compiler's type of a contiguous row of records."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


def records(count: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Make `count` zeroed records whose fields read the same in compiled code and in plain Python."""
    made = np.zeros(count, dtype)
    return made.view(np.recarray) if disabled() else made


class Inferred(NamedTuple):
    """What the compiler made of one function."""

    function: Callable[..., Any]
    signature: Any
    slots: dict[str, str]
    """Its local names, the compiler's own ones included, and their types."""


def inferred_types(function: Entry) -> list[Inferred]:
    """Compile an entry anew and list the types in it and in all helpers that it calls, for the tests."""
    found: list[Inferred] = []
    waiting = [_njit(function.function, function.signature, None, cached=False)]
    known = set(waiting)
    for dispatcher in waiting:
        source = dispatcher.py_func
        for compiled in dispatcher.overloads.values():
            kinds = compiled.type_annotation.typemap
            slots = {name: str(kind) for name, kind in kinds.items()}
            found.append(Inferred(source, compiled.signature, slots))
        called = [source.__globals__.get(name) for name in source.__code__.co_names]
        new = [value for value in called if isinstance(value, numba.core.dispatcher.Dispatcher)]
        waiting += [value for value in dict.fromkeys(new) if value not in known]
        known.update(new)
    return found
