"""Sequential tests as they are typed: a preset, or bounds by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.cli.failures import refused
from harness.cli.values import foreign_digits
from harness.core.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from harness.stats.sprt import Sprt

KEYS = ("elo0", "elo1", "alpha", "beta", "model")


def parse_test(option: str, text: str) -> Sprt:
    """Read the text of a sequential test.

    Parameters
    ----------
    option : str
        Where it was typed, for messages: ``--sprt``.
    text : str
        As `harness.stats.sprt.Sprt.parse` reads it.

    Raises
    ------
    UsageError
        With what is wrong: it is empty, a word is neither a preset nor key=value, or what `Sprt.parse` refuses.
    """
    from harness.stats.sprt import PRESETS, Sprt

    known = " or ".join(PRESETS)
    if not text.strip():
        raise UsageError(f"{option} is empty", f'give a preset ({known}), or bounds: "elo0=0 elo1=2"')
    if foreign_digits(text):
        raise UsageError(f'{option}: "{text}" has digits other than 0 to 9', "write numbers with 0 to 9")
    for word in text.replace(",", " ").split():
        if word in KEYS:
            raise UsageError(f"{option}: {word} has no value", f"write {word}=VALUE")
        if "=" not in word and word not in PRESETS:
            near = did_you_mean(word, PRESETS)
            guess = f"{near} Or" if near.startswith("did you mean") else f"presets are {known}; or"
            raise UsageError(f'{option}: "{word}" is no preset', f'{guess} give bounds: "elo0=0 elo1=2"')
    with refused():
        return Sprt.parse(text)
