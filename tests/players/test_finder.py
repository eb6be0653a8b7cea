import sys
from pathlib import Path

import pytest

from harness.core.errors import DataError, UsageError
from harness.players.finder import find_player, stock_players
from harness.players.sources import player_hash, player_sources

BOT = '''
from harness.players import Parameter, player
{imports}

@player(game="forecast", parameters=[Parameter("boldness", 1.0, 0.0, 5.0)])
class {name}:
    """Plays first."""

    def choose(self, view):
        return view.legal[0]
'''


def write(path: Path, name="Otter", imports=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BOT.format(name=name, imports=imports))
    return path


@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_stock_players_are_found_by_name(game):
    assert {"random", "greedy", "heuristic", "example"} <= set(stock_players(game))
    for name in stock_players(game):
        found = find_player(name, game)
        assert found.stock
        assert found.address == name
        assert game in found.description.games
        assert found.description.doc


def test_a_file_by_path(tmp_path):
    path = write(tmp_path / "otter.py")
    found = find_player(str(path), "forecast")
    assert (found.description.name, found.description.kind, found.stock) == ("Otter", "plain", False)
    assert find_player(found.address, "forecast").hash == found.hash
    assert find_player("otter.py", "forecast", base=tmp_path).hash == found.hash


def test_one_of_several_players_in_a_file(tmp_path):
    path = write(tmp_path / "two.py")
    path.write_text(path.read_text() + BOT.format(name="Badger", imports=""))
    assert find_player(f"{path}#Badger", "forecast").description.name == "Badger"
    with pytest.raises(UsageError, match="holds 2 players"):
        find_player(str(path), "forecast")
    with pytest.raises(UsageError, match='did you mean "Badger"'):
        find_player(f"{path}#Bagder", "forecast")


def test_a_toml_file_sets_parameters(tmp_path):
    write(tmp_path / "otter.py")
    tuned = tmp_path / "tuned.toml"
    tuned.write_text('target = "otter.py"\n[parameters]\nboldness = 2.5\n')
    found = find_player(str(tuned), "forecast")
    assert found.parameters == {"boldness": 2.5}
    assert found.description.name == "Otter"


@pytest.mark.parametrize("text", ["target = 1", "x = 2", "not toml at all", 'target = "random"\nmore = 1'])
def test_other_toml_files_are_refused(tmp_path, text):
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(DataError, match=r"bad\.toml"):
        find_player(str(tmp_path / "bad.toml"), "forecast")


def test_names_of_the_configuration():
    named = {"bold": {"target": "heuristic", "parameters": {}}}
    assert find_player("bold", "forecast", named=named).address == "heuristic"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("x = (", "line 1"),
        ("raise RuntimeError('no')", "RuntimeError: no"),
        ("import sys; sys.exit(1)", "SystemExit"),
        ("x = 1", "holds no player"),
        ("from harness.players import player\n@player(game='forecast')\ndef f(a): pass", "five arguments"),
        ("from harness.players import player\n@player(game='forecast')\nclass F: pass", "neither choose"),
    ],
)
def test_files_that_hold_no_player_are_refused_in_a_line(tmp_path, source, reason):
    path = tmp_path / "bad.py"
    path.write_text(source)
    with pytest.raises(DataError, match=reason) as caught:
        find_player(str(path), "forecast")
    assert "\n" not in str(caught.value)


DECLARED = """\
from harness.players import Parameter, player
{}
class Otter:
    {}
    def choose(self, view):
        return 1
"""
COMPILED = """\
from harness.players import player
@player(game="forecast")
def otter(view, parameters, memory, scratch, random):
{}
"""


@pytest.mark.parametrize(
    ("mark", "more", "told"),
    [
        ("@player", "", '@player needs to know the game; write @player(game="forecast")'),
        ("@player()", "", '@player needs to know the game: write @player(game="forecast")'),
        ("@player(game='forcast')", "", 'no such game; did you mean "forecast"?'),
        (
            "@player(game='forecast', parameters=[('boldness', 0.5)])",
            "",
            "('boldness', 0.5) is no Parameter; write Parameter('boldness', 0.5)",
        ),
        ("@player(game='forecast', parameters=['x'])", "", 'write Parameter("x", 1.0)'),
        (
            "@player(game='forecast', parameters=[Parameter('x', 'y')])",
            "",
            "default is 'y', which is no number",
        ),
        ("@player(game='forecast', parameters=[Parameter('label', 1)])", "", "take another name"),
        ("@player(game='forecast', parameters=[Parameter('x', 1)] * 2)", "", "declared twice"),
        ("@player(game='forecast', memory=-1)", "", "a number of words"),
        ("@player(game='forecast', scratch='8')", "", "a number of words"),
        ("@player(game='forecast', cost='cheap')", "", "a number of nanoseconds"),
        (
            "@player(game='forecast')",
            "def __init__(self, depth): pass",
            "Otter() is missing a required argument: 'depth'",
        ),
        ("@player(game='forecast')", "def begin(self): pass", "write def begin(self, info)"),
        ("@player(game='forecast')", "def end(self, result, more): pass", "write def end(self, result)"),
        ("@player(game='forecast')", "def choose_many(self): pass", "write def choose_many(self, views)"),
        ("@player(game='forecast')", "begin = 3", "write def begin(self, info)"),
    ],
)
def test_a_declaration_that_can_t_be_right_is_refused_with_its_line(tmp_path, mark, more, told):
    path = tmp_path / "otter.py"
    path.write_text(DECLARED.format(mark, more or "pass"))
    with pytest.raises(DataError) as caught:
        find_player(str(path), "forecast")
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert told in str(caught.value)
    assert "Error" not in str(caught.value)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("    if view.ply > 3:\n        return 0", 4),
        ("    for _ in range(3):\n        return 0", 4),
        ("    return 0 if view.ply else None", 4),
        ("    while True:\n        if view.ply:\n            return 0", None),
        ("    if view.ply:\n        return 0\n    else:\n        return 1", None),
        ("    if view.ply:\n        return\n    return 1", 5),
    ],
)
def test_compiled_code_that_can_end_without_an_action_is_refused(tmp_path, source, line):
    path = tmp_path / "otter.py"
    path.write_text(COMPILED.format(source))
    if line is None:
        assert find_player(str(path), "forecast").description.kind == "compiled"
        return
    with pytest.raises(DataError, match=f"otter must return a whole number on every path, .* line {line} "):
        find_player(str(path), "forecast")


