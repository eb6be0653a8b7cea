"""All that compiled players of Defcon need to read a view, in one place."""

from harness.core.bits import bit, count, drop_lowest, has, lowest, nth
from harness.core.streams import below, uniform
from harness.games.defcon.actions import (
    action_kind,
    card_of,
    disband_action,
    discard_action,
    modifier_action,
    number_action,
    position_of,
    river_of,
)
from harness.games.defcon.cards import ACE, JACK, JOKER, KING, QUEEN, TEN
from harness.games.defcon.course import Course, accepted, after_number, after_queen, course_of
from harness.games.defcon.layout import (
    ATTACH,
    DISBAND,
    DISCARD,
    FOREIGN,
    MAX_ACTIONS,
    MAX_PLIES,
    OPENING_PLIES,
    PLAY,
    VIEW,
)
from harness.games.defcon.lead import leader, leader_among, leader_of
from harness.games.defcon.masks import (
    ALL_CARDS,
    JACKS,
    JOKERS,
    KINGS,
    MODIFIERS,
    NUMBERS,
    QUEENS,
    higher,
    is_number,
    lower,
    number_rank,
    of_rank,
    of_suit,
    rank,
    suit,
)
from harness.games.defcon.outlook import (
    accepts_after,
    bid_of,
    leader_after,
    leader_with,
    own_river,
    removed_by,
    rival_river,
    targets_in,
    value_after,
    worth_of,
)
from harness.games.defcon.rivers import attachments_on, carrier_rank, contribution
from harness.games.defcon.rules import hit_by_joker
from harness.games.defcon.view import count_actions, index_of, is_legal, list_actions, nth_action

__all__ = [
    "ACE", "ALL_CARDS", "ATTACH", "DISBAND", "DISCARD", "FOREIGN", "JACK", "JACKS", "JOKER", "JOKERS", "KING",
    "KINGS", "MAX_ACTIONS", "MAX_PLIES", "MODIFIERS", "NUMBERS", "OPENING_PLIES", "PLAY", "QUEEN", "QUEENS", "TEN",
    "VIEW", "Course", "accepted", "accepts_after", "action_kind", "after_number", "after_queen", "attachments_on",
    "below", "bid_of", "bit", "card_of", "carrier_rank", "contribution", "count", "count_actions", "course_of",
    "disband_action", "discard_action", "drop_lowest", "has", "higher", "hit_by_joker", "index_of", "is_legal",
    "is_number", "leader", "leader_after", "leader_among", "leader_of", "leader_with", "list_actions", "lower",
    "lowest", "modifier_action", "nth", "nth_action", "number_action", "number_rank", "of_rank", "of_suit",
    "own_river", "position_of", "rank", "removed_by", "rival_river", "river_of", "suit", "targets_in", "uniform",
    "value_after", "worth_of",
]  # fmt: skip
