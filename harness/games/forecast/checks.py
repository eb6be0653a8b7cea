"""Every reason why a position can't have come about, or an action can't be played, in Forecast."""

from __future__ import annotations

from typing import Any

from harness.games.forecast.cards import NUMBERS, SIGNS, SLOTS, STACK
from harness.games.forecast.layout import (
    ACTION_NAMES,
    MAX_CARDS,
    hand_counts,
    hand_word,
    prediction,
    prediction_bits,
    stack,
    stack_bits,
)
from harness.games.forecast.notation import SEATS, Parts, counted, read_line


def position_reasons(parts: Parts, hand_limit: int) -> list[str]:
    """Say everything about a line's parts that no game can have led to; an empty list where one can."""
    reasons = []
    if SEATS.index(parts.mover) != parts.ply & 1:
        reasons.append(
            f"mover {parts.mover} and ply {parts.ply} don't match: a moves at even plies, b at odd ones"
        )
    spent = 0
    for seat in range(2):
        name, held = SEATS[seat], sum(parts.hands[seat])
        if held > hand_limit:
            reasons.append(f"{name} holds {held} cards; the hand limit is {hand_limit}")
        # Each card that a seat holds was drawn, each that it played was drawn and then played.
        actions = (parts.ply + 1 - seat) // 2
        placed = sum(1 for number in parts.predictions[seat] if number)
        played, odd = divmod(actions - held, 2)
        spent += max(played, placed)
        if actions < held or odd or played < placed:
            reasons.append(
                f"ply {parts.ply} and the cards of {name} don't match: {actions} actions can't leave "
                f"{held} cards in hand and {placed} predictions"
            )
    numbers = sum(len(numbers) for numbers in parts.stacks)
    placed = sum(1 for side in parts.predictions for number in side if number)
    if not reasons and spent < numbers + placed:
        reasons.append(
            f"ply {parts.ply} is too early: {numbers} numbers and {placed} predictions lie on the table"
        )
    cards = len(parts.deck) + sum(map(sum, parts.hands)) + max(spent, numbers + placed)
    if not 1 <= cards <= MAX_CARDS:
        reasons.append(f"the game would have {cards} cards; a deck has 1 to {MAX_CARDS}")
    return reasons


def read_position(line: str, hand_limit: int) -> tuple[Parts | None, list[str]]:
    """Read a line and check it; with the reasons why it is refused, if it is."""
    parts, reasons = read_line(line)
    if parts is not None:
        reasons = position_reasons(parts, hand_limit)
    return parts, reasons


def fill_state(state: Any, parts: Parts) -> None:
    """Write checked parts into a zeroed state; its deck is explicit, so that all of it is settled."""
    state["table"] = sum(stack_bits(slot, numbers) for slot, numbers in enumerate(parts.stacks))
    deck = counted(parts.deck)
    for seat in range(2):
        rival = 1 - seat
        planes = parts.predictions[seat]
        hidden = counted([number + NUMBERS - 1 for number in parts.predictions[rival] if number])
        state["predicted"][seat] = sum(prediction_bits(slot, number) for slot, number in enumerate(planes))
        state["hand"][seat] = hand_word(parts.hands[seat])
        unseen = (sum(counts) for counts in zip(deck, parts.hands[rival], hidden, strict=True))
        state["unseen"][seat] = sum(count << 8 * kind for kind, count in enumerate(unseen))
    state["ply"] = parts.ply
    state["last"] = -1
    state["left"] = state["size"] = state["settled"] = len(parts.deck)
    state["top"] = -1
    state["composition"] = (1 << 64) - 1
    state["order"][: len(parts.deck)] = parts.deck


def illegal_reasons(state: Any, name: str, hand_limit: int) -> list[str]:
    """Say every reason why an action can't be played (rules, section 2); an empty list where it can."""
    if state["reason"] != 0:
        return ["the game is over"]
    if name not in ACTION_NAMES:
        return [f'"{name}" is no action; actions are written draw, 2@4, ?3@2, x1-3, -5']
    seat = int(state["ply"] & 1)
    held = hand_counts(int(state["hand"][seat]))
    if name == "draw":
        return _draw_reasons(sum(held), int(state["left"]), hand_limit)
    sign, slot = _card_and_slot(name)
    reasons = [] if held[SIGNS.index(sign)] else [f"{SEATS[seat]} has no {sign} in hand"]
    numbers = stack(int(state["table"]), slot)
    if sign in SIGNS[:NUMBERS] and len(numbers) == STACK:
        reasons.append(f"slot {slot + 1} is full")
    if sign[0] == "?" and prediction(int(state["predicted"][seat]), slot):
        reasons.append(f"{SEATS[seat]} has a prediction on slot {slot + 1} already")
    if sign == "-" and not numbers:
        reasons.append(f"slot {slot + 1} holds no number")
    return reasons


def _draw_reasons(held: int, left: int, hand_limit: int) -> list[str]:
    reasons = [f"the hand is full: {held} cards"] if held >= hand_limit else []
    return reasons if left else [*reasons, "the deck is empty"]


def _card_and_slot(name: str) -> tuple[str, int]:
    if name[0] == "x":
        return "x", int(name[1]) - 1
    if name[0] == "-":
        return "-", int(name[1]) - 1
    sign, _, slot = name.partition("@")
    assert 1 <= int(slot) <= SLOTS
    return sign, int(slot) - 1
