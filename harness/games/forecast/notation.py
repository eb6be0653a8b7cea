"""Forecast's lines (rules, section 6): written from states and views, and read into their parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from harness.games.forecast.cards import KINDS, NUMBER_OF, SIGNS, SLOTS, STACK
from harness.games.forecast.layout import MAX_PLIES, hand_counts, prediction, stack

SEATS = "ab"
UNKNOWN = -1
"""Stands for a card that could not be read, and for such a ply."""


@dataclass
class Parts:
    """The parts of a position line, as they were written; what could not be read is empty or `UNKNOWN`."""

    stacks: list[tuple[int, ...]]
    predictions: list[tuple[int, ...]]
    hands: list[list[int]]
    deck: list[int]
    mover: str
    ply: int


def format_stacks(table: int) -> str:
    """Write the five stacks of a table word."""
    stacks = ("".join(map(str, stack(table, slot))) for slot in range(SLOTS))
    return "/".join(digits or "." for digits in stacks)


def format_predictions(planes: int) -> str:
    """Write a seat's predictions."""
    return "".join(str(prediction(planes, slot) or ".") for slot in range(SLOTS))


def format_hand(hand: int) -> str:
    """Write a hand word."""
    cards = (sign for sign, count in zip(SIGNS, hand_counts(hand), strict=True) for _ in range(count))
    return ",".join(cards) or "."


def deck_kinds(state: Any) -> list[int]:
    """List the kinds of a settled state's deck from the top."""
    if state["left"] == 0:
        return []
    below = (int(card) % KINDS for card in state["order"][state["next"] : state["next"] + state["left"] - 1])
    return [int(state["top"]), *below]


def format_state(state: Any) -> str:
    """Write a settled state as a position line."""
    predictions = "|".join(format_predictions(int(planes)) for planes in state["predicted"])
    hands = "|".join(format_hand(int(hand)) for hand in state["hand"])
    deck = ",".join(SIGNS[kind] for kind in deck_kinds(state)) or "."
    ply = int(state["ply"])
    return f"{format_stacks(int(state['table']))} {predictions} {hands} {deck} {SEATS[ply & 1]} {ply}"


def format_view(view: Any, rival_predicted: int | None = None) -> str:
    """Write a view as a line.

    Parameters
    ----------
    view : VIEW record
        What the seat sees.
    rival_predicted : int, optional
        The rival's prediction planes, once the game is over and they are public.
    """
    if rival_predicted is None:
        rival = "".join("*" if view["rival_predicted"] >> slot & 1 else "." for slot in range(SLOTS))
    else:
        rival = format_predictions(rival_predicted)
    backs = ",".join(["#"] * int(view["rival_blue"]) + ["!"] * int(view["rival_brown"])) or "."
    pairs = (format_predictions(int(view["predicted"])), rival), (format_hand(int(view["hand"])), backs)
    predictions, hands = ("|".join(pair if view["seat"] == 0 else pair[::-1]) for pair in pairs)
    left = int(view["left"])
    deck = ",".join(["#!"[view["top_back"]], *["*"] * (left - 1)]) if left else "."
    ply = int(view["ply"])
    return f"{format_stacks(int(view['table']))} {predictions} {hands} {deck} {SEATS[ply & 1]} {ply}"


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
    if len(fields) != 6:
        return None, [f"a position has six fields, separated by single spaces; this line has {len(fields)}"]
    reasons: list[str] = []
    stacks = [
        _read_stack(place, text, reasons)
        for place, text in enumerate(_split(fields[0], "/", SLOTS, "slots", reasons), 1)
    ]
    predictions = [
        _read_predictions(text, reasons) for text in _split(fields[1], "|", 2, "predictions", reasons)
    ]
    hands = [
        _read_hand(seat, text, reasons)
        for seat, text in zip(SEATS, _split(fields[2], "|", 2, "hands", reasons), strict=False)
    ]
    deck = _read_cards(fields[3], "deck", reasons)
    mover, ply = _read_mover(fields[4], reasons), _read_ply(fields[5], reasons)
    return Parts(stacks, predictions, hands, deck, mover, ply), reasons


def _split(text: str, sign: str, count: int, what: str, reasons: list[str]) -> list[str]:
    parts = text.split(sign)
    if len(parts) != count:
        reasons.append(f'the field of {what} has {len(parts)} parts joined by "{sign}", not {count}')
        return []
    return parts


def _read_stack(place: int, text: str, reasons: list[str]) -> tuple[int, ...]:
    if text == ".":
        return ()
    if not text or set(text) - set("123"):
        reasons.append(f'slot {place} is "{text}": a stack is the digits 1 to 3 from bottom to top, or "."')
    elif len(text) > STACK:
        reasons.append(f"slot {place} holds {len(text)} numbers; there is room for {STACK}")
    else:
        return tuple(int(digit) for digit in text)
    return ()


def _read_predictions(text: str, reasons: list[str]) -> tuple[int, ...]:
    if len(text) != SLOTS or set(text) - set(".123"):
        reasons.append(f'predictions "{text}": there are {SLOTS} characters, each "." or a digit from 1 to 3')
        return ()
    return tuple(0 if sign == "." else int(sign) for sign in text)


def _read_cards(text: str, what: str, reasons: list[str]) -> list[int]:
    if text == ".":
        return []
    signs = text.split(",")
    reasons.extend(f'unknown card "{sign}" in the {what}' for sign in signs if sign not in NUMBER_OF)
    return [NUMBER_OF.get(sign, UNKNOWN) for sign in signs]


def _read_hand(seat: str, text: str, reasons: list[str]) -> list[int]:
    kinds = _read_cards(text, f"hand of {seat}", reasons)
    known = [kind for kind in kinds if kind != UNKNOWN]
    if known != sorted(known):
        reasons.append(f'the hand "{text}" of {seat} is not in the order {" ".join(SIGNS)}')
    return kinds


def _read_mover(text: str, reasons: list[str]) -> str:
    if text in ("a", "b"):
        return text
    reasons.append(f'the mover is "{text}", not a or b')
    return ""


def _read_ply(text: str, reasons: list[str]) -> int:
    if re.fullmatch(r"0|[1-9][0-9]{0,2}", text) and int(text) <= MAX_PLIES:
        return int(text)
    reasons.append(f'the ply "{text}" is not a whole number from 0 to {MAX_PLIES}')
    return UNKNOWN


def counted(kinds: Sequence[int]) -> tuple[int, ...]:
    """Count cards by kind."""
    return tuple(kinds.count(kind) for kind in range(KINDS))
