"""What doesn't compile is told in a line: what is wrong, and in which line of which file."""

from pathlib import Path

import pytest

from harness.core.compiler import disabled
from harness.core.errors import DataError
from harness.games import find_game
from harness.players.entrants import read_entrant
from harness.players.seats import CompiledPlace

pytestmark = pytest.mark.skipif(disabled(), reason="nothing is compiled")

HEAD = """\
import numpy as np

from harness.games.{game} import kit
from harness.players import jit, player


def unmarked(x):
    return x


{helper}
@player(game="{game}")
def otter(view, parameters, memory, scratch, random):
    {body}
"""
BODY_LINE = 14


def refusal(path: Path, body: str, game: str = "forecast", helper: str = "") -> DataError:
    path.write_text(HEAD.format(game=game, body=body.replace("\n", "\n    "), helper=helper), "utf-8")
    found = find_game(game)
    with pytest.raises(DataError) as caught:
        CompiledPlace(read_entrant(str(path), found), found).player  # noqa: B018
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 4
    return caught.value


@pytest.mark.parametrize(
    ("body", "line", "told"),
    [
        ("return view.legl", 1, 'a view has no field "legl": did you mean "legal"'),
        ("x = 1\nview.legl = x\nreturn x", 2, 'a view has no field "legl"'),
        ('return view["legl"]', 1, 'a view has no field "legl"'),
        ("return kit.lowst(view.legal)", 1, 'kit has no "lowst": did you mean "lowest"'),
        ("return foo(view.legal)", 1, "NameError: name 'foo' is not defined"),
        ("return unmarked(view.legal)", 1, '"unmarked" is called, but it isn\'t marked: write @jit'),
        ("a = np.zeros(3)\nreturn a[0]", 1, "there is no zeros(3) for compiled code"),
        ("x = 3\nreturn memory.bar", 2, "Unknown attribute 'bar'"),
        ("return kit.nth(view.legal)", 1, "missing a required argument: 'index'"),
        ("return (1, 2)", 0, "otter must return a whole number on every path, but it returns Tuple"),
        (
            "return 0.5",
            0,
            "otter must return a whole number on every path, but it returns float64: return an",
        ),
        ('print(f"{view.legal:x}")\nreturn 0', 0, "format spec in f-strings not supported"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path, body, line, told):
    path = tmp_path / "otter.py"
    said = str(refusal(path, body))
    assert told in said
    assert said.startswith(f"{path}, line {BODY_LINE + line - 1}: " if line else str(path))


def test_a_mistake_in_a_helper_is_told_with_the_helper_s_line(tmp_path):
    helper = "@jit\ndef first(view):\n    return view.rivers[0].lngth\n\n"
    said = str(refusal(tmp_path / "otter.py", "return first(view)", "defcon", helper))
    assert (
        said == f'{tmp_path / "otter.py"}, line 13: this record has no field "lngth": did you mean "length"?'
    )


def test_what_the_machine_lacks_is_no_mistake_of_the_author(tmp_path, monkeypatch):
    path = tmp_path / "otter.py"
    path.write_text(HEAD.format(game="forecast", body="return 0", helper=""), "utf-8")
    game = find_game("forecast")
    place = CompiledPlace(read_entrant(str(path), game), game)

    def full():
        raise OSError(28, "No space left on device", "cache")

    monkeypatch.setattr(place._kernel, "compiled", full)
    with pytest.raises(OSError, match="No space"):
        place.player  # noqa: B018


def test_a_stock_player_s_mistake_is_headrace_s_own(monkeypatch):
    game = find_game("forecast")
    place = CompiledPlace(read_entrant("greedy", game), game)

    def slip():
        raise KeyError("legl")

    monkeypatch.setattr(place._kernel, "compiled", slip)
    with pytest.raises(KeyError):
        place.player  # noqa: B018
