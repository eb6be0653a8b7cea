"""Defcon's lines (rules, section 8): written from states and views, and read into their parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from harness.games.defcon.cards import (
    CARDS,
    JACK,
    NUMBER_OF,
    RIVERS,
    SEATS,
    is_number_card,
    kind,
    members,
    names,
)
from harness.games.defcon.layout import (
    ATTACH,
    DISBAND,
    DISCARD,
    FOREIGN,
    MAX_PLIES,
    PLAY,
    REASONS,
    action_code,
)

UNKNOWN = -1
"""Stands for a card that could not be read, and for such a ply."""


class Placed(NamedTuple):
    """A card in a river, in the order of play."""

    card: int
    carrier: int = UNKNOWN
    """Position (from 0) of the number that carries a modifier; UNKNOWN for a number."""
    foreign: bool = False
    """Whether the opponent of the river's player put a modifier there."""


@dataclass
class Parts:
    """The parts of a position line, as they were written; what could not be read is empty or `UNKNOWN`."""

    rivers: list[list[Placed]]
    hands: list[list[int]]
    decks: list[list[int]]
    discards: list[list[int]]
    mover: str
    ply: int
    status: str
    """A seat, "-", or a reason with a winner."""


# -- Writing --------------------------------------------------------------------------------------------


def placed_cards(river: Any) -> list[Placed]:
    """List the cards of a RIVER record in the order of play."""
    numbers = [int(card) for card in river["numbers"][: river["length"]]]
    extras = int(river["extras"])
    fields = (river[name][:extras].tolist() for name in ("modifiers", "carriers", "moments"))
    placed: list[Placed] = []
    played = 0
    for modifier, carrier, moment in zip(*fields, strict=True):
        placed += map(Placed, numbers[played:moment])
        played = moment
        placed.append(Placed(modifier % FOREIGN, carrier, modifier >= FOREIGN))
    return placed + list(map(Placed, numbers[played:]))


def format_placed(placed: Placed) -> str:
    """Write a card in a river."""
    if placed.carrier == UNKNOWN:
        return CARDS[placed.card]
    return f"{CARDS[placed.card]}{'^' if placed.foreign else '@'}{placed.carrier + 1}"


def format_rivers(rivers: Iterable[Any]) -> str:
    """Write three rivers."""
    return "/".join(",".join(map(format_placed, placed_cards(river))) or "." for river in rivers)


def format_status(record: Any) -> str:
    """Write the challenger, or how the game ended, of a state or a view."""
    reason = int(record["reason"])
    if reason == 0:
        return str((*SEATS, "-")[int(record["challenger"])])
    return f"{REASONS[reason - 1]}={(*SEATS, '-')[int(record['winner'])]}"


def deck_cards(state: Any, seat: int) -> list[int]:
    """List the cards of a settled deck from the top."""
    deck = int(state["deck"][seat])
    if deck == 0:
        return []
    below = (int(card) for card in state["order"][seat][int(state["next"][seat]) :])
    top = int(state["top"][seat])
    return [top, *(card for card in below if deck >> card & 1 and card != top)][: deck.bit_count()]


def format_state(state: Any) -> str:
    """Write a settled state as a position line."""
    hands = (names(members(int(hand))) for hand in state["hand"])
    decks = (names(deck_cards(state, seat)) for seat in range(2))
    return _format(state, hands, decks)


def format_view(view: Any) -> str:
    """Write a view as a line."""
    deck = int(view["deck"]).bit_count()
    hands = names(members(int(view["hand"]))), ",".join("?" * int(view["rival_hand"])) or "."
    decks = str(deck), str(view["rival_deck"])
    turned = -1 if view["seat"] else 1
    return _format(view, hands[::turned], decks[::turned])


def _format(record: Any, hands: Iterable[str], decks: Iterable[str]) -> str:
    rivers, ply = record["rivers"], int(record["ply"])
    discards = "|".join(names(members(int(cards))) for cards in record["discards"])
    tables = f"{format_rivers(rivers[:3])} {format_rivers(rivers[3:])}"
    piles = f"{'|'.join(hands)} {'|'.join(decks)} {discards}"
    return f"{tables} {piles} {SEATS[ply & 1]}:{ply} {format_status(record)}"


# -- Reading --------------------------------------------------------------------------------------------


def read_line(line: str) -> tuple[Parts | None, list[str]]:
    """Read a position line.

    Returns
    -------
    parts : Parts or None
        None where the line has no such parts at all.
    reasons : list of str
        All that could not be read.
    """
    fields = line.split(" ")
    if len(fields) != 7:
        return None, [f"a position has seven fields, separated by single spaces; this line has {len(fields)}"]
    reasons: list[str] = []
    rivers = []
    for seat, field in zip(SEATS, fields[:2], strict=True):
        own = [name for name in RIVERS if name[0] == seat]
        texts = _split(field, "/", 3, f"rivers of {seat}", reasons)
        rivers += [_read_river(name, text, reasons) for name, text in zip(own, texts, strict=True)]
    hands, decks, discards = (
        [
            _read_cards(text, f"{what} of {seat}", what != "deck", reasons)
            for seat, text in zip(SEATS, _split(field, "|", 2, f"{what}s", reasons), strict=True)
        ]
        for what, field in zip(("hand", "deck", "discard"), fields[2:5], strict=True)
    )
    mover, ply = _read_turn(fields[5], reasons)
    return Parts(rivers, hands, decks, discards, mover, ply, _read_status(fields[6], reasons)), reasons


