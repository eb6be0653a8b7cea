"""Decks are read by name, from text and from files; what is wrong with them is said all at once."""

import pytest

from harness.core.errors import DataError, Malformed
from harness.games.defcon.cards import CARDS, NUMBER_OF
from harness.games.defcon.decks import STOCK, deck_reasons, read_deck
from harness.games.defcon.game import GAME
from harness.games.description import Deck

THIRTY = ",".join(CARDS[:30])


def test_stock():
    assert {name: len(deck.cards) for name, deck in STOCK.items()} == {
        "full": 54,
        "numbers": 40,
        "tens": 30,
        "builder": 36,
        "wrecker": 30,
    }
    assert GAME.standard_deck is STOCK["full"] is read_deck("full")
    assert all(
        not deck_reasons(deck.cards) and deck.name == name for name, deck in GAME.stock_decks().items()
    )


def test_text():
    assert read_deck(THIRTY) == Deck(THIRTY, tuple(range(30)))
    backwards = " , ".join(reversed(CARDS))
    assert read_deck(backwards).cards == tuple(range(54))


@pytest.mark.parametrize(
    "text",
    [
        THIRTY,
        THIRTY.replace(",", "\n"),
        "# mine\n" + THIRTY.replace(",Ad,", "  # the rest\nAd, ") + "\n\n",
        "\ufeff" + THIRTY,
    ],
)
def test_files(tmp_path, text):
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="utf-8")
    assert read_deck(str(path)) == Deck("mine", tuple(range(30)))


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("ful", ['"ful" is no stock deck, no file, and not a list of cards; did you mean "full"?']),
        ("Ac,2c", ["2 cards: a deck has 30 to 54"]),
        (THIRTY + ",Ac", ["Ac 2 times: a set has each card once"]),
        (
            "7x,Ac,Ac,1c",
            [
                "unknown card '7x' in the deck",
                "unknown card '1c' in the deck",
                "Ac 2 times: a set has each card once",
                "2 cards: a deck has 30 to 54",
            ],
        ),
    ],
)
def test_refused(text, reasons):
    with pytest.raises(Malformed) as caught:
        read_deck(text)
    assert list(caught.value.reasons) == reasons


def test_files_that_can_not_be_read(tmp_path):
    with pytest.raises(DataError, match="there is no deck file"):
        read_deck(str(tmp_path / "none.txt"))
    (tmp_path / "bad.deck").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(DataError, match="can't be read"):
        read_deck(str(tmp_path / "bad.deck"))


def test_lists():
    assert GAME.deck_list(Deck("x", (NUMBER_OF["7h"], NUMBER_OF["*1"]))) == ["7h", "*1"]
    with pytest.raises(Malformed) as caught:
        GAME.deck_from_list("x", ["7h", 5, None])
    assert caught.value.reasons == (
        "unknown card 5 in the deck",
        "unknown card None in the deck",
        "1 cards: a deck has 30 to 54",
    )
    for deck in (Deck("x", (1, 1)), Deck("x", (54,))):
        with pytest.raises(Malformed):
            GAME.table({}, (STOCK["full"], deck))
        with pytest.raises(Malformed):
            GAME.deal(1, 1, (deck, STOCK["full"]), {})
