"""Defcon's cards, rivers and standing, read straight off the rules page: what the table means.

Section numbers are those of `rules/defcon.md`. The turns, the end and the notation are in `defcon.py`.
"""

from dataclasses import dataclass, replace

SEATS = ("a", "b")
RIVERS = ("a1", "a2", "a3", "b1", "b2", "b3")
NUMBER_RANKS = "A23456789T"
# Section 8: "A card's index is 13 × suit + rank (c = 0 … s = 3; A = 0 … K = 12), Jokers 52 and 53".
CARDS = (*(rank + suit for suit in "cdhs" for rank in "A23456789TJQK"), "*1", "*2")


@dataclass(frozen=True)
class Rules:
    """Section 9: "Named switches, off by default"."""

    suit_match: str = "turns"
    lead: str = "pairwise"
    exhaustion: str = "loses"
    max_attachments: int = 0
    low: int = 21
    high: int = 26


@dataclass(frozen=True)
class Placed:
    """A card in a river: a number (`on` is 0), or a modifier on the number at position `on`, counted from 1.

    `foreign` says that the opponent of the river's own player put it there.
    """

    card: str
    on: int = 0
    foreign: bool = False


River = tuple[Placed, ...]  # in play order


@dataclass(frozen=True)
class Player:
    """Hand and discards in index order, the deck from the top."""

    hand: tuple[str, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """One position: six rivers in the order of `RIVERS`, both players, the turn, plies made, and the status.

    `ending` is None while the game runs, then its reason and winner (None for a draw).
    """

    rivers: tuple[River, ...]
    a: Player
    b: Player
    mover: str = "a"
    ply: int = 0
    challenger: str | None = None
    ending: tuple[str, str | None] | None = None
    rules: Rules = Rules()

    def player(self, seat: str) -> Player:
        return self.a if seat == "a" else self.b

    def with_player(self, seat: str, player: Player) -> "State":
        return replace(self, a=player) if seat == "a" else replace(self, b=player)

    def river(self, name: str) -> River:
        return self.rivers[RIVERS.index(name)]

    def with_river(self, name: str, river: River) -> "State":
        at = RIVERS.index(name)
        return replace(self, rivers=(*self.rivers[:at], river, *self.rivers[at + 1 :]))


def other(seat: str) -> str:
    return "b" if seat == "a" else "a"


def own_rivers(seat: str) -> list[str]:
    return [name for name in RIVERS if name[0] == seat]


def owner_of(name: str, placed: Placed) -> str:
    return other(name[0]) if placed.foreign else name[0]


def by_index(cards) -> tuple[str, ...]:
    """Section 8: "sets of cards are written in index order"."""
    return tuple(sorted(cards, key=CARDS.index))


# -- Section 1: cards ------------------------------------------------------------------------------


def is_number(card: str) -> bool:
    """Section 1: "A number card is an Ace (value 1, the lowest rank) or a 2–10"."""
    return card[0] in NUMBER_RANKS


def rank(number: str) -> int:
    """A number card's rank, which is also its value: 1 for an Ace to 10."""
    return NUMBER_RANKS.index(number[0]) + 1


def suit(card: str) -> str:
    return card[1]


def numbers(river: River) -> list[str]:
    """The river's number cards in play order; position p is the item p − 1."""
    return [placed.card for placed in river if placed.on == 0]


def attachments(river: River, position: int) -> list[Placed]:
    return [placed for placed in river if placed.on == position]


# -- Section 4: building ---------------------------------------------------------------------------


def queens(river: River) -> list[tuple[int, Placed]]:
    """Each Queen of the river with its place in the order of play."""
    return [(when, placed) for when, placed in enumerate(river) if placed.card[0] == "Q"]


def is_locked(river: River) -> bool:
    """Section 4: "a Queen on an Ace or a 10 locks that river"."""
    return any(numbers(river)[queen.on - 1][0] in "AT" for _, queen in queens(river))


def turning_queens(river: River) -> list[tuple[int, Placed]]:
    """The Queens on a 2–9: one on an Ace or a 10 "never counts for direction or suit"."""
    return [(when, queen) for when, queen in queens(river) if numbers(river)[queen.on - 1][0] in "23456789"]


def counting_queens(river: River) -> list[Placed]:
    """Section 4: a Queen "counts while … no number now in that river was played after the Queen"."""
    return [queen for when, queen in turning_queens(river) if not numbers(river[when:])]


def effective_suit(river: River) -> str:
    """Section 4: "that of the newest Queen that counts, else the printed suit of the last number"."""
    counting = counting_queens(river)
    return suit(counting[-1].card) if counting else suit(numbers(river)[-1])


def direction(river: River, rules: Rules) -> int:
    """1 for ascending, −1 for descending, 0 for none: sections 4 (`turns`) and 9 (`keeps`)."""
    return kept_direction(river) if rules.suit_match == "keeps" else turning_direction(river)


def turning_direction(river: River) -> int:
    """Section 4: "compare the last number with the nearest earlier number of a different rank",
    "reversed once for each Queen that counts"."""
    *earlier, last = map(rank, numbers(river))
    different = [r for r in earlier if r != last]
    if not different:
        return 0
    base = 1 if last > different[-1] else -1
    return base * (-1) ** len(counting_queens(river))


def kept_direction(river: River) -> int:
    """Section 9, `keeps`: compare "the first number with the first later number of a different rank, and
    every Queen on a 2–9 in the river that was played after that later number reverses it"."""
    first = rank(numbers(river)[0])
    for when, placed in enumerate(river):
        if placed.on == 0 and rank(placed.card) != first:
            base = 1 if rank(placed.card) > first else -1
            return base * (-1) ** sum(queen_when > when for queen_when, _ in turning_queens(river))
    return 0


def accepts_number(river: River, card: str, rules: Rules) -> bool:
    """Section 4: any first number; then another rank, that continues the direction or matches the suit."""
    if is_locked(river):
        return False
    if not river:
        return True
    step = rank(card) - rank(numbers(river)[-1])
    if step == 0:
        return False
    heading = direction(river, rules)
    return heading == 0 or step * heading > 0 or suit(card) == effective_suit(river)


def accepts_modifier(river: River, position: int, card: str, rules: Rules) -> bool:
    """Section 4: a locked river takes "no further Queen". Section 9: a number with n attachments
    "takes no Queen, King or Joker (a Jack still may)"."""
    if card[0] == "J":
        return True
    if card[0] == "Q" and is_locked(river):
        return False
    return rules.max_attachments == 0 or len(attachments(river, position)) < rules.max_attachments


# -- Section 6: values and the lead ----------------------------------------------------------------


def value(river: River) -> int:
    """Section 6: "the sum of its numbers with their Kings"; section 5: each King doubles."""
    return sum(
        rank(card) * 2 ** sum(placed.card[0] == "K" for placed in attachments(river, position))
        for position, card in enumerate(numbers(river), 1)
    )


def bids(state: State, seat: str) -> list[int]:
    """The values in range, the best first; then "a missing opposing river counts 0"."""
    values = (value(state.river(name)) for name in own_rivers(seat) if state.river(name))
    in_range = sorted((v for v in values if state.rules.low <= v <= state.rules.high), reverse=True)
    return [*in_range, 0, 0]


def leads(state: State, seat: str) -> bool:
    """Section 6: two rivers in range; "best against best and second against second". Section 9, `both`: "the
    second best must beat the opponent's best"."""
    best, second, *_ = bids(state, seat)
    their_best, their_second, *_ = bids(state, other(seat))
    if second == 0:
        return False
    if state.rules.lead == "both":
        return best > their_best and second > their_best
    return best > their_best and second > their_second
