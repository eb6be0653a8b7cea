import csv
import io
import json
import math

import pytest

from harness.report import formats
from harness.report.tables import Column, Section, Table, render, text_column

ROWS = (
    {"name": "greedy", "elo": 12.34, "games": 1000, "odd": False, "blocks": (1, 2)},
    {"name": "=1|2\x1b[31m", "elo": math.inf, "games": 10, "odd": True, "blocks": (3, 4)},
    {"name": "普通", "elo": math.nan, "games": 0, "odd": None, "blocks": ()},
)
COLUMNS = (
    text_column("player", "name"),
    Column("Elo", ("elo",), formats.fixed, tone=lambda elo: "good" if elo > 0 else ""),
    Column("games", ("games",), formats.count),
)
FIELDS = ("name", "elo", "games", "odd", "blocks")
TABLE = Table("Ratings", COLUMNS, (Section("", ROWS),), FIELDS, ("One | note.",))


def test_aligned_text():
    assert render(TABLE) == (
        "Ratings\n"
        "\n"
        "player   Elo  games\n"
        "------  ----  -----\n"
        "greedy  12.3  1,000\n"
        "=1|2     inf     10\n"
        "普通     n/a      0\n"
        "\n"
        "One | note.\n"
    )


def test_markdown():
    assert render(TABLE, "md") == (
        "**Ratings**\n"
        "\n"
        "| player | Elo | games |\n"
        "|:---|---:|---:|\n"
        "| greedy | 12.3 | 1,000 |\n"
        "| =1\\|2 | inf | 10 |\n"
        "| 普通 | n/a | 0 |\n"
        "\n"
        "One \\| note.\n"
    )


def test_csv_has_raw_values_and_no_formulas():
    assert render(TABLE, "csv") == (
        "name,elo,games,odd,blocks\ngreedy,12.34,1000,false,1 2\n'=1|2,inf,10,true,3 4\n普通,,0,,\n"
    )


def test_csv_is_exact():
    value = 0.1 + 0.2
    table = Table("", (), (Section("", ({"x": value, "y": 'a,"b"\n'},)),), ("x", "y"))
    row = next(csv.DictReader(io.StringIO(render(table, "csv"))))
    assert float(row["x"]) == value
    assert row["y"] == 'a,"b" '


def test_json_keeps_labels_and_escapes_what_a_terminal_obeys():
    text = render(TABLE, "json")
    assert "\x1b" not in text
    assert json.loads(text) == [
        {"name": "greedy", "elo": 12.34, "games": 1000, "odd": False, "blocks": [1, 2]},
        {"name": "=1|2\x1b[31m", "elo": "inf", "games": 10, "odd": True, "blocks": [3, 4]},
        {"name": "普通", "elo": None, "games": 0, "odd": None, "blocks": []},
    ]


def test_json_of_no_rows():
    assert json.loads(render(Table("", COLUMNS, (Section("", ()),), FIELDS), "json")) == []


def test_sections_have_headings_of_their_own():
    table = Table("T", COLUMNS[:1], (Section("One", ROWS[:1]), Section("Two", ROWS[2:])), FIELDS)
    assert render(table) == "T\n\nOne\nplayer\n------\ngreedy\n\nTwo\nplayer\n------\n普通\n"
    assert render(table, "md").count("| player |") == 2
    assert render(table, "csv").count("\n") == 3


def test_data_stand_in_for_what_is_shown():
    data = Table("", (), (Section("", ({"x": 1},)),), ("x",))
    table = Table("T", COLUMNS, (Section("", ROWS),), FIELDS, (), data)
    assert render(table, "csv") == "x\n1\n"
    assert "greedy" in render(table)


def test_colours_only_where_asked_for():
    assert "\x1b" not in render(TABLE)
    assert "\x1b[32m12.3\x1b[0m" in render(TABLE, color=True).replace("\x1b[32m ", "\x1b[32m")


def test_an_empty_table_has_no_headings():
    assert render(Table("None", COLUMNS, (Section("", ()),), FIELDS)) == "None\n"


def test_unknown_forms_are_named():
    with pytest.raises(ValueError, match="known are table, csv, json, md"):
        render(TABLE, "xml")