def test_methods_may_be_static_and_have_more_arguments_with_defaults(tmp_path):
    path = tmp_path / "otter.py"
    path.write_text(
        DECLARED.format("@player(game='forecast')", "@staticmethod\n    def begin(info, more=1): pass")
        + "    @classmethod\n    def end(cls, *results): pass\n    def __init__(self, depth=3): pass\n"
    )
    assert find_player(str(path), "forecast").description.kind == "plain"


def test_what_a_module_raises_is_told_with_the_line_of_the_player_s_own_file(tmp_path):
    path = write(tmp_path / "otter.py", imports="import tricks")
    (tmp_path / "tricks.py").write_text("import json\n\nX = json.loads('nothing')\n")
    with pytest.raises(DataError) as caught:
        find_player(str(path), "forecast")
    assert str(caught.value).startswith(f"{tmp_path / 'tricks.py'}, line 3: JSONDecodeError: ")


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("otter", 'a file is given by its path: did you mean "./otter.py"?'),
        ("p.sh", 'did you mean "exec:./p.sh"?'),
        ("./p.sh", "p.sh is not a Python file: if it is a program, write 'exec:./p.sh'"),
        ("./otter.py:care", '"care" in "./otter.py:care" is not key=value: write TARGET:key=value'),
        ("otter.py:care", '"care" in "otter.py:care" is not key=value'),
        ("greedy:care", '"care" in "greedy:care" is not key=value'),
        ("gredy", '"gredy": did you mean "greedy"? A file is given by its path'),
        ("./oter.py", 'did you mean "./otter.py"?'),
        ("./otter", 'did you mean "./otter.py"?'),
        ("deep/", "is a folder"),
        (".", 'unknown player "."'),
    ],
)
def test_what_may_have_been_meant_is_said(tmp_path, monkeypatch, target, told):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "otter.py")
    (tmp_path / "p.sh").write_text("read x\n")
    (tmp_path / "deep").mkdir()
    with pytest.raises(UsageError) as caught:
        find_player(target, "forecast")
    assert told in str(caught.value)


def test_a_player_of_another_game_is_refused(tmp_path):
    path = write(tmp_path / "otter.py")
    with pytest.raises(UsageError, match="does not play defcon"):
        find_player(str(path), "defcon")


def test_missing_files_are_told():
    with pytest.raises(UsageError, match="no player file"):
        find_player("nowhere/bot.py", "forecast")


def test_neighbours_belong_to_their_folder(tmp_path):
    for folder, value in (("a", 1), ("b", 2)):
        write(tmp_path / folder / "otter.py", imports="import tricks\nVALUE = tricks.VALUE")
        (tmp_path / folder / "tricks.py").write_text(f"VALUE = {value}")
    path_before, modules_before = list(sys.path), set(sys.modules)
    makes = [find_player(str(tmp_path / folder / "otter.py"), "forecast").description.make for folder in "ab"]
    assert [sys.modules[make.__module__].VALUE for make in makes] == [1, 2]
    assert sys.path == path_before
    assert all(name.startswith("headrace_player_") for name in set(sys.modules) - modules_before)


def test_the_hash_covers_all_that_a_player_imports_from_its_folder(tmp_path):
    path = write(tmp_path / "otter.py", imports="import json\nimport tricks\nfrom deep import inner")
    (tmp_path / "tricks.py").write_text("import more\n")
    (tmp_path / "more.py").write_text("X = 1\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "__init__.py").write_text("")
    (tmp_path / "deep" / "inner.py").write_text("from . import other\n")
    (tmp_path / "deep" / "other.py").write_text("")
    (tmp_path / "unrelated.py").write_text("")
    names = [file.relative_to(tmp_path).as_posix() for file in player_sources(path)]
    assert names == ["deep/__init__.py", "deep/inner.py", "deep/other.py", "more.py", "otter.py", "tricks.py"]
    before = player_hash(path)
    (tmp_path / "unrelated.py").write_text("Y = 1")
    assert player_hash(path) == before
    (tmp_path / "more.py").write_text("X = 2\n")
    assert player_hash(path) != before
