"""Forecast read straight off its rules page: the slow, readable twin that the engine is held against.

Section numbers are those of `rules/forecast.md`. Lines are trusted: nothing is validated beyond what
structure demands, except that `play` refuses an action that is not legal.
"""

from collections import Counter
from dataclasses import dataclass, replace

GAME = "forecast"
SEATS = ("a", "b")
KINDS = ("1", "2", "3", "?1", "?2", "?3", "x", "-")
NUMBERS = ("1", "2", "3")
SLOTS = (1, 2, 3, 4, 5)
MOST_NUMBERS_ON_A_SLOT = 2
NO_PREDICTION = ""


@dataclass(frozen=True)
class Rules:
    """Section 7: "Named settings, off by default"."""

    exact: int = 2
    over: int = 1
    miss: int = -1
    hand_limit: int = 5


@dataclass(frozen=True)
class Player:
    """The hand in the order of `KINDS`, and per slot the digit predicted there or `NO_PREDICTION`."""

    hand: tuple[str, ...] = ()
    predictions: tuple[str, ...] = (NO_PREDICTION,) * 5


@dataclass(frozen=True)
class State:
    """One position: stacks from bottom to top, both players, the deck from the top, the turn, plies made."""

    river: tuple[tuple[str, ...], ...]
    a: Player
    b: Player
    deck: tuple[str, ...]
    mover: str = "a"
    ply: int = 0
    rules: Rules = Rules()

    def player(self, seat: str) -> Player:
        return self.a if seat == "a" else self.b

    def with_player(self, seat: str, player: Player) -> "State":
        return replace(self, a=player) if seat == "a" else replace(self, b=player)


def other(seat: str) -> str:
    return "b" if seat == "a" else "a"


def back(card: str) -> str:
    """Section 1: numbers have a blue back, all others a brown-red one. Section 6: written `#` and `!`."""
    return "#" if card in NUMBERS else "!"


def sorted_hand(cards) -> tuple[str, ...]:
    """Section 6: "cards joined by `,` in the order `1 2 3 ?1 ?2 ?3 x -`"."""
    return tuple(sorted(cards, key=KINDS.index))


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def put(items: tuple, slot: int, item) -> tuple:
    """Return the five items with the one at `slot` (from 1) exchanged for `item`."""
    return (*items[: slot - 1], item, *items[slot:])


# -- Section 1: the start --------------------------------------------------------------------------


def start(cards, rules: dict | None = None) -> State:
    """Section 1: five untouched slots, hands "empty at the start", "Player a moves first"."""
    return State(((),) * 5, Player(), Player(), tuple(cards), rules=Rules(**(rules or {})))


# -- Section 2: a turn -----------------------------------------------------------------------------


def legal(state: State) -> list[str]:
    """Section 6: "a finished game has no legal actions"."""
    return [] if end_reason(state) else possible_actions(state)


def possible_actions(state: State) -> list[str]:
    """Section 2's table, in the order of section 6: draw, numbers, predictions, swaps, removes."""
    me = state.player(state.mover)
    actions = []
    if len(me.hand) < state.rules.hand_limit and state.deck:
        actions.append("draw")
    actions += [
        f"{number}@{slot}"
        for number in NUMBERS
        if number in me.hand
        for slot in SLOTS
        if len(state.river[slot - 1]) < MOST_NUMBERS_ON_A_SLOT
    ]
    actions += [
        f"?{number}@{slot}"
        for number in NUMBERS
        if f"?{number}" in me.hand
        for slot in SLOTS
        if me.predictions[slot - 1] == NO_PREDICTION
    ]
    if "x" in me.hand:
        actions += [f"x{first}-{second}" for first in SLOTS for second in SLOTS if first < second]
    if "-" in me.hand:
        actions += [f"-{slot}" for slot in SLOTS if state.river[slot - 1]]
    return actions


def play(state: State, action: str) -> State:
    """Section 2: "The player to move does exactly one of these". Section 6: PLY is "actions made so far"."""
    if action not in legal(state):
        raise ValueError(f"{action} is not legal in {format(state)}")
    return replace(act(state, action), mover=other(state.mover), ply=state.ply + 1)


def act(state: State, action: str) -> State:
    """Do what the action says, before the turn passes on."""
    if action == "draw":
        return draw(state)
    if action.startswith("x"):
        return swap(state, int(action[1]), int(action[3]))
    if action.startswith("-"):
        return remove(state, int(action[1]))
    card, slot = action.split("@")
    return predict(state, card, int(slot)) if card.startswith("?") else place(state, card, int(slot))


def draw(state: State) -> State:
    """Section 2: "draw the top card of the deck"."""
    me = state.player(state.mover)
    drawn = replace(me, hand=sorted_hand((*me.hand, state.deck[0])))
    return replace(state.with_player(state.mover, drawn), deck=state.deck[1:])


def spend(state: State, card: str) -> State:
    """Take a card out of the mover's hand."""
    me = state.player(state.mover)
    return state.with_player(state.mover, replace(me, hand=without(me.hand, card)))


def place(state: State, number: str, slot: int) -> State:
    """Section 1: a number is "placed on top of a slot"."""
    stack = (*state.river[slot - 1], number)
    return replace(spend(state, number), river=put(state.river, slot, stack))


