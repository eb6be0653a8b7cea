"""The places of a loop's cursor: what must outlive an exception that a player's kernel raises.

A cursor is an int64 array of `SIZE` places that lies outside the loop.
"""

from typing import Final

GAME: Final = 0
"""The game at work, from 0."""
PLY: Final = 1
"""The ply at which a player was asked last; its seat follows from it."""
LOGGED: Final = 2
"""Entries in the action log."""
ACTION: Final = 3
"""The illegal action of the last forfeit."""
STOP: Final = 4
"""Where to stop: the loop plays games below this."""
SIZE: Final = 5

ROUND: Final = 5
"""Where many games are in flight: how often their batch players have been asked."""
SLOT: Final = 6
"""The slot at work."""
NEXT: Final = 7
"""The game that is begun next."""
WAITING: Final = 8
"""Slots that wait for the first entrant; those that wait for the second one are counted behind it."""
FLIGHT_SIZE: Final = 10
"""Places of a cursor where many games are in flight."""
