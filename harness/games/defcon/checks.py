"""Every reason why a position can't have come about, or an action can't be played, in Defcon.

After removals nearly any order of cards can lie in a river; only what no game can lead to is refused here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from harness.games.defcon import entries
from harness.games.defcon.cards import (
    ACE,
    CARDS,
    JOKER,
    QUEEN,
    RIVERS,
    SEATS,
    SET,
    SMALLEST_DECK,
    TEN,
    is_number_card,
    kind,
    mask,
    names,
)
from harness.games.defcon.layout import (
    FOREIGN,
    HAND,
    MAX_EXTRAS,
    MAX_NUMBERS,
    OPENING_HAND,
    OPENING_NUMBERS,
    OPENING_PLIES,
    REASONS,
)
from harness.games.defcon.notation import UNKNOWN, Parts, Placed, format_placed, read_line

LOCKING = (ACE, TEN)


def other(seat: int) -> int:
    """Give the other seat."""
    return 1 - seat


def numbers_of(cards: Iterable[int]) -> list[int]:
    """List the number cards among some."""
    return [card for card in cards if card != UNKNOWN and is_number_card(card)]


def table_cards(parts: Parts, seat: int) -> list[int]:
    """List the cards of a seat's set that lie in the rivers of both."""
    return [
        placed.card
        for at, river in enumerate(parts.rivers)
        for placed in river
        if placed.card != UNKNOWN and (at // 3 == seat) != placed.foreign
    ]


# -- Positions ------------------------------------------------------------------------------------------


def read_position(line: str, record: Any, state: Any) -> list[str]:
    """Read a line into a zeroed state.

    Parameters
    ----------
    record : RULES record
        The rules in force.
    state : STATE record
        Written.

    Returns
    -------
    list of str
        Everything about the line that can't be read, or that no game can have led to; empty where one can.
    """
    parts, reasons = read_line(line)
    if parts is None:
        return reasons
    sound = not reasons
    if parts.mover and parts.ply != UNKNOWN and SEATS.index(parts.mover) != parts.ply & 1:
        reasons.append(
            f"mover {parts.mover} and ply {parts.ply} don't match: a moves at even plies, b at odd ones"
        )
    for seat in range(2):
        reasons += set_reasons(parts, seat)
    for name, river in zip(RIVERS, parts.rivers, strict=True):
        reasons += river_reasons(name, river, int(record.max_attachments))
    if sound:
        for seat in range(2):
            reasons += (opening_reasons if parts.ply <= OPENING_PLIES else later_reasons)(parts, seat)
        if all(fits(river) for river in parts.rivers):
            unbuilt = fill_state(state, parts, record)
            reasons += unbuilt + status_reasons(parts, int(state["challenger"]), int(record.exhaustion))
    return reasons


def fits(river: list[Placed]) -> bool:
    """Say whether a RIVER record has room for a river: a line that repeats cards may be longer."""
    numbers = sum(placed.carrier == UNKNOWN for placed in river)
    return numbers <= MAX_NUMBERS and len(river) - numbers <= MAX_EXTRAS


def set_reasons(parts: Parts, seat: int) -> list[str]:
    """Check a player's cards as a whole: none twice, and as many as a deck has (rules, section 1)."""
    cards = [*table_cards(parts, seat), *parts.hands[seat], *parts.decks[seat], *parts.discards[seat]]
    reasons = [
        f"{SEATS[seat]} has {CARDS[card]} {count} times; its set has each card once"
        for card, count in sorted(Counter(cards).items())
        if count > 1 and card != UNKNOWN
    ]
    if not SMALLEST_DECK <= len(cards) <= SET:
        reasons.append(f"{SEATS[seat]} has {len(cards)} cards in all; a deck has {SMALLEST_DECK} to {SET}")
    return reasons


def river_reasons(name: str, river: list[Placed], max_attachments: int) -> list[str]:
    """Check what later removals can't explain: locks, attachments, and what a Joker would have removed."""
    reasons = []
    numbers: list[int] = []
    carried: Counter[int] = Counter()
    lock = ""
    for placed in river:
        word = format_placed(placed) if placed.card != UNKNOWN else ""
        if lock and word and (placed.carrier == UNKNOWN or kind(placed.card) == QUEEN):
            reasons.append(f"{word} in {name} was played after {lock}, which locks the river")
        if placed.carrier == UNKNOWN:
            numbers.append(placed.card)
            continue
        carried[placed.carrier] += 1
        if max_attachments and carried[placed.carrier] == max_attachments + 1:
            reasons.append(
                f"{name} has more than {max_attachments} attachments on its number {placed.carrier + 1}"
            )
        carrier = numbers[placed.carrier] if placed.carrier < len(numbers) else UNKNOWN
        if not word or carrier == UNKNOWN:
            continue
        if kind(placed.card) == QUEEN and kind(carrier) in LOCKING:
            lock = lock or word
        if kind(placed.card) == JOKER:
            left = [card for card in numbers if card != carrier and is_hit(card, carrier)]
            if left:
                reasons.append(f"{word} in {name} would have removed {names(left)}, played before it")
    return reasons


def is_hit(card: int, carrier: int) -> bool:
    """Say whether a Joker on a number removes another (rules, section 5)."""
    if card == UNKNOWN:
        return False
    return card // 13 == carrier // 13 if kind(carrier) == ACE else kind(card) == kind(carrier)


def opening_reasons(parts: Parts, seat: int) -> list[str]:
    """Check a seat's cards up to the end of the opening (rules, section 2)."""
    name, ply = SEATS[seat], parts.ply
    placed = (ply + 1 - seat) // 2
    own = parts.rivers[3 * seat : 3 * seat + 3]
    table = [placed.card for river in own for placed in river]
    held = parts.hands[seat]
    reasons = []
    if sorted(map(len, own), reverse=True) != [1] * placed + [0] * (3 - placed) or any(
        not is_number_card(card) for card in table
    ):
        reasons.append(
            f"at ply {ply} of the opening {name} has one number on {placed} of its rivers, and nothing else"
        )
    if len(held) != OPENING_HAND - placed:
        reasons.append(f"{name} holds {len(held)} cards; at ply {ply} it holds {OPENING_HAND - placed}")
    if parts.discards[seat]:
        reasons.append(f"{name} has discards, but nothing is removed or discarded in the opening")
    if not reasons and len(numbers_of(held + table)) < OPENING_NUMBERS:
        reasons.append(f"{name} began with fewer than {OPENING_NUMBERS} numbers; such a hand goes back")
    return reasons


def later_reasons(parts: Parts, seat: int) -> list[str]:
    """Check a seat's cards against its actions after the opening (rules, section 3)."""
    name = SEATS[seat]
    held, deck, gone = len(parts.hands[seat]), len(parts.decks[seat]), len(numbers_of(parts.discards[seat]))
    reasons = []
    if held > HAND or (deck and held != HAND):
        left = f"with {deck} cards in its deck" if deck else "after the opening"
        reasons.append(f"{name} holds {held} cards; {left} it holds {HAND if deck else f'at most {HAND}'}")
    turns = (parts.ply + 1 - seat) // 2 - OPENING_NUMBERS
    spent = len(table_cards(parts, seat)) + len(parts.discards[seat]) - OPENING_NUMBERS
    if not 0 <= spent <= turns:
        reasons.append(
            f"{name} has {spent + OPENING_NUMBERS} cards on the table and among its discards; by ply {parts.ply} "
            f"it has played {OPENING_NUMBERS} to {turns + OPENING_NUMBERS}"
        )
    elif turns - spent > gone:
        reasons.append(
            f"{name} has disbanded {turns - spent} times by ply {parts.ply}, but has {gone} numbers among its discards"
        )
    empty = sum(not river for river in parts.rivers[3 * seat : 3 * seat + 3])
    if empty > gone:
        reasons.append(
            f"{name} has {empty} empty rivers, but {gone} numbers among its discards: each had one in the opening"
        )
    return reasons


def status_reasons(parts: Parts, lead: int, exhaustion: int) -> list[str]:
    """Check the status against who leads and whose hand is empty (rules, section 6).

    Parameters
    ----------
    lead : int
        The seat that leads, −1 for nobody.
    exhaustion : int
        The rule: 0 loses, 1 draw.
    """
    mover = parts.ply & 1
    leads = (*SEATS, "-")[lead]
    who = f"{leads} leads" if lead >= 0 else "nobody leads"
    reason, over, winner = parts.status.partition("=")
    stuck = not parts.hands[mover]
    if not over:
        reasons = [] if reason == leads else [f'the challenger is "{reason}", but {who}']
        if stuck:
            reasons.append(f"{SEATS[mover]} is to move without a card in hand, so the game is over")
        return reasons
    if reason == REASONS[0]:
        reasons = [] if winner == leads else [f"{winner} has won by a lead, but {who}"]
        if winner != SEATS[mover]:
            reasons.append(
                f"{winner} has won by a lead, but that is seen after its rival's turn, not its own"
            )
        return reasons
    if not stuck:
        return [f"the game is out of cards, but {SEATS[mover]}, who is to move, has some"]
    expected = leads if lead >= 0 else "-" if exhaustion else SEATS[other(mover)]
    return (
        [] if winner == expected else [f'"{expected}" has won when the cards ran out, not "{winner}": {who}']
    )


def fill_state(state: Any, parts: Parts, record: Any) -> list[str]:
    """Write parts into a zeroed state, whose decks are explicit, so that all of them is settled.

    Returns
    -------
    list of str
        Numbers that could not be played where they lie. They are named only for a player none of whose
        numbers were ever removed: else what made it possible may be gone.
    """
    reasons = []
    entries.clear_table(state, record)
    for at, river in enumerate(parts.rivers):
        for placed in river:
            fresh = not numbers_of(parts.discards[at // 3])
            number = placed.carrier == UNKNOWN
            if number and fresh and not int(state["rivers"][at]["accepts"]) >> placed.card & 1:
                reasons.append(f"{CARDS[placed.card]} could not be played on {RIVERS[at]} where it lies")
            card = placed.card + FOREIGN * placed.foreign
            entries.lay(state, record, at, card, placed.carrier)
    for seat in range(2):
        deck = parts.decks[seat]
        state["hand"][seat] = mask(parts.hands[seat])
        state["deck"][seat] = mask(deck)
        state["discards"][seat] = mask(parts.discards[seat])
        state["shown"][seat] = mask([*parts.discards[seat], *table_cards(parts, seat)])
        state["order"][seat][: len(deck[:SET])] = deck[:SET]
        state["settled"][seat] = SET
    reason, over, winner = parts.status.partition("=")
    state["ply"] = parts.ply
    state["last"] = -1
    state["reason"] = REASONS.index(reason) + 1 if over else 0
    state["winner"] = "ab-".index(winner) if over else 0
    state["challenger"] = entries.refresh_state(state, record)
    return reasons
