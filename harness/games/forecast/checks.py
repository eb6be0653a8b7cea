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
from harness.games.forecast.notation import SEATS, UNKNOWN, Parts, counted, read_line


def position_reasons(parts: Parts, hand_limit: int) -> list[str]:
    """Say everything about a line's parts that no game can have led to; an empty list where one can.

    Parts that could not be read speak neither for nor against a position.
    """
    reasons = []
    if parts.mover and parts.ply != UNKNOWN and SEATS.index(parts.mover) != parts.ply & 1:
        reasons.append(
            f"mover {parts.mover} and ply {parts.ply} don't match: a moves at even plies, b at odd ones"
        )
    reasons += [
        f"{name} holds {len(hand)} cards; the hand limit is {hand_limit}"
        for name, hand in zip(SEATS, parts.hands, strict=False)
        if len(hand) > hand_limit
    ]
    if parts.hands and parts.ply != UNKNOWN:
        reasons += _account_reasons(parts) + _last_action_reasons(parts)
    return reasons


def _account_reasons(parts: Parts) -> list[str]:
    """Say where plies and cards don't add up: a held card was drawn, a played one drawn and then played."""
    reasons = []
    predicted = [sum(map(bool, side)) for side in parts.predictions] or [0, 0]
    numbers = sum(map(len, parts.stacks))
    spent = 0
    for seat in range(2):
        held, placed = len(parts.hands[seat]), predicted[seat]
        actions = (parts.ply + 1 - seat) // 2
        played, odd = divmod(actions - held, 2)
        spent += max(played, placed)
        if actions < held or odd or played < placed:
            reasons.append(
                f"ply {parts.ply} and the cards of {SEATS[seat]} don't match: {actions} actions can't leave "
                f"{held} cards in hand and {placed} predictions"
            )
    if not reasons and spent < numbers + sum(predicted):
        reasons.append(
            f"ply {parts.ply} is too early: {numbers} numbers and {sum(predicted)} predictions "
            "lie on the table"
        )
    cards = len(parts.deck) + sum(map(len, parts.hands)) + max(spent, numbers + sum(predicted))
    if not 1 <= cards <= MAX_CARDS:
        reasons.append(f"the game would have {cards} cards; a deck has 1 to {MAX_CARDS}")
    return reasons


def _last_action_reasons(parts: Parts) -> list[str]:
    """Say why no last action can have led here: an empty deck and a full river each end the game at once."""
    if parts.ply == 0:
        return []
    seat = 1 - (parts.ply & 1)
    last, held = f"{SEATS[seat]}, who was last to act,", len(parts.hands[seat])
    full = bool(parts.stacks) and all(len(numbers) == STACK for numbers in parts.stacks)
    reasons = []
    if not parts.deck and not held:
        reasons.append(f"the deck is empty, but {last} doesn't hold the card drawn from it")
    if not parts.deck and full:
        reasons.append("the deck is empty and the river is full, but the first of them ends the game")
    if parts.deck and full and parts.predictions:
        played = ((parts.ply + 1 - seat) // 2 - held) // 2
        if played <= sum(map(bool, parts.predictions[seat])):
            reasons.append(f"the river is full, but {last} can't have played a number")
    return reasons


def read_position(line: str, hand_limit: int) -> tuple[Parts | None, list[str]]:
    """Read a line and check it; with the reasons why it is refused, if it is."""
    parts, reasons = read_line(line)
    if parts is not None:
        reasons = reasons + position_reasons(parts, hand_limit)
    return parts, reasons


def fill_state(state: Any, parts: Parts) -> None:
    """Write checked parts into a zeroed state; its deck is explicit, so that all of it is settled."""
    state["table"] = sum(stack_bits(slot, numbers) for slot, numbers in enumerate(parts.stacks))
    deck = counted(parts.deck)
    hands = [counted(hand) for hand in parts.hands]
    for seat in range(2):
        rival = 1 - seat
        planes = parts.predictions[seat]
        hidden = counted([number + NUMBERS - 1 for number in parts.predictions[rival] if number])
        state["predicted"][seat] = sum(prediction_bits(slot, number) for slot, number in enumerate(planes))
        state["hand"][seat] = hand_word(hands[seat])
        unseen = (sum(counts) for counts in zip(deck, hands[rival], hidden, strict=True))
        state["unseen"][seat] = sum(count << 8 * kind for kind, count in enumerate(unseen))
    state["ply"] = parts.ply
    state["last"] = -1
    state["left"] = state["total"] = state["settled"] = len(parts.deck)
    state["top"] = -1
    state["composition"] = (1 << 64) - 1
    state["order"][: len(parts.deck)] = parts.deck


def illegal_reasons(state: Any, name: str, hand_limit: int) -> list[str]:
    """Say every reason why an action can't be played (rules, section 2); an empty list where it can."""
    reasons = ["the game is over"] if state["reason"] != 0 else []
    if name not in ACTION_NAMES:
        return [*reasons, f'"{name}" is no action; actions are written draw, 2@4, ?3@2, x1-3, -5']
    seat = int(state["ply"] & 1)
    held = hand_counts(int(state["hand"][seat]))
    if name == "draw":
        return reasons + _draw_reasons(sum(held), int(state["left"]), hand_limit)
    sign, slot = _card_and_slot(name)
    if not held[SIGNS.index(sign)]:
        reasons.append(f"{SEATS[seat]} has no {sign} in hand")
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
