"""Strict reading of JSON documents: each says its schema, and a refusal says which field is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from harness.core.errors import DataError, did_you_mean
from harness.players.strict_json import load_once

S = TypeVar("S", bound=msgspec.Struct)


class _Versioned(msgspec.Struct):
    schema: int


def decode_document(data: bytes, form: type[S], schema: int, path: Path, remedy: str) -> S:
    """Read a document.

    Parameters
    ----------
    data : bytes
        The file's.
    form : type of msgspec.Struct
        What it should be.
    schema : int
        The one schema that this version of Headrace reads.
    path : Path
        The file, for messages.
    remedy : str
        What to do about a wrong field.

    Raises
    ------
    DataError
        It is no JSON, of another schema, or a field is missing, unknown, there twice or of the wrong kind.
    """
    try:
        found = msgspec.json.decode(data, type=_Versioned).schema
        if found == schema:
            document = msgspec.json.decode(data, type=form)
            load_once(data, str(path))  # msgspec lets keys that stand twice pass
            return document
    except msgspec.ValidationError as error:
        raise DataError(f"{path}: {in_words(str(error), form.__struct_fields__)}", remedy) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path} is not whole JSON ({error})", "restore it from a copy") from error
    remedy = "update headrace, a newer one made it" if found > schema else "use the headrace that made it"
    raise DataError(
        f"{path} has schema {found}, and this version of headrace reads schema {schema}",
        remedy,
    )


def in_words(message: str, fields: Any = ()) -> str:
    """Say a message of msgspec in words: which field, and what is expected there.

    Parameters
    ----------
    message : str
        Of a ValidationError.
    fields : iterable of str
        The fields of the outermost object, to name one that may have been meant.
    """
    match = re.fullmatch(r"(.*?)(?: - at `(?:key in )?\$\.?(.*)`)?", message, re.DOTALL)
    what, where = (match[1].replace("`", ""), match[2]) if match else (message, None)
    missing = re.fullmatch(r"Object missing required field (.*)", what)
    if missing:
        return f'field "{_joined(where, missing[1])}" is missing'
    unknown = re.fullmatch(r"Object contains unknown field (.*)", what)
    if unknown:
        near = f", {did_you_mean(unknown[1], fields)}" if fields and not where else ""
        return f'unknown field "{_joined(where, unknown[1])}"{near}'
    what = what[:1].lower() + what[1:]
    return f'field "{where}": {what}' if where else what


def _joined(where: str | None, name: str) -> str:
    return f"{where}.{name}" if where else name
