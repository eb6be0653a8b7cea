"""Which signs the charts can draw: labels in any script, with boxes for what no font here has."""

from __future__ import annotations

from functools import lru_cache

from harness.report.text import plain

BASE = "DejaVu Sans"
"""Comes with matplotlib, so that charts look alike everywhere."""

_FURTHER = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "WenQuanYi Micro Hei", "PingFang SC",
    "Hiragino Sans", "Apple SD Gothic Neo", "Noto Sans Devanagari", "Noto Sans Thai", "Arial Unicode MS",
)  # fmt: skip
_BOX = "▯"


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """Name the fonts of the charts: the base, and those installed here that know further scripts."""
    from matplotlib.font_manager import fontManager

    installed = {entry.name for entry in fontManager.ttflist}
    return (BASE, *(name for name in _FURTHER if name in installed))


@lru_cache(maxsize=4096)
def _known(sign: str) -> bool:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return any(
        get_font(findfont(FontProperties(family=[name]))).get_char_index(ord(sign)) for name in families()
    )


def drawable(text: str) -> str:
    """Make a label ready for a chart: printable signs only, and a box for each that no font has."""
    return "".join(c if c.isascii() or _known(c) else _BOX for c in plain(text))
