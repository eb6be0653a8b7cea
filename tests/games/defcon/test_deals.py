"""Deals: a deck's order is the universe's restricted to it, mulligans are counted, the loop deals what `deal` does."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import Malformed
from harness.core.streams import Random as Stream
from harness.core.streams import deal_key, shuffle_state
from harness.games.defcon.cards import CARDS, SET, is_number_card
from harness.games.defcon.decks import STOCK
from harness.games.defcon.game import GAME
from harness.games.description import Deck
from harness.games.position import Position
from tests.reference.strategies import MODIFIERS, NUMBER_CARDS, defcon_decks, seeds


def orders(position: Position) -> list[list[int]]:
    """Both seats' cards: the opening hand as a set, in index order, then the deck from the top."""
    hands, decks = (field.split("|") for field in position.state.split(" ")[2:4])
    return [
        [CARDS.index(card) for card in f"{hand},{deck}".split(",")]
        for hand, deck in zip(hands, decks, strict=True)
    ]


def shuffled(seed: int, deal: int, side: int, attempt: int) -> list[int]:
    """The whole 54 in their order, by the generator in plain Python."""
    key = np.uint64(deal_key(np.uint64(seed), np.uint64(deal)))
    stream = Stream([int(shuffle_state(key, np.uint64(side), np.uint64(attempt)))])
    cards = list(range(SET))
    stream.shuffle(cards)
    return cards


def expected(seed: int, deal: int, side: int, deck: tuple[int, ...]) -> tuple[list[int], int]:
    """A deck's order and its mulligans."""
    attempt = 0
    while True:
        order = [card for card in shuffled(seed, deal, side, attempt) if card in deck]
        if sum(map(is_number_card, order[:8])) >= 3:
            return order, attempt
        attempt += 1


@settings(max_examples=60)
@given(seeds(), seeds(), defcon_decks(), defcon_decks(), st.sampled_from([0, 1]))
def test_a_deck_is_dealt_from_the_whole_set_restricted_to_it(seed, number, first, second, order):
    decks = [Deck("d", tuple(sorted(CARDS.index(card) for card in deck))) for deck in (first, second)]
    dealt = Position.deal("defcon", seed, number, decks, order=order)
    for seat, deck in enumerate(decks):
        cards, mulligans = expected(seed, number, seat ^ order, deck.cards)
        assert orders(dealt)[seat] == sorted(cards[:8]) + cards[8:]
        assert dealt._state["mulligans"][seat] == mulligans


@settings(max_examples=40)
@given(seeds(), st.integers(0, 1000), seeds())
def test_leaving_out_a_card_moves_no_other(seed, number, choice):
    """Where the hand stands without it, too."""
    full = Position.deal("defcon", seed, number)
    left_out = Random(choice).choice(orders(full)[0])
    without = Deck("without", tuple(card for card in range(SET) if card != left_out))
    fewer = Position.deal("defcon", seed, number, [without, "full"])
    assert orders(fewer)[1] == orders(full)[1]
    if fewer._state["mulligans"][0] == full._state["mulligans"][0]:
        cards, _ = expected(seed, number, 0, tuple(range(SET)))
        assert orders(fewer)[0][8:] == [card for card in cards if card != left_out][8:]


def test_mulligans_happen_and_are_rare_with_all_cards():
    dealt = [Position.deal("defcon", 5, number)._state["mulligans"] for number in range(3000)]
    share = sum(int(one.sum() > 0) for one in dealt) / len(dealt)
    # 2 × P(fewer than 3 numbers in 8 of 54, 40 of them numbers) = 0.46 %
    assert 0.001 < share < 0.012
    tens = [Position.deal("defcon", 5, number, "tens")._state["mulligans"].max() for number in range(500)]
    assert max(tens) >= 2


def test_equal_seeds_deal_alike_and_neighbours_don_t():
    assert Position.deal("defcon", 3, 4) == Position.deal("defcon", 3, 4, "full")
    others = [Position.deal("defcon", 3, 5), Position.deal("defcon", 4, 3), Position.deal("defcon", 4, 4)]
    assert len({Position.deal("defcon", 3, 4), *others}) == 4
    turned = Position.deal("defcon", 3, 4, order=1)
    assert orders(turned) == orders(Position.deal("defcon", 3, 4))[::-1]


def test_start():
    dealt = Position.deal("defcon", 3, 4, ["tens", "wrecker"])
    names = [[CARDS[card] for card in order] for order in orders(dealt)]
    assert Position.start("defcon", names) == dealt
    assert (
        Position.start("defcon", [order[7::-1] + order[8:] for order in names], {"low": 3}).state
        == dealt.state
    )


@pytest.mark.parametrize(
    ("cards", "reasons"),
    [
        ([], ["there are two, one of each seat, not 0"]),
        ([list(CARDS)], ["there are two, one of each seat, not 1"]),
        ([list(CARDS), "full"], ["the deck of b is no list of cards"]),
        ([3, None], ["the deck of a is no list of cards", "the deck of b is no list of cards"]),
        (
            [[*CARDS[:29]], [*CARDS[:30], "Ac", "Xx"]],
            [
                "unknown card 'Xx' in the deck of b",
                "deck of a: 29 cards: a deck has 30 to 54",
                "deck of b: Ac 2 times: a set has each card once",
            ],
        ),
        (
            [[*MODIFIERS, *NUMBER_CARDS[:16]], list(CARDS)],
            ["a began with fewer than 3 numbers; such a hand goes back"],
        ),
    ],
)
def test_a_start_that_is_refused(cards, reasons):
    with pytest.raises(Malformed) as caught:
        Position.start("defcon", cards)
    assert list(caught.value.reasons) == reasons


@pytest.mark.parametrize("deck", STOCK.values(), ids=lambda deck: deck.name)
def test_stock_decks_deal(deck):
    assert Position.deal("defcon", 1, 1, deck).legal
    assert GAME.deck_from_list(deck.name, GAME.deck_list(deck)) == deck
