"""Defcon read straight off its rules page: the slow, readable twin that the engine is held against.

Section numbers are those of `rules/defcon.md`. Lines are trusted: nothing is validated beyond what
structure demands, except that `play` refuses an action that is not legal. What a table means is in
`defcon_table.py`.
"""

from dataclasses import replace

from tests.reference.defcon_table import (
    CARDS,
    RIVERS,
    SEATS,
    Placed,
    Player,
    Rules,
    State,
    accepts_modifier,
    accepts_number,
    by_index,
    is_number,
    leads,
    numbers,
    other,
    own_rivers,
    owner_of,
    rank,
    suit,
)

GAME = "defcon"
OPENING_PLIES = 6
OPENING_HAND = 8


# -- Section 2: the opening ------------------------------------------------------------------------


def start(cards, rules: dict | None = None) -> State:
    """Section 2: "Each deck is shuffled and its player draws eight"; here: the first eight of each order."""
    a, b = (Player(by_index(order[:OPENING_HAND]), tuple(order[OPENING_HAND:])) for order in cards)
    return State(((),) * 6, a, b, rules=Rules(**(rules or {})))


def in_opening(state: State) -> bool:
    """Section 2: "the opening is plies 0–5", also where a river is emptied later."""
    return state.ply < OPENING_PLIES


# -- Section 3: turns ------------------------------------------------------------------------------


def legal(state: State) -> list[str]:
    """Section 8: numbers, attachments, discards, disbands; "a finished game has no legal actions"."""
    if state.ending:
        return []
    if in_opening(state):
        return number_plays(state)
    return number_plays(state) + attaching_plays(state) + discarding_plays(state) + disbanding_plays(state)


def number_plays(state: State) -> list[str]:
    """Section 3: "play a number on one of one's own rivers"; in the opening (section 2) on an empty one."""
    return [
        f"{card}>{name}"
        for card in filter(is_number, state.player(state.mover).hand)
        for name in own_rivers(state.mover)
        if accepts_number(state.river(name), card, state.rules)
        and not (in_opening(state) and state.river(name))
    ]


def attaching_plays(state: State) -> list[str]:
    """Section 3: "attach a modifier to a number card on either side"."""
    return [
        f"{card}>{name}.{position}"
        for card in state.player(state.mover).hand
        if not is_number(card)
        for name in RIVERS
        for position, _ in enumerate(numbers(state.river(name)), 1)
        if accepts_modifier(state.river(name), position, card, state.rules)
    ]


def discarding_plays(state: State) -> list[str]:
    return [f"!{card}" for card in state.player(state.mover).hand]


def disbanding_plays(state: State) -> list[str]:
    """Section 3: "disband one of one's own rivers that holds at least one number"."""
    return [f"~{name}" for name in own_rivers(state.mover) if state.river(name)]


def play(state: State, action: str) -> State:
    """Section 3: one action, "then draw one", but not after a disband nor in the opening; then section 6."""
    if action not in legal(state):
        raise ValueError(f"{action} is not legal in {format(state)}")
    after = act(state, action)
    if not (in_opening(state) or action.startswith("~")):
        after = draw(after)
    return finish_turn(replace(after, mover=other(state.mover), ply=state.ply + 1))


def act(state: State, action: str) -> State:
    """Do what the action says, before the draw."""
    if action.startswith("~"):
        name = action[1:]
        return remove(state, name, set(range(1, len(numbers(state.river(name))) + 1)))
    if action.startswith("!"):
        card = action[1:]
        return discard(spend(state, card), state.mover, [card])
    card, target = action.split(">")
    if is_number(card):
        return spend(state, card).with_river(target, (*state.river(target), Placed(card)))
    name, position = target.split(".")
    return attach(spend(state, card), card, name, int(position))


def spend(state: State, card: str) -> State:
    """Take a card out of the mover's hand."""
    me = state.player(state.mover)
    return state.with_player(state.mover, replace(me, hand=tuple(c for c in me.hand if c != card)))


def discard(state: State, owner: str, cards) -> State:
    """Section 3: cards that leave "go to their owner's discards"."""
    player = state.player(owner)
    return state.with_player(owner, replace(player, discards=by_index((*player.discards, *cards))))


def draw(state: State) -> State:
    """Section 3: "draw one"; "With an empty deck the draw is skipped"."""
    me = state.player(state.mover)
    drawn = replace(me, hand=by_index((*me.hand, *me.deck[:1])), deck=me.deck[1:])
    return state.with_player(state.mover, drawn)


def remove(state: State, name: str, positions: set[int]) -> State:
    """Take the numbers at these positions off a river, each with all that is attached to it.

    Section 8: what is left is written with "the present position of the number that carries it".
    """
    river = state.river(name)
    still_there = [p for p, _ in enumerate(numbers(river), 1) if p not in positions]
    present = {0: 0} | {old: new for new, old in enumerate(still_there, 1)}
    kept, position = [], 0
    for placed in river:
        position += placed.on == 0
        if (placed.on or position) in positions:
            state = discard(state, owner_of(name, placed), [placed.card])
        else:
            kept.append(replace(placed, on=present[placed.on]))
    return state.with_river(name, tuple(kept))


def attach(state: State, card: str, name: str, position: int) -> State:
    """Section 5, by the modifier's kind."""
    if card[0] == "J":
        return discard(remove(state, name, {position}), state.mover, [card])
    attached = (*state.river(name), Placed(card, position, foreign=name[0] != state.mover))
    state = state.with_river(name, attached)
    return explode(state, name, position) if card[0] == "*" else state