def _split(text: str, sign: str, count: int, what: str, reasons: list[str]) -> list[str]:
    parts = text.split(sign)
    if len(parts) == count:
        return parts
    reasons.append(f'the field of the {what} has {len(parts)} parts joined by "{sign}", not {count}')
    return ["."] * count


def _read_river(name: str, text: str, reasons: list[str]) -> list[Placed]:
    if text == ".":
        return []
    placed: list[Placed] = []
    for word in text.split(","):
        one = _read_placed(name, word, sum(card.carrier == UNKNOWN for card in placed), reasons)
        placed.append(one)
    return placed


def _read_placed(name: str, word: str, numbers: int, reasons: list[str]) -> Placed:
    """Read a card of a river in which so many numbers were played before it."""
    found = re.fullmatch(r"(..)([@^])([1-9][0-9]?)", word)
    card = NUMBER_OF.get(found[1] if found else word, UNKNOWN)
    carrier = int(found[3]) - 1 if found else UNKNOWN
    if card == UNKNOWN:
        reasons.append(f'"{word}" in {name} is no card there: numbers are written 7h, modifiers Kd@2 or Kd^2')
    elif is_number_card(card) and found:
        reasons.append(f"{word} in {name}: a number lies on no other card")
    elif not is_number_card(card) and not found:
        reasons.append(f"{word} in {name}: a modifier lies on a number, which is missing")
    elif kind(card) == JACK:
        reasons.append(f"{word} in {name}: a Jack doesn't stay in a river")
    elif carrier >= numbers:
        reasons.append(f"{word} in {name}: of the numbers played before it there are {numbers}")
    else:
        return Placed(card, carrier, found is not None and found[2] == "^")
    return Placed(UNKNOWN, 0 if found else UNKNOWN)


def _read_cards(text: str, what: str, ordered: bool, reasons: list[str]) -> list[int]:
    if text == ".":
        return []
    words = text.split(",")
    reasons.extend(f'unknown card "{word}" in the {what}' for word in words if word not in NUMBER_OF)
    cards = [NUMBER_OF.get(word, UNKNOWN) for word in words]
    known = [card for card in cards if card != UNKNOWN]
    if ordered and known != sorted(known):
        reasons.append(f"the {what} is not in index order: {names(sorted(known))}")
    return cards


def _read_turn(text: str, reasons: list[str]) -> tuple[str, int]:
    mover, sign, ply = text.partition(":")
    if mover not in ("a", "b") or not sign:
        reasons.append(f'"{text}" is not the mover (a or b), ":" and the ply')
        return "", UNKNOWN
    if re.fullmatch(r"0|[1-9][0-9]{0,2}", ply) and int(ply) <= MAX_PLIES:
        return mover, int(ply)
    reasons.append(f'the ply "{ply}" is not a whole number from 0 to {MAX_PLIES}')
    return mover, UNKNOWN


def _read_status(text: str, reasons: list[str]) -> str:
    known = ("a", "b", "-", "defcon=a", "defcon=b", "out-of-cards=a", "out-of-cards=b", "out-of-cards=-")
    if text in known:
        return text
    reasons.append(f'the status "{text}" is none of {", ".join(known)}')
    return ""


# -- Actions --------------------------------------------------------------------------------------------

_ACTION = re.compile(
    r"(?:!(?P<discard>..)|~(?P<disband>..)|(?P<card>..)>(?P<river>..)(?:\.(?P<position>[1-9][0-9]?))?)"
)


def read_action(name: str) -> int | None:
    """Read an action as the rules page writes it; None for what is no action at all."""
    found = _ACTION.fullmatch(name)
    if not found:
        return None
    word, river_name = found["discard"] or found["card"], found["disband"] or found["river"]
    card = 0 if word is None else NUMBER_OF.get(word, UNKNOWN)
    river = 0 if river_name is None else _river_number(river_name)
    if card == UNKNOWN or river == UNKNOWN:
        return None
    if found["discard"] or found["disband"]:
        return action_code(DISCARD if found["discard"] else DISBAND, card, river)
    if is_number_card(card) != (found["position"] is None):
        return None
    if is_number_card(card):
        return action_code(PLAY, card, river)
    return action_code(ATTACH, card, river, int(found["position"]) - 1)


def _river_number(name: str) -> int:
    return RIVERS.index(name) if name in RIVERS else UNKNOWN


def cards_named(words: Sequence[Any], what: str, reasons: list[str]) -> list[int]:
    """Read cards given one by one, and say which are unknown."""
    reasons.extend(f"unknown card {word!r} in the {what}" for word in words if not _is_card(word))
    return [NUMBER_OF[word] for word in words if _is_card(word)]


def _is_card(word: Any) -> bool:
    return isinstance(word, str) and word in NUMBER_OF
