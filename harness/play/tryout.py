"""Trying out, before a run, whether its programs can play at all under its limit of memory."""

from __future__ import annotations

from collections.abc import Sequence

from harness.play.setting import Setting
from harness.players.entrants import Entrant
from harness.players.programs import ProgramPlace
from harness.players.seating import take_place


def try_out_memory(setting: Setting, field: Sequence[Entrant]) -> None:
    """Refuse who doesn't get ready for a game under a limit of memory.

    In the run it would lose games, all of them perhaps, and what it lacks would be said in no place. So it is decided
    here, once, whatever workers play later. Without a limit nothing is started.

    Raises
    ------
    HeadraceError
        With the program's last words.
    """
    if setting.limits.memory is None:
        return
    for entrant in field:
        deck = setting.deck_of(entrant)
        place = take_place(
            entrant,
            setting.game,
            setting.game.table(setting.rules, (deck, deck)),
            setting.rules,
            deck,
            side=0,
            limits=setting.limits,
            apart=setting.apart,
            isolate=setting.isolate,
        )
        if isinstance(place, ProgramPlace):
            place.try_out()
