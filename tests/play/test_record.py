"""Records whose keys stand twice are refused: readers disagree about which of them counts."""

import json

import pytest

from harness.core.errors import DataError
from harness.games.position import Position
from harness.play.record import GameRecord, read_record


def whole():
    position = Position.deal("forecast", 1, 0)
    start, actions = position.state, []
    while position.result is None:
        actions.append(position.legal[0])
        position = position.play(actions[-1])
    return json.dumps(GameRecord("forecast", "1", {}, start, actions, position.result, seed=1).as_object())


@pytest.mark.parametrize(
    ("once", "twice", "key"),
    [
        ('"seed": 1', '"seed": 2, "seed": 1', "seed"),
        ('"actions": ', '"actions": ["draw"], "actions": ', "actions"),
        ('"winner": ', '"winner": "a", "winner": ', "winner"),
        ('"rules": {}', '"rules": {"exact": 3, "exact": 4}', "exact"),
    ],
)
def test_a_key_twice_is_refused(once, twice, key):
    text = whole()
    assert read_record(text).seed == 1
    assert once in text
    with pytest.raises(DataError) as caught:
        read_record(text.replace(once, twice), "file.json, line 3")
    assert caught.value.message == f'file.json, line 3 is refused: the key "{key}" stands twice in one object'
    assert caught.value.remedy == "leave one of them"
