import json
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from harness.core.errors import DataError
from harness.store.manifest import (
    LOCKED,
    DeckRecord,
    LimitsRecord,
    Made,
    Stage,
    decode_manifest,
    lock_versions,
)
from tests.store.samples import entrant, manifest

PATH = Path("run/manifest.json")
FULL = manifest(
    rules={"exact": 3},
    deck=DeckRecord(name="standard", cards=(6, 6, 6, 4, 4, 4, 3, 3)),
    entrants=(
        entrant("ann", parameters={"depth": 3, "boldness": 1.0, "swaps": True}, stock=True),
        entrant("bob", kind="program", deck=DeckRecord(name="own", cards=("7h", "Ks"))),
    ),
    gauntlet="ann",
    keep="outcomes",
    limits=LimitsRecord(move_time=0.5),
    reproducible=False,
    sprt={"elo0": 0, "elo1": 2.0, "batch": 100},
    stages=(Stage(entrants=2, blocks=100), Stage(entrants=2, blocks=200, date="2026-01-03")),
)


def changed(**fields):
    """Give a manifest's bytes with fields replaced, or taken out where the value is ``...``."""
    data = json.loads(FULL.encode()) | fields
    return json.dumps({name: value for name, value in data.items() if value is not ...}).encode()


def test_it_round_trips_byte_by_byte():
    again = decode_manifest(FULL.encode(), PATH)
    assert again == FULL
    assert again.encode() == FULL.encode()
    assert again.labels == ("ann", "bob")


def test_fields_that_may_be_left_out_have_their_defaults():
    data = json.loads(manifest().encode())
    required = {
        field.encode_name for field in msgspec.structs.fields(type(FULL)) if field.required
    }  # fmt: skip
    kept = {name: value for name, value in data.items() if name in required | {"schema"}}
    assert decode_manifest(json.dumps(kept).encode(), PATH) == manifest()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (changed(seed="1"), 'field "seed": expected int, got str'),
        (changed(seed=-1), 'field "seed": expected int >= 0'),
        (changed(seed=1 << 53), 'field "seed": expected int <'),
        (changed(game=...), 'field "game" is missing'),
        (changed(sede=1), 'unknown field "sede", did you mean "seed"'),
        (changed(swap="none"), 'field "swap": invalid enum value'),
        (changed(max_faults=2), 'field "max_faults": expected float <= 1'),
        (changed(entrants=[{"label": "x"}]), r'field "entrants\[0\].target" is missing'),
        (changed(stages=[{"entrants": 2, "blocks": -1}]), r'field "stages\[0\].blocks": expected int >= 0'),
        (changed(stages=[]), 'field "stages": expected array of length >= 1'),
        (changed(gauntlet="anne"), 'no entrant is labelled "anne", did you mean "ann"'),
        (changed(entrants=[json.loads(FULL.encode())["entrants"][0]] * 2), 'the label "ann" is given twice'),
        (changed(schema=2), "has schema 2, and this version of headrace reads schema 1: update headrace"),
        (changed(schema=0), "has schema 0, .*: use the headrace that made it"),
        (changed(schema=...), 'field "schema" is missing'),
        (FULL.encode().replace(b'"seed"', b'"seed": 7, "seed"'), 'the key "seed" stands twice'),
        (FULL.encode().replace(b'"exact"', b'"exact": 4, "exact"'), 'the key "exact" stands twice'),
        (b"[]", "expected object, got array"),
        (FULL.encode()[:-9], "not whole JSON"),
        (b"\xff", "not whole JSON"),
        (b"", "not whole JSON"),
    ],
)
def test_what_is_wrong_is_named(data, words):
    with pytest.raises(DataError, match=words) as caught:
        decode_manifest(data, PATH)
    assert str(PATH) in caught.value.message
    assert caught.value.remedy


def replaced(**fields):
    return msgspec.structs.replace(FULL, **fields)


ANN, BOB = FULL.entrants


def with_ann(**fields):
    return replaced(entrants=(msgspec.structs.replace(ANN, **fields), BOB))


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (replaced(seed=2), "seed: 1 in the run, 2 now"),
        (replaced(game_version="2"), "game version: 1 in the run, 2 now"),
        (replaced(rules={"exact": 4}), "rule exact: 3 in the run, 4 now"),
        (replaced(rules={}), "rule exact: 3 in the run, default now"),
        (replaced(deck=None), "deck: standard (6 6 6 4 4 4 3 3) in the run, none now"),
        (replaced(swap="both"), "swap: seats in the run, both now"),
        (
            replaced(stages=FULL.stages[:1]),
            "stages: 2 entrants with 100 blocks, then 2 entrants with 200 blocks in the run, "
            "2 entrants with 100 blocks now",
        ),
        (
            replaced(limits=None),
            "limits: move_time=0.5, game_time=None, memory=None, patience=60.0 in the run, none now",
        ),
        (replaced(sprt={"elo0": 0, "elo1": 2.0, "batch": 50}), "sprt batch: 100 in the run, 50 now"),
        (replaced(lock={"numpy": "2.5"}), "version of numpy: 2.4.6 in the run, 2.5 now"),
        (with_ann(hash="f00"), "code of ann: ann0000000000000 in the run, f00 now (ann has changed)"),
        (
            with_ann(parameters={"depth": 4, "boldness": 1.0, "swaps": True}),
            "ann's parameter depth: 3 in the run, 4 now",
        ),
        (with_ann(deck=DeckRecord(name="x", cards=("7h",))), "deck of ann: none in the run, x (7h) now"),
        (with_ann(kind="plain"), "kind of ann: compiled in the run, plain now"),
        (replaced(entrants=(ANN,)), "entrant bob: in the run, but not now"),
        (replaced(entrants=(ANN, BOB, entrant("cyd"))), "entrant cyd: new, not in the run"),
        (replaced(entrants=(BOB, ANN)), "order of the entrants: ann, bob in the run, bob, ann now"),
    ],
)
def test_differences_are_named_in_words(now, words):
    assert FULL.differences(now) == [words]


def test_what_may_differ_is_no_difference():
    moved = msgspec.structs.replace(ANN, target="elsewhere/ann.py", stock=False)
    made = Made(date="later", machine="other", python="3.13", headrace="0.2.0")
    now = replaced(entrants=(moved, BOB), made=made, max_faults=0.5)
    assert FULL.differences(now) == []


def test_this_machine_is_described():
    made = Made.here(["headrace", "match"], datetime(2026, 1, 2, 3, 4, 5))
    assert made.date == "2026-01-02T03:04:05"
    assert made.machine
    assert set(lock_versions()) == set(LOCKED)
    assert "unknown" not in lock_versions().values()
