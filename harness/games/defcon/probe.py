"""Defcon, as the tester of its players sees it."""

from __future__ import annotations

from harness.core.compiler import records
from harness.core.streams import Random
from harness.games.defcon import entries
from harness.games.defcon.cards import JACK, SET, SMALLEST_DECK, TEN, is_number_card, kind, mask, members
from harness.games.defcon.game import GAME
from harness.games.defcon.layout import ATTACH, DISBAND, DISCARD, OPENING_PLIES, STATE, action_fields
from harness.games.description import Deck, State
from harness.games.options import Rules
from harness.games.probes import Probe

_ALL = (1 << SET) - 1
_MANY = 3
"""So many modifiers in one river are many."""


def _deck(name: str, cards: list[int]) -> Deck:
    return Deck(name, tuple(sorted(cards)))


_NUMBERS = [card for card in range(SET) if is_number_card(card)]
_MODIFIERS = [card for card in range(SET) if not is_number_card(card)]
_TENS_FIRST = sorted(_NUMBERS, key=lambda card: -kind(card))


class DefconProbe(Probe):
    """Defcon, as the tester of its players sees it."""

    game = GAME
    situations = (
        "opening", "DEFCON reply", "locked river", "many attachments", "last card", "empty deck", "no number to play",
    )  # fmt: skip
    odd_decks = (
        _deck("modifiers", _MODIFIERS + _TENS_FIRST[: SMALLEST_DECK - len(_MODIFIERS)]),
        _deck("low", _TENS_FIRST[-SMALLEST_DECK:]),
        _deck("ends", [card for card in range(SET) if kind(card) in (0, 1, 2, 8, TEN) or kind(card) > JACK]),
        _deck("numbers", _NUMBERS),
    )

    def found_in(self, state: State, rules: Rules) -> tuple[str, ...]:  # noqa: ARG002
        """Name the situations that the player to move is in."""
        ply = int(state["ply"])
        seat = ply & 1
        hand, deck = int(state["hand"][seat]), int(state["deck"][seat])
        rivers = state["rivers"]
        own = rivers["accepts"][3 * seat : 3 * seat + 3]
        found = (
            ply < OPENING_PLIES,
            int(state["challenger"]) == 1 - seat,
            bool(rivers["locked"].any()),
            int(rivers["extras"].max()) >= _MANY,
            hand & (hand - 1) == 0,
            deck == 0,
            not any(hand & int(accepts) for accepts in own),
        )
        return tuple(name for name, here in zip(self.situations, found, strict=True) if here)

    def kind_of(self, action: int) -> int:
        """Give an action's place in ACTION_KINDS."""
        what, card, _, _ = action_fields(action)
        if what in (DISCARD, DISBAND):
            return 5 if what == DISCARD else 6
        return 1 + kind(card) - JACK if what == ATTACH else 0

    def redeal(self, state: State, rules: Rules, random: Random) -> State:
        """Deal anew the rival's hand and deck, from all cards that it never showed, and the own deck's order."""
        seat = int(state["ply"]) & 1
        rival = 1 - seat
        unseen = list(members(_ALL & ~int(state["shown"][rival])))
        random.shuffle(unseen)
        held, left = (int(state[pile][rival]).bit_count() for pile in ("hand", "deck"))
        own = list(members(int(state["deck"][seat])))
        random.shuffle(own)
        made = records(1, STATE)
        made[0] = state
        after = made[0]
        after["hand"][rival] = mask(unseen[:held])
        after["deck"][rival] = mask(unseen[held : held + left])
        for side, cards in ((seat, own), (rival, unseen[held : held + left])):
            rest = [card for card in range(SET) if card not in cards]
            after["order"][side] = cards + rest
            after["next"][side], after["settled"][side] = 0, SET
            after["random"][side][0] = random.bits()
        entries.refresh_state(after, self.game.rules_record(rules))
        return after


PROBE = DefconProbe()
