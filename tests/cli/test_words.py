"""How numbers, times and sizes are written and read."""

from __future__ import annotations

import click
import pytest

from harness.cli.values import MOST_SEEDS, Number, Share, WholeNumber
from harness.cli.words import count, counted, duration, size
from tests.cli.test_tree import COMMANDS, find


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0.0 s"), (0.44, "0.4 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.6, "1 min"), (61, "1 min 1 s"),
        (3600, "1 h"), (3720, "1 h 2 min"), (90_000, "1 d 1 h"),
    ],
)  # fmt: skip
def test_duration(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (2_345_678, "2.3 MB"), (123e9, "123 GB")],
)
def test_size(number: float, text: str) -> None:
    assert size(number) == text


def test_count() -> None:
    assert (count(1234567), counted(1, "game"), counted(2000, "game")) == (
        "1,234,567",
        "1 game",
        "2,000 games",
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("+7", 7), ("200_000", 200_000), ("1,000,000", 1_000_000), (" 3 ", 3), (12, 12)],
)
def test_whole_numbers_are_read(text: object, number: int) -> None:
    assert WholeNumber().convert(text, None, None) == number


@pytest.mark.parametrize("text", ["", "0", "-1", "1.0", "1e3", "x", "1__0", "٣x", "9" * 400, None, True, 1.0])
def test_other_things_are_no_whole_numbers(text: object) -> None:
    with pytest.raises(click.BadParameter, match="give 1 to 10,000,000,000"):
        WholeNumber().convert(text, None, None)


@pytest.mark.parametrize("text", ["9" * 23, "9" * 66, "9" * 5000, "-1", str(2**53)])
def test_numbers_beyond_the_range_are_called_so(text: str) -> None:
    with pytest.raises(
        click.BadParameter, match=r"is out of range; give 0 to 9,007,199,254,740,991$"
    ) as caught:
        WholeNumber(0, MOST_SEEDS - 1).convert(text, None, None)
    assert len(caught.value.message) < 100


def test_every_whole_number_of_a_command_has_both_ends() -> None:
    kinds = [
        param.type for path in COMMANDS for param in find(path).params if isinstance(param.type, WholeNumber)
    ]
    assert len(kinds) > 15
    assert all(kind.low < kind.high for kind in kinds)


@pytest.mark.parametrize("kind", [WholeNumber(), Number(), Share()], ids=lambda kind: kind.name)
def test_digits_are_those_of_ascii(kind: click.ParamType[float]) -> None:
    for text in ("٣", "1٣", "３", "0.٣", "٣%"):
        with pytest.raises(click.BadParameter):
            kind.convert(text, None, None)


def test_shares() -> None:
    assert Share().convert("1%", None, None) == 0.01
    assert Share().convert("0.25", None, None) == 0.25
    for text in ("101%", "-0.1", "x", "", "%", "nan"):
        with pytest.raises(click.BadParameter):
            Share().convert(text, None, None)


def test_numbers() -> None:
    assert Number().convert("-1.5", None, None) == -1.5
    for kind, text in (
        (Number(), "inf"),
        (Number(0.0), "-1"),
        (Number(0.0, 1.0, open_ends=True), "1"),
        (Number(), "x"),
    ):
        with pytest.raises(click.BadParameter):
            kind.convert(text, None, None)