def explode(state: State, target_river: str, target_position: int) -> State:
    """Section 5: "Joker on an Ace: removes every other number card of that Ace's printed suit; on a 2–10:
    every other number card of that rank; in all six rivers, each with its attachments"."""
    target = numbers(state.river(target_river))[target_position - 1]
    for name in RIVERS:
        hit = {
            position
            for position, card in enumerate(numbers(state.river(name)), 1)
            if (suit(card) == suit(target) if target[0] == "A" else rank(card) == rank(target))
            and (name, position) != (target_river, target_position)
        }
        state = remove(state, name, hit)
    return state


# -- Section 6: the end


def finish_turn(state: State) -> State:
    """Section 6: "After each turn, in this order, with P the player who moved and O the other".

    The turn has been handed on already, so P is the other one than `state.mover`.
    """
    o, p = state.mover, other(state.mover)
    challenger = state.challenger
    if challenger == o:
        if leads(state, o):
            return ended(state, "defcon", o)
        challenger = None
    if challenger == p and not leads(state, p):
        challenger = None
    if challenger is None:
        challenger = p if leads(state, p) else o if leads(state, o) else None
    if not state.player(o).hand:
        without_challenger = p if state.rules.exhaustion == "loses" else None
        return ended(state, "out-of-cards", challenger or without_challenger)
    return replace(state, challenger=challenger)


def ended(state: State, reason: str, winner: str | None) -> State:
    """Section 8: STATUS tells reason and winner instead of the challenger "once the game is over"."""
    return replace(state, challenger=None, ending=(reason, winner))


def result(state: State) -> dict | None:
    if state.ending is None:
        return None
    reason, winner = state.ending
    return {"winner": winner, "reason": reason, "scores": None}


# -- Section 7: what a player knows ----------------------------------------------------------------


def unseen(state: State, seat: str) -> tuple[set[str], set[str]]:
    """Own cards not yet drawn; and those of the opponent's 54 that are neither on the table nor discarded."""
    them = other(seat)
    on_table = {
        p.card
        for name, river in zip(RIVERS, state.rivers, strict=True)
        for p in river
        if owner_of(name, p) == them
    }
    return set(state.player(seat).deck), set(CARDS) - on_table - set(state.player(them).discards)


def seen(state_before: State, action: str) -> str:
    """Section 7: "every action" is public."""
    return action


# -- Section 8: notation ---------------------------------------------------------------------------


def joined(cards) -> str:
    return ",".join(cards) or "."


def cards_of(text: str) -> tuple[str, ...]:
    return () if text == "." else tuple(text.split(","))


def placed_of(text: str) -> Placed:
    """`7h`, or a modifier with `@` "if the river's own player put it there, `^` if the opponent did"."""
    if len(text) == 2:
        return Placed(text)
    return Placed(text[:2], int(text[3:]), foreign=text[2] == "^")


def shown_placed(placed: Placed) -> str:
    return placed.card if placed.on == 0 else f"{placed.card}{'^' if placed.foreign else '@'}{placed.on}"


def shown_side(state: State, seat: str) -> str:
    return "/".join(joined(map(shown_placed, state.river(name))) for name in own_rivers(seat))


def shown_status(state: State) -> str:
    """Section 8: "the challenger, … or `-` for none; once the game is over, its reason and winner"."""
    if state.ending is None:
        return state.challenger or "-"
    reason, winner = state.ending
    return f"{reason}={winner or '-'}"


def parse(line: str, rules: dict | None = None) -> State:
    """Section 8: RIVERS-A RIVERS-B HANDS DECKS DISCARDS MOVER:PLY STATUS."""
    side_a, side_b, *piles, turn, status = line.split(" ")
    rivers = tuple(
        tuple(map(placed_of, cards_of(river))) for side in (side_a, side_b) for river in side.split("/")
    )
    players = [
        Player(by_index(cards_of(hand)), cards_of(deck), by_index(cards_of(discards)))
        for hand, deck, discards in zip(*(pile.split("|") for pile in piles), strict=True)
    ]
    mover, ply = turn.split(":")
    reason, over, winner = status.partition("=")
    ending = (reason, None if winner == "-" else winner) if over else None
    challenger = status if status in SEATS else None
    return State(rivers, *players, mover, int(ply), challenger, ending, Rules(**(rules or {})))


def in_fields(state: State, hands: list[str], decks: list[str]) -> str:
    discards = "|".join(joined(state.player(seat).discards) for seat in SEATS)
    table = (
        f"{shown_side(state, 'a')} {shown_side(state, 'b')} {'|'.join(hands)} {'|'.join(decks)} {discards}"
    )
    return f"{table} {state.mover}:{state.ply} {shown_status(state)}"


def format(state: State) -> str:
    """Section 8: "seven fields separated by single spaces"."""
    players = [state.player(seat) for seat in SEATS]
    return in_fields(state, [joined(p.hand) for p in players], [joined(p.deck) for p in players])


def view(state: State, seat: str) -> str:
    """Section 8: "the opponent's hand is `?` for each card, and each deck is its number of cards"."""
    hands = [joined(state.player(s).hand if s == seat else "?" * len(state.player(s).hand)) for s in SEATS]
    return in_fields(state, hands, [str(len(state.player(s).deck)) for s in SEATS])
