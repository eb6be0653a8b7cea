import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import DataError
from harness.store.folder import RunFolder
from harness.store.manifest import DeckRecord
from harness.store.merge import Cover, merge_runs
from tests.store.samples import entrant, manifest, play

RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 15)).map(lambda r: (r[0], r[0] + r[1])))


@given(RANGES)
def test_cover_gives_what_is_new(ranges):
    cover, seen = Cover(), set()
    for start, stop in ranges:
        new = cover.add(start, stop)
        deals = [deal for low, high in new for deal in range(low, high)]
        assert deals == [deal for deal in range(start, stop) if deal not in seen]
        assert all(low < high for low, high in new)
        seen.update(deals)


def make(tmp_path, name, **given):
    return RunFolder.create_at(tmp_path / name, manifest(**given))


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"game": "defcon"}, "game forecast and defcon"),
        ({"game_version": "2"}, "game version 1 and 2"),
        ({"rules": {"exact": 3}}, "rules default and {'exact': 3}"),
        ({"deck": DeckRecord(name="x", cards=(1, 2))}, r"deck None and \(1, 2\)"),
        ({"swap": "both"}, "swap design seats and both"),
    ],
)
def test_what_does_not_belong_together_is_refused(tmp_path, other, words):
    runs = [make(tmp_path, "one"), make(tmp_path, "two", **other)]
    with pytest.raises(DataError, match=words):
        merge_runs(runs)


def test_equal_games_count_once(tmp_path):
    one, two, three = make(tmp_path, "one"), make(tmp_path, "two"), make(tmp_path, "three", seed=2)
    play(one, 0, deal=0, blocks=50)
    play(two, 0, deal=20, blocks=50)
    play(two, 1, deal=0, blocks=20)
    play(two, 2, first="bob", second="cyd", deal=0, blocks=10)
    play(three, 0, deal=0, blocks=50)
    merged = merge_runs([one, two, three])
    assert [(p.run.path.name, p.record.job, p.kept, p.whole) for p in merged.parts] == [
        ("one", 0, ((0, 50),), True),
        ("two", 0, ((30, 50),), False),
        ("two", 2, ((0, 10),), True),
        ("three", 0, ((0, 50),), True),
    ]
    assert merged.dropped == (30 + 20) * 2
    assert merged.labels == ("ann", "bob", "cyd")
    assert merged.renamed == ()


def test_a_label_of_another_player_is_told_apart(tmp_path):
    ann, bob = entrant("ann"), entrant("bob")
    changed = entrant("bob", hash="beef0000")
    tuned = entrant("bob", hash="beef0000", parameters={"depth": 2})
    runs = [
        make(tmp_path, name, entrants=(ann, other)) for name, other in
        (("1", bob), ("2", changed), ("3", tuned), ("4", tuned), ("5", bob))
    ]  # fmt: skip
    for run in runs:
        play(run, 0)
    merged = merge_runs(runs)
    assert [part.second for part in merged.parts] == ["bob", "bob#beef00", "bob#beef00-2"]
    assert merged.dropped == 2 * 50 * 2
    assert merged.renamed == (
        "bob is another player in a later run, and stands there as bob#beef00",
        "bob is another player in a later run, and stands there as bob#beef00-2",
    )


def test_an_entrant_that_the_manifest_does_not_know_is_refused(tmp_path):
    run = make(tmp_path, "one")
    play(run, 0, first="eve")
    with pytest.raises(DataError, match='tells of an entrant "eve"'):
        merge_runs([run])
