import json

import pytest

from harness.report.text import guarded, json_text, markdown, pad, plain, shorten, width


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("greedy", "greedy"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b2Jgone", "gone"),
        ("\x1b]0;title\x07bot", "bot"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bPq#0\x1b\\bot", "bot"),
        ("\x1bcreset", "reset"),
        ("a\tb\nc", "a b c"),
        ("bell\x07back\x08", "bellback"),
        ("a\u202eb\u2066c\u200bd", "abcd"),
        ("half\udc80", "half"),
        ("Ёлка 普通", "Ёлка 普通"),
        ("", ""),
    ],
)
def test_nothing_that_a_terminal_obeys_stays(text, safe):
    assert plain(text) == safe


@pytest.mark.parametrize("text", ["=1+1", "+1", "-x", "@SUM(A1)", "\t=1", "\rx", "\x1b[0m=1"])
def test_formulas_are_quoted(text):
    assert guarded(text).startswith("'")


def test_other_labels_are_not_quoted():
    assert guarded("greedy=1") == "greedy=1"


def test_markdown_is_literal():
    assert markdown("a|b") == "a\\|b"
    assert markdown("<b>*x*_y_`z`$1$") == "\\<b\\>\\*x\\*\\_y\\_\\`z\\`\\$1\\$"
    assert markdown("[x](y)") == "[x]\\(y)"
    assert markdown("56.3 [54.1, 58.5]") == "56.3 [54.1, 58.5]"


def test_width_counts_columns():
    assert width("abc") == 3
    assert width("普通") == 4
    assert width("e\u0301") == 1
    assert pad("普通", 6, "right") == "  普通"
    assert pad("ab", 4, "left") == "ab  "


def test_shorten_keeps_both_ends():
    assert shorten("greedy", 6) == "greedy"
    assert shorten("search:iterations=2000", 11) == "searc…=2000"
    assert len(shorten("x" * 90, 20)) == 20


def test_what_a_terminal_could_obey_is_escaped_in_json() -> None:
    text = json_text({"note": "a\x9b31m‮\x1b[2J\ud800é"})
    assert text == '{"note": "a\\u009b31m\\u202e\\u001b[2J\\ud800é"}'
    assert json.loads(text) == {"note": "a\x9b31m‮\x1b[2J\ud800é"}
