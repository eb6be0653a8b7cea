"""The look of all charts: colours that colour-blind readers tell apart, type, and safe, repeatable files."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

from harness.core.files import make_folder, write_bytes
from harness.report.fonts import families

if TYPE_CHECKING:
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

Arguments = ParamSpec("Arguments")

INK, MUTED, FAINT = "#22262b", "#6a7078", "#dfe2e6"
ACCENT, SOFT, WARM = "#2f6690", "#a9c4d9", "#b5541c"
KINDS = ("#3d4f91", "#9fd0e6", "#2a7f5f", "#e3c567", "#d9818c", "#58b0a2", "#7d2f5b", "#b9bcc1")
"""Fills for kinds of things, in order: dark and light by turns (after Tol's muted scheme)."""

DIVERGING = ("#dc7f35", "#eaa96c", "#f7dcc0", "#fafafa", "#d3e4f0", "#94c0de", "#5a9bca")
"""Around 50 %: orange below, blue above; light enough everywhere for dark text."""
DOUBT = ("#d98236", "#f6d8b8", "#fbf6ef", "#dbe8f1")
"""From what can't be told apart to what is clear."""

TITLE, SUBTITLE, LABEL, SMALL = 13.0, 9.5, 9.5, 8.0
"""Sizes of type, in points."""

DPI = 150

_SALT = "headrace"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def _settings() -> dict[str, Any]:
    return {
        "font.family": list(families()),
        "font.size": LABEL,
        "text.color": INK,
        "text.parse_math": False,
        "axes.edgecolor": MUTED,
        "axes.labelcolor": MUTED,
        "axes.labelsize": LABEL,
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": True,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelsize": SMALL,
        "ytick.labelsize": SMALL,
        "xtick.major.size": 3.0,
        "ytick.major.size": 3.0,
        "figure.facecolor": "white",
        "savefig.facecolor": "white",
        "svg.hashsalt": _SALT,
        "svg.fonttype": "path",
    }


@contextmanager
def style() -> Iterator[None]:
    """Set the look, whatever a user's matplotlibrc says, and put everything back afterwards."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        for name, value in _settings().items():
            matplotlib.rcParams[name] = value  # type: ignore[index]
        yield


def styled(build: Callable[Arguments, Figure]) -> Callable[Arguments, Figure]:
    """Decorate a function that draws a chart: it draws in this look."""

    @wraps(build)
    def draw(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Figure:
        with style():
            return build(*args, **kwargs)

    return draw


def save(figure: Figure, folder: Path, name: str) -> tuple[Path, Path]:
    """Write a chart as PNG and as SVG, each whole or not at all.

    Parameters
    ----------
    figure : Figure
        What a chart function gave.
    folder : Path
        Made where it is missing.
    name : str
        The files' stem: letters, digits, ``.``, ``_`` and ``-``.

    Returns
    -------
    (Path, Path)
        The PNG (150 dots per inch) and the SVG. The same figure gives the same bytes.

    Raises
    ------
    ValueError
        The name isn't a safe one.
    HeadraceError
        A file can't be written.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name for a chart's files; use letters, digits, '.', '_' and '-'")
    make_folder(folder)
    png, svg = folder / f"{name}.png", folder / f"{name}.svg"
    write_bytes(png, picture(figure, "png"))
    write_bytes(svg, picture(figure, "svg"))
    return png, svg


def picture(figure: Figure, form: str) -> bytes:
    """Give a chart's bytes as ``png`` or ``svg``."""
    buffer = io.BytesIO()
    metadata = {"Software": None} if form == "png" else {"Date": None, "Creator": None}
    with style():
        figure.savefig(buffer, format=form, dpi=DPI, metadata=metadata)
    return buffer.getvalue()


def on(fill: str) -> str:
    """Give the colour of text that reads best on a fill, white or ink."""
    return max("white", INK, key=lambda text: contrast(text, fill))


def contrast(one: str, other: str) -> float:
    """Give the contrast ratio of two colours, 1 to 21 (WCAG 2.2); small text needs 4.5."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    from matplotlib.colors import to_rgb

    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def colormap(stops: Sequence[str]) -> Colormap:
    """Give the colours that run through these; nothing is drawn for what isn't known."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("headrace", list(stops)).with_extremes(bad=(0.0, 0.0, 0.0, 0.0))
