"""Every reason why an action can't be played in a position of Defcon (rules, sections 2 to 5)."""

from __future__ import annotations

from typing import Any

from harness.games.defcon.cards import CARDS, JACK, QUEEN, RIVERS, SEATS, SUITS, kind
from harness.games.defcon.layout import ATTACH, DISBAND, OPENING_PLIES, PLAY, action_fields
from harness.games.defcon.notation import read_action


def illegal_reasons(state: Any, name: str, max_attachments: int) -> list[str]:
    """Say every reason why an action can't be played (rules, sections 2 to 5); an empty list where it can."""
    reasons = ["the game is over"] if state["reason"] != 0 else []
    code = read_action(name) if isinstance(name, str) else None
    if code is None:
        return [*reasons, f'"{name}" is no action; actions are written 7h>a2, Kd>b1.3, !7h, ~a2']
    action, card, at, position = action_fields(code)
    seat = int(state["ply"]) & 1
    if action != DISBAND and not int(state["hand"][seat]) >> card & 1:
        reasons.append(f"{SEATS[seat]} has no {CARDS[card]} in hand")
    opening = state["ply"] < OPENING_PLIES
    if opening and action != PLAY:
        reasons.append("in the opening only numbers are played")
    river = state["rivers"][at]
    if action in (PLAY, DISBAND) and at // 3 != seat:
        reasons.append(f"{RIVERS[at]} is not a river of {SEATS[seat]}")
    if action == PLAY and opening and river["length"]:
        reasons.append(f"in the opening a number goes on an empty river; {RIVERS[at]} has one")
    elif action == PLAY:
        reasons += _building_reasons(river, RIVERS[at], card)
    if action == ATTACH:
        reasons += _attaching_reasons(river, RIVERS[at], card, position, max_attachments)
    if action == DISBAND and not river["length"]:
        reasons.append(f"{RIVERS[at]} holds no number")
    return reasons


def _building_reasons(river: Any, name: str, card: int) -> list[str]:
    if int(river["accepts"]) >> card & 1:
        return []
    if river["locked"]:
        return [f"{name} is locked by a Queen"]
    last = CARDS[int(river["numbers"][int(river["length"]) - 1])]
    if kind(card) == int(river["last"]):
        return [f"{CARDS[card]} has the rank of the last number of {name}, {last}"]
    heading = "ascending" if river["heading"] > 0 else "descending"
    suit = SUITS[int(river["suit"])]
    return [f"{CARDS[card]} neither goes on {heading} from {last} on {name}, nor matches its suit, {suit}"]


def _attaching_reasons(river: Any, name: str, card: int, position: int, most: int) -> list[str]:
    if position >= river["length"]:
        return [f"{name} has no number {position + 1}; it has {int(river['length'])}"]
    if kind(card) == JACK:
        return []
    reasons = []
    if kind(card) == QUEEN and river["locked"]:
        reasons.append(f"{name} is locked by a Queen")
    if not int(river["open"]) >> position & 1:
        reasons.append(f"number {position + 1} of {name} has {most} attachments, and may have no more")
    return reasons
