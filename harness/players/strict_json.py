"""JSON in which no object has a key twice, for records and the files of runs: readers disagree about which counts."""

from __future__ import annotations

import json
from typing import Any

from harness.core.errors import DataError


class RepeatedKeyError(DataError):
    """An object that has a key twice.

    Attributes
    ----------
    key : str
        Which.
    """

    key = ""


def load_once(text: str | bytes, where: str) -> Any:
    """Read JSON, and refuse an object with a key twice.

    Parameters
    ----------
    text : str or bytes
        The JSON.
    where : str
        What is read, for the message of the RepeatedKeyError.

    Raises
    ------
    RepeatedKeyError
        With the key.
    ValueError, RecursionError
        It is no JSON.
    """

    def hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in found if keys.count(key) > 1)
            error = RepeatedKeyError(
                f'{where} is refused: the key "{twice}" stands twice in one object', "leave one of them"
            )
            error.key = twice
            raise error
        return found

    return json.loads(text, object_pairs_hook=hook)
