import pytest

from harness.core.errors import Malformed, UsageError
from harness.games import find_game
from harness.players.entrants import read_entrant, read_entrants, split_target
from harness.players.finder import stock_folder

FORECAST, DEFCON = find_game("forecast"), find_game("defcon")


@pytest.mark.parametrize(
    ("text", "target", "keys"),
    [
        ("random", "random", {}),
        ("greedy:noise=0.5", "greedy", {"noise": "0.5"}),
        ("a/b.py#Bot:x=1,y=2", "a/b.py#Bot", {"x": "1", "y": "2"}),
        ('bot:label="a,b:c=1",x=2', "bot", {"label": "a,b:c=1", "x": "2"}),
        ("exec:python3 bot.py", "exec:python3 bot.py", {}),
        ("exec:python3 bot.py --at=1:depth=3", "exec:python3 bot.py --at=1", {"depth": "3"}),
        ("C:odd/path.py", "C:odd/path.py", {}),
        ("bot:a=1:b=2", "bot:a=1", {"b": "2"}),
    ],
)
def test_parameters_start_at_the_last_colon_with_a_name(text, target, keys):
    assert split_target(text) == (target, keys)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bot:x=1,y", '"y" in "bot:x=1,y" is not key=value'),
        ("bot:x=1,x=2", '"x" is given twice'),
        ('bot:x="1', "not closed"),
    ],
)
def test_malformed_keys_are_refused(text, reason):
    with pytest.raises(UsageError, match=reason):
        split_target(text)


def test_labels_tell_entrants_apart():
    labels = [e.label for e in read_entrants(["random", "random", "random:label=r", "random"], FORECAST)]
    assert labels == ["random", "random#2", "r", "random#3"]


@pytest.fixture
def namesake(tmp_path):
    """Give a player's file that is named like a stock player."""
    text = (stock_folder() / "forecast" / "greedy.py").read_text("utf-8")
    path = tmp_path / "greedy.py"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["FILE", "greedy"], ["greedy#2", "greedy"]),
        (["greedy", "FILE"], ["greedy", "greedy#2"]),
        (["FILE", "greedy", "FILE", "greedy"], ["greedy#3", "greedy", "greedy#4", "greedy#2"]),
        (["FILE", "random:label=greedy"], ["greedy#2", "greedy"]),
        (["greedy", "random:label=greedy#2", "FILE"], ["greedy", "greedy#2", "greedy#3"]),
        (["FILE", "FILE"], ["greedy", "greedy#2"]),
    ],
)
def test_stock_players_keep_their_names_and_files_give_way(namesake, texts, labels):
    field = read_entrants([text.replace("FILE", namesake) for text in texts], FORECAST)
    assert [entrant.label for entrant in field] == labels
    assert [entrant.found.origin == "file" for entrant in field] == [text == "FILE" for text in texts]


@pytest.mark.parametrize(
    ("texts", "label"),
    [
        (["random:label=x", "greedy:label=x"], "x"),
        (["greedy", "random:label=greedy"], "greedy"),
        (["random:label=greedy", "greedy"], "greedy"),
    ],
)
def test_a_label_given_twice_is_refused(texts, label):
    with pytest.raises(UsageError, match=f'label "{label}" is given to two'):
        read_entrants(texts, FORECAST)


@pytest.mark.parametrize("label", ["\x1b[31mred", "a\tb", "line\nbreak", " padded "])
def test_labels_can_be_printed(label):
    with pytest.raises(UsageError, match="can't be printed"):
        read_entrant(f'random:label="{label}"', FORECAST)


def test_default_label_shows_what_was_set():
    entrant = read_entrant("heuristic:" + _first_parameter("heuristic"), FORECAST)
    assert entrant.label == "heuristic:" + _first_parameter("heuristic")


def _first_parameter(name):
    parameter = read_entrant(name, FORECAST).description.parameters[0]
    return f"{parameter.name}={parameter.low:g}"


def test_unknown_parameters_and_values_are_all_named():
    with pytest.raises(Malformed) as caught:
        read_entrant("heuristic:zzz=1,yyy=2", FORECAST)
    assert len(caught.value.reasons) == 2


def test_decks_belong_to_entrants_in_defcon_and_to_the_run_in_forecast():
    assert read_entrant("random:deck=full", DEFCON).deck.name == "full"
    assert read_entrant("random", DEFCON).deck is not None
    assert read_entrant("random", FORECAST).deck is None
    with pytest.raises(UsageError, match="the deck is the run's"):
        read_entrant("random:deck=standard", FORECAST)


@pytest.mark.parametrize("target", ["randm", "gredy", "heuristc"])
def test_unknown_players_are_answered_with_a_guess(target):
    with pytest.raises(UsageError, match="did you mean"):
        read_entrant(target, FORECAST)
