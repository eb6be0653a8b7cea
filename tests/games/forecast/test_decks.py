"""Decks are read from names, text and files, and refused with every reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import DataError, Malformed
from harness.games.description import Deck
from harness.games.forecast.decks import STOCK, deck_reasons, read_deck
from tests.reference.strategies import forecast_counts

STANDARD = (6, 6, 6, 4, 4, 4, 3, 3)


def reasons_of(text: str) -> list[str]:
    with pytest.raises(Malformed) as caught:
        read_deck(text)
    assert caught.value.what == "deck"
    return list(caught.value.reasons)


def test_stock_decks():
    assert read_deck("standard") == Deck("standard", STANDARD)
    assert all(deck.name == name and deck_reasons(deck.cards) == [] for name, deck in STOCK.items())


@given(forecast_counts())
def test_every_valid_deck_reads_as_text(counts):
    text = ",".join(map(str, counts))
    assert read_deck(text) == read_deck(text.replace(",", ", ")) == Deck(text, counts)


@pytest.mark.parametrize(
    "text",
    [
        "6,6,6,4,4,4,3,3",
        "6 6 6 4 4 4 3 3\n",
        "# my deck, of 36\n6 6 6 # numbers\n4,4,4\n\n3 3",
        "\ufeff6,6,6,4,4,4,3,3\r\n",
    ],
)
@pytest.mark.parametrize("name", ["mine.deck", "mine.txt", "mine"])
def test_files(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert read_deck(str(path)) == Deck("mine", STANDARD)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("6,6,6,4,4,4,3", ["a deck has 8 counts, in the order 1 2 3 ?1 ?2 ?3 x -; these are 7"]),
        ("0,0,0,0,0,0,0,0", ["0 cards: a deck has 1 to 120"]),
        ("100,0,0,0,0,0,0,21", ["121 cards: a deck has 1 to 120"]),
        ("-1,0,0,0,0,0,0,-2", ["-1 copies of 1: a count is 0 or more", "-2 copies of -: a count is 0 or more"]),
        ("-1,300,0,0,0,0,0", [
            "a deck has 8 counts, in the order 1 2 3 ?1 ?2 ?3 x -; these are 7",
            "-1 copies of 1: a count is 0 or more",
            "300 cards: a deck has 1 to 120",
        ]),
        ("6,6,6,4,4,4,x,3.5", ['"x" is not a count', '"3.5" is not a count']),
        ("--5,²,1,1,1,1,1,1", ['"--5" is not a count', '"²" is not a count']),
        (f"{'9' * 5000},1,1,1,1,1,1,1", [f'"{"9" * 5000}" is not a count']),
        ("+5,0x1,1_0,,,1,1,1", [
            '"+5" is not a count', '"0x1" is not a count', '"1_0" is not a count',
            "a deck has 8 counts, in the order 1 2 3 ?1 ?2 ?3 x -; these are 6",
        ]),
        ("standart", ['"standart" is no stock deck, no file, and not eight counts; did you mean "standard"?']),
        ("", ['"" is no stock deck, no file, and not eight counts; known: calm, long, standard, storm']),
    ],
)  # fmt: skip
def test_refused_text(text, reasons):
    assert reasons_of(text) == reasons


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"6,6,6"])
def test_refused_files(tmp_path, content):
    path = tmp_path / "short.deck"
    path.write_bytes(content)
    assert "a deck has 8 counts" in reasons_of(str(path))[0]


@pytest.mark.parametrize("text", ["no/such/file", "nothing.deck", "6,6,6.txt"])
def test_files_that_are_not_there(text):
    with pytest.raises(DataError, match="there is no deck file"):
        read_deck(text)


def test_files_that_can_not_be_read(tmp_path):
    path = tmp_path / "binary.deck"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="can't be read"):
        read_deck(str(path))
    with pytest.raises(DataError, match="can't be read"):
        read_deck("a" * 5000)


@given(st.text(max_size=30))
def test_any_text_is_a_deck_or_refused(text):
    try:
        deck = read_deck(text)
    except (Malformed, DataError):
        return
    assert deck_reasons(deck.cards) == []
