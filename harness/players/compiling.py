"""Why a player can't be compiled, in words for its author: what is wrong, and in which line of which file."""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from harness.core.compiler import CompileError
from harness.core.errors import DataError, did_you_mean
from harness.players.sources import player_sources

_REMEDY = "see docs/players.md for what compiled players may use; NUMBA_DISABLE_JIT=1 runs it as plain Python"
_LONGEST = 300
_PLACE = re.compile(r'File "([^"\n]+)", line (\d+)')
_NO_FIELD = re.compile(r"Field '(\w+)' was not found in record with fields \(([^)]*)\)")
_RETURNED = re.compile(r"^ *>>> or_\((.+?), Literal\[int\]\(0\)\)$[\s\S]*_shim", re.MULTILINE)
_UNMARKED = re.compile(r"Untyped global name '(\w+)'.*<class 'function'>", re.DOTALL)
_NO_FUNCTION = re.compile(
    r"No implementation of function Function\(.*?^ *>>> ([^\n]+)", re.DOTALL | re.MULTILINE
)
_NO_NAME = re.compile(r"name '(\w+)' is not defined")
_NOISE = ("Failed in", "During:", "raised from", ">>>", "- ")


def why_not_compiled(error: Exception, path: Path, name: str, view: np.dtype[Any]) -> DataError:
    """Explain what the compiler raised over a player.

    Parameters
    ----------
    error : Exception
        Whatever it was: the compiler's own error, or one that slipped out of it, such as a KeyError for a field.
    path : Path
        The player's file.
    name : str
        The player's function.
    view : dtype
        The view record of its game.

    Returns
    -------
    DataError
        One line with the file, and its line where that can be told.
    """
    sources = player_sources(path)
    file, line = next(_places(error, sources), (path, 0))
    where = f"{file}, line {line}" if line else str(file)
    told = _told(error, name, view)
    if told is None:
        return DataError(f"{where}: {name} can't be compiled: {_essence(error)}", _REMEDY)
    message, remedy = told
    return DataError(f"{where}: {message}", remedy)


def _told(error: Exception, name: str, view: np.dtype[Any]) -> tuple[str, str] | None:
    """Give the mistakes that authors make often in plain words: message and remedy; None for all others."""
    text = str(error)
    field = _missing_field(error, text)
    if field is not None:
        word, known = field
        what = "a view" if set(known) == set(view.names or ()) else "this record"
        return f'{what} has no field "{word}"', did_you_mean(word, known)
    if isinstance(error, AttributeError) and error.name is not None:
        owner = getattr(error.obj, "__name__", type(error.obj).__name__)
        return f'{owner} has no "{error.name}"', did_you_mean(error.name, dir(error.obj))
    returned = _RETURNED.search(text)
    if returned:
        found = "nothing" if returned[1] == "none" else re.split(r"[(\[]", returned[1])[0].strip()
        return f"{name} must return a whole number on every path, but it returns {found}", "return an action"
    unmarked = _UNMARKED.search(text)
    if unmarked:
        return f'"{unmarked[1]}" is called, but it isn\'t marked', "write @jit from harness.players above it"
    unknown = _NO_FUNCTION.search(text)
    if unknown:
        call = re.sub(r"Literal\[\w+\]\(([^)]*)\)", r"\1", unknown[1].strip())[:_LONGEST]
        return f"{name} can't be compiled: there is no {call} for compiled code", _REMEDY
    return None


def _missing_field(error: Exception, text: str) -> tuple[str, Sequence[str]] | None:
    """Give a field that a record doesn't have, and those that it has."""
    found = _NO_FIELD.search(text)
    if found:
        return found[1], re.findall(r"\w+", found[2])
    if isinstance(error, KeyError) and error.args:
        for values in _frames(error):
            fields = getattr(values.get("self"), "fields", None)
            if isinstance(fields, dict) and error.args[0] not in fields:
                return str(error.args[0]), list(fields)
    return None


def _frames(error: BaseException) -> Iterator[dict[str, Any]]:
    """Give the variables of all frames that an error went through, the innermost first."""
    yield from (frame.f_locals for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))))


def _places(error: Exception, sources: Sequence[Path]) -> Iterator[tuple[Path, int]]:
    """Give the places in the player's own files that an error is about, the nearest first.

    The compiler's own errors name them in their text; of others the compiler's rules, which are on the stack, know.
    """
    named = [(file, int(line)) for file, line in _PLACE.findall(str(error))]
    rules = [values["self"].loc for values in _frames(error) if hasattr(values.get("self"), "loc")]
    named += [
        (rule.filename, rule.line) for rule in rules if isinstance(getattr(rule, "filename", None), str)
    ]
    for file, line in named:
        if Path(file).resolve() in sources:
            yield Path(file).resolve(), line
    missing = _NO_NAME.search(str(error))
    if missing:
        yield from _uses(missing[1], sources)


def _uses(word: str, sources: Sequence[Path]) -> Iterator[tuple[Path, int]]:
    """Give the places where a name is used."""
    for file in sources:
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Name) and node.id == word:
                yield file, node.lineno


def _essence(error: Exception) -> str:
    """Give the lines of the compiler's message that tell an author something, as one line."""
    text = re.split(r'\n *File "|\.? Raised from ', str(error))[0]
    lines = [line.strip() for line in text.splitlines()]
    chosen = [line for line in lines if line and not line.startswith(_NOISE)]
    told = " ".join(chosen[:4])[:_LONGEST]
    return (
        told if told and isinstance(error, CompileError) else f"{type(error).__name__}: {told}".rstrip(": ")
    )
