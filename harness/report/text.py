"""Text from people made safe for terminals, spreadsheets and Markdown, and set in columns."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, Literal

Align = Literal["left", "right"]

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # OSC and other strings
    r"|\x1b[ -/]*[0-~]"
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARKDOWN = re.compile(r"[\\`*_|<>&$~]")


def plain(text: str) -> str:
    """Take out what a terminal could obey: escape sequences, control and direction signs, half surrogates.

    Returns
    -------
    str
        Printable signs only; other white space has become blanks.
    """
    seen = _ESCAPES.sub("", text)
    return "".join(c if c.isprintable() else " " if c.isspace() else "" for c in seen)


def json_text(value: Any) -> str:
    """Write JSON on one line, with signs that a terminal could obey as escapes, which mean the same to a reader."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def guarded(text: str) -> str:
    """Make a label safe for a spreadsheet: one that it would take for a formula gets a leading ``'``."""
    safe = plain(text)
    return "'" + safe if text.startswith(_FORMULA) or safe.startswith(_FORMULA) else safe


def markdown(text: str) -> str:
    """Make a text stand for itself in a cell of a Markdown table."""
    return _MARKDOWN.sub(lambda m: "\\" + m[0], plain(text)).replace("](", "]\\(")


def width(text: str) -> int:
    """Columns that a text takes on a terminal: wide signs two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(_columns(c) for c in text)


def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in ("W", "F") else 1


def pad(text: str, size: int, align: Align) -> str:
    """Fill a text up with blanks to `size` columns of a terminal."""
    blanks = " " * (size - width(text))
    return blanks + text if align == "right" else text + blanks


def shorten(text: str, size: int) -> str:
    """Cut a text to `size` signs in its middle, since labels often differ at their ends only."""
    if len(text) <= size:
        return text
    tail = (size - 1) // 2
    return text[: size - 1 - tail] + "…" + text[len(text) - tail :]