def predict(state: State, card: str, slot: int) -> State:
    """Section 1: a prediction is "placed face-down beside a slot, on the owner's side"."""
    spent = spend(state, card)
    me = spent.player(state.mover)
    return spent.with_player(state.mover, replace(me, predictions=put(me.predictions, slot, card[1])))


def swap(state: State, first: int, second: int) -> State:
    """Section 1: "exchanges the whole stacks of two slots". Section 2: "predictions stay with the slot"."""
    river = put(state.river, first, state.river[second - 1])
    river = put(river, second, state.river[first - 1])
    return replace(spend(state, "x"), river=river)


def remove(state: State, slot: int) -> State:
    """Section 1: "takes the top number off a slot". Section 2: removed numbers "leave play for good"."""
    return replace(spend(state, "-"), river=put(state.river, slot, state.river[slot - 1][:-1]))


# -- Sections 3 and 4: the end and the scoring -----------------------------------------------------


def end_reason(state: State) -> str | None:
    """Section 3: "in this order; the first that holds is the reason recorded"."""
    if not state.deck:
        return "deck-out"
    if all(len(stack) == MOST_NUMBERS_ON_A_SLOT for stack in state.river):
        return "river-full"
    if not possible_actions(state):
        return "no-action"
    return None


def payoff(prediction: str, stack: tuple[str, ...], rules: Rules) -> int:
    """Section 4: "t = p → +2p; t > p → +1; t < p or none → −1", with section 7's options in their places."""
    if not stack or stack[-1] < prediction:
        return rules.miss
    if stack[-1] > prediction:
        return rules.over
    return rules.exact * int(prediction)


def score(state: State, seat: str) -> int:
    """Section 4: "For each prediction p that a player placed, with t the top number of its slot"."""
    placed = zip(state.player(seat).predictions, state.river, strict=True)
    return sum(payoff(p, stack, state.rules) for p, stack in placed if p != NO_PREDICTION)


def result(state: State) -> dict | None:
    """Section 4: "The higher total wins; equal totals are a draw"."""
    reason = end_reason(state)
    if reason is None:
        return None
    a, b = score(state, "a"), score(state, "b")
    winner = None if a == b else "a" if a > b else "b"
    return {"winner": winner, "reason": reason, "scores": [a, b]}


# -- Section 5: what a player knows ----------------------------------------------------------------


def unseen(state: State, seat: str) -> dict[str, int]:
    """By kind, the cards hidden from `seat`: deck, opponent's hand and opponent's predictions together.

    The opponent's predictions count here also when the game is over, though they are public then.
    """
    theirs = state.player(other(seat))
    predicted = [f"?{digit}" for digit in theirs.predictions if digit != NO_PREDICTION]
    hidden = Counter([*state.deck, *theirs.hand, *predicted])
    return {kind: hidden[kind] for kind in KINDS}


def seen(state_before: State, action: str) -> str:
    """Section 6: "a draw is `draw#` or `draw!`, a prediction `?*@2`; all others are as written"."""
    if action == "draw":
        return "draw" + back(state_before.deck[0])
    if action.startswith("?"):
        return "?*" + action[2:]
    return action


# -- Section 6: notation ---------------------------------------------------------------------------


def joined(cards) -> str:
    return ",".join(cards) or "."


def cards_of(text: str) -> tuple[str, ...]:
    return () if text == "." else tuple(text.split(","))


def shown_river(state: State) -> str:
    """Section 6: "five stacks joined by `/`, each the digits from bottom to top, `.` for none"."""
    return "/".join("".join(stack) or "." for stack in state.river)


def shown_predictions(player: Player, covered: bool = False) -> str:
    """Section 6: "five characters each, `.` or the digit"; covered ones "are `*` where one is placed"."""
    return "".join("." if p == NO_PREDICTION else "*" if covered else p for p in player.predictions)


def parse(line: str, rules: dict | None = None) -> State:
    """Section 6: SLOTS PREDICTIONS HANDS DECK MOVER PLY."""
    slots, predictions, hands, deck, mover, ply = line.split(" ")
    players = [
        Player(sorted_hand(cards_of(hand)), tuple(NO_PREDICTION if p == "." else p for p in row))
        for hand, row in zip(hands.split("|"), predictions.split("|"), strict=True)
    ]
    river = tuple(() if stack == "." else tuple(stack) for stack in slots.split("/"))
    return State(river, *players, cards_of(deck), mover, int(ply), Rules(**(rules or {})))


def format(state: State) -> str:
    """Section 6: "six fields separated by single spaces"."""
    predictions = "|".join(shown_predictions(state.player(seat)) for seat in SEATS)
    hands = "|".join(joined(state.player(seat).hand) for seat in SEATS)
    return f"{shown_river(state)} {predictions} {hands} {joined(state.deck)} {state.mover} {state.ply}"


def view(state: State, seat: str) -> str:
    """Section 6: "the same line as one player sees it"; section 5: "hands and deck stay hidden"."""
    over = end_reason(state) is not None
    predictions = [shown_predictions(state.player(s), covered=s != seat and not over) for s in SEATS]
    hands = [
        joined(state.player(s).hand if s == seat else sorted(map(back, state.player(s).hand), key="#!".index))
        for s in SEATS
    ]
    deck = joined([*map(back, state.deck[:1]), *("*" for _ in state.deck[1:])])
    return f"{shown_river(state)} {'|'.join(predictions)} {'|'.join(hands)} {deck} {state.mover} {state.ply}"
