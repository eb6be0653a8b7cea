"""Every chart draws in every case without a warning, says its labels literally, and gives the same bytes."""

import subprocess
import sys
import warnings
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.text import Text

from harness.core.errors import HeadraceError
from harness.report import charts
from harness.report.scores import score_matrix
from harness.report.style import DIVERGING, DOUBT, KINDS, colormap, contrast, on, picture, save
from harness.stats.analysis import rate
from harness.stats.cycles import Cycle
from harness.stats.sprt import Sprt
from tests.report import samples

ODD = [
    "普通的",
    "a $x_1^2$ bot_with_$y$",
    "=cmd|'!A0",
    "x" * 90,
    "Ёлка",
    "عربي",
    "<b>&amp;</b>",
    "tab\tline\x1b[31m",
]
REASONS = ("deck-out", "river-full", "no-action", "forfeit")
CYCLE = Cycle((0, 1, 2), (0.2, 0.3, 0.1), 0.6, 0.2, 1.0, 0.91)

rated = cache(samples.result)


@cache
def rated_small(name):
    counts = {
        "draws": ([0], [1], [[[0, 9, 0], [0, 9, 0]]]),
        "sweep": ([0], [1], [[[0, 0, 9], [0, 0, 9]]]),
        "groups": ([0, 2], [1, 3], [[[4, 1, 5], [4, 1, 5]], [[3, 1, 6], [5, 1, 4]]]),
    }[name]
    return rate(samples.pairing_table(*counts))


def unbounded():
    counts = [[[0, 0, 9], [0, 0, 9]], [[0, 0, 9], [0, 0, 9]], [[4, 1, 5], [3, 1, 6]]]
    return rate(samples.pairing_table([0, 0, 1], [1, 2, 2], counts), prior=0.0)


def labels(result, odd=False):
    return ODD[: len(result.elo)] if odd else samples.names(len(result.elo))


def crosstable(result, names):
    return charts.crosstable_heatmap(score_matrix(result.table), names, result.elo)


def los(result, names):
    return charts.los_heatmap(result.los, names, result.elo, games=1000)


def strategies(n, games=200, names=None):
    return {
        name: samples.defcon_actions(games, 0.1 + 0.02 * k, k)
        for k, name in enumerate(names or samples.names(n))
    }


def endings(names):
    rng = np.random.Generator(np.random.PCG64(1))
    return {name: rng.multinomial(300, [0.7, 0.28, 0.012, 0.008]) for name in names}


def lengths(names):
    return {name: samples.lengths(300, 50, 9, seed=k) for k, name in enumerate(names)}


def game_length(names):
    rows = lengths(names)
    return charts.game_length(sum(rows.values()), rows)


GAMES, RATIOS = samples.walk(drift=0.07)
SINCE = np.arange(1, 50) * 100
PAIR = ("greedy", "heuristic:depth=3")

CASES = {
    "ladder": lambda: charts.rating_ladder(rated(8, 60), labels(rated(8, 60))),
    "ladder odd": lambda: charts.rating_ladder(rated(8, 60), ODD),
    "ladder 50": lambda: charts.rating_ladder(rated(50, 8), samples.names(50)),
    "ladder draws": lambda: charts.rating_ladder(rated_small("draws"), ["a", "b"]),
    "ladder sweep": lambda: charts.rating_ladder(rated_small("sweep"), ["a", "b"]),
    "ladder groups": lambda: charts.rating_ladder(rated_small("groups"), list("abcd")),
    "ladder infinite": lambda: charts.rating_ladder(unbounded(), list("abc")),
    "cross": lambda: crosstable(rated(8, 60), samples.names(8)),
    "cross odd": lambda: crosstable(rated(8, 60), ODD),
    "cross 50": lambda: crosstable(rated(50, 8), samples.names(50)),
    "cross 20": lambda: crosstable(rated(20, 8), samples.names(20)),
    "cross draws": lambda: crosstable(rated_small("draws"), ["a", "b"]),
    "cross sweep": lambda: crosstable(rated_small("sweep"), ["a", "b"]),
    "cross groups": lambda: charts.crosstable_heatmap(
        score_matrix(rated_small("groups").table), list("abcd")
    ),
    "los": lambda: los(rated(8, 60), ODD),
    "los 50": lambda: los(rated(50, 8), samples.names(50)),
    "los draws": lambda: los(rated_small("draws"), ["a", "b"]),
    "length": lambda: game_length(samples.names(6)),
    "length odd": lambda: game_length(ODD),
    "length many": lambda: game_length([str(k) for k in range(70)]),
    "length alone": lambda: charts.game_length(samples.lengths(300, 50, 9)),
    "length one": lambda: charts.game_length(
        np.array([0, 0, 7]), {"a": np.array([0, 0, 7]), "b": np.zeros(3, int)}
    ),
    "length none": lambda: charts.game_length(np.zeros(9, np.int64)),
    "endings": lambda: charts.ending_reasons(endings(ODD), REASONS),
    "endings many": lambda: charts.ending_reasons(endings([str(k) for k in range(70)]), REASONS),
    "endings one": lambda: charts.ending_reasons({"a": [0, 9, 0, 0]}, REASONS),
    "endings none": lambda: charts.ending_reasons({"a": [0, 0, 0, 0], "b": [0, 0, 0, 0]}, REASONS),
    "strategy": lambda: charts.strategy_chart(strategies(4), samples.DEFCON_KINDS),
    "strategy odd": lambda: charts.strategy_chart(strategies(8, 20, ODD), samples.DEFCON_KINDS),
    "strategy many": lambda: charts.strategy_chart(strategies(17, 30), samples.DEFCON_KINDS),
    "strategy alone": lambda: charts.strategy_chart(
        {"a": samples.forecast_actions(300, 0.4)}, samples.FORECAST_KINDS
    ),
    "strategy none": lambda: charts.strategy_chart({"a": np.zeros((9, 2), np.int64)}, ("x", "y")),
    "llr": lambda: charts.llr_chart(GAMES, RATIOS, Sprt(0, 5), PAIR),
    "llr open": lambda: charts.llr_chart(GAMES[:1], RATIOS[:1], Sprt(-5, 0, model="logistic"), PAIR),
    "elo": lambda: charts.elo_over_games(SINCE, 9 + SINCE / 1e3, 5 + 0 * SINCE, 20 + 0 * SINCE, PAIR),
    "elo infinite": lambda: charts.elo_over_games([2, 4], [np.inf] * 2, [-9, 20], [np.inf] * 2, PAIR),
    "elo single": lambda: charts.elo_over_games([120], [-1750.7], [-2250.4], [-1310.9], PAIR),
    "llr single": lambda: charts.llr_chart([10_000], [49.9], Sprt(0, 10), PAIR),
    "elo draws": lambda: charts.elo_over_games([2], [0.0], [0.0], [0.0], PAIR),
    "cycle": lambda: charts.cycle_graph([CYCLE], ODD),
    "cycles": lambda: charts.cycle_graph([CYCLE] * 5, samples.names(3)),
}


@pytest.mark.parametrize("case", CASES)
def test_charts_draw_without_a_warning(case):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        png = picture(CASES[case](), "png")
    assert png.startswith(b"\x89PNG")


def words(figure):
    return [text.get_text() for text in figure.findobj(Text)]


def title_of(figure):
    return figure.texts[0].get_text()


@pytest.mark.parametrize("case", ["ladder odd", "cross odd", "los", "length odd", "endings", "strategy odd"])
def test_labels_stand_literally(case):
    figure = CASES[case]()
    shown = words(figure)
    for label in ("a $x_1^2$ bot_with_$y$", "=cmd|'!A0", "Ёлка", "<b>&amp;</b>", "tab line"):
        assert label in shown
    assert not any(text.get_parse_math() for text in figure.findobj(Text) if "$" in text.get_text())
    assert not any("\x1b" in text or "\t" in text for text in shown)


@pytest.mark.parametrize("case", ["ladder odd", "cross odd", "strategy odd", "cycle"])
def test_svg_is_well_formed(case):
    ElementTree.fromstring(picture(CASES[case](), "svg"))


@pytest.mark.parametrize("case", ["ladder", "cross", "strategy", "llr"])
@pytest.mark.parametrize("form", ["png", "svg"])
def test_bytes_repeat(case, form):
    data = picture(CASES[case](), form)
    assert data == picture(CASES[case](), form)
    assert b"<dc:date>" not in data


def test_titles_say_what_is_seen():
    def title(case):
        return title_of(CASES[case]())

    assert title("ladder groups") == "Ratings in 2 groups that never met"
    assert title("ladder draws") == "Too close to call at the top: a and b"
    assert title("ladder infinite") == "a took every point: its rating has no upper bound"
    assert title("cross sweep") == "Everyone clearly beats all below"
    assert title("cross draws") == "Nobody clearly loses to a lower-ranked one"
    assert title("los draws") == "0 of 1 pair have a clear order"
    assert title("endings one") == "Every game ends by river-full"
    assert title("length one") == "Half of all games are over after 2 plies"
    assert title("llr") == f"greedy against heuristic:depth=3: H1 accepted after {GAMES[-1]:,} games"
    assert title("llr open").endswith("undecided after 400 games")
    assert title("elo") == "greedy is stronger than heuristic:depth=3"
    assert title("elo draws") == "greedy and heuristic:depth=3 can't be told apart"


def test_upsets_are_named():
    table = samples.pairing_table(
        [0, 0, 1], [1, 2, 2], [[[90, 0, 10]] * 2, [[1, 0, 99]] * 2, [[90, 0, 10]] * 2]
    )
    figure = charts.crosstable_heatmap(score_matrix(table), list("abc"), np.array([3.0, 2.0, 1.0]))
    assert title_of(figure) == "In 2 pairings the lower-ranked one is clearly ahead"


def test_no_cycle_is_no_chart():
    with pytest.raises(ValueError, match="no cycles"):
        charts.cycle_graph([], [])


def test_save_writes_both_files(tmp_path):
    figure = CASES["ladder draws"]()
    png, svg = save(figure, tmp_path / "charts", "ratings")
    assert png.read_bytes() == picture(figure, "png")
    assert svg.read_bytes() == picture(figure, "svg")
    assert {path.name for path in (tmp_path / "charts").iterdir()} == {"ratings.png", "ratings.svg"}


@pytest.mark.parametrize("name", ["../x", "", ".hidden", "a/b", "a b"])
def test_names_that_are_not_safe_are_refused(tmp_path, name):
    with pytest.raises(ValueError, match="no name for a chart"):
        save(CASES["ladder draws"](), tmp_path, name)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(HeadraceError):
        save(CASES["ladder draws"](), tmp_path / "file" / "charts", "x")


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "white") == pytest.approx(21.0)
    assert contrast("white", "#767676") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("fill", KINDS)
def test_text_reads_on_every_fill(fill):
    assert contrast(on(fill), fill) >= 4.5


@pytest.mark.parametrize("stops", [DIVERGING, DOUBT])
def test_text_reads_in_every_cell_of_a_heat_map(stops):
    from matplotlib.colors import to_hex

    fills = [to_hex(color) for color in colormap(stops)(np.linspace(0.0, 1.0, 201))]
    assert min(contrast(on(fill), fill) for fill in fills) >= 4.5


def test_colours_run_to_their_ends():
    assert colormap(["#000000", "#ffffff"])(1.0)[:3] == (1.0, 1.0, 1.0)


def boxes(figure):
    """Give where each text of a figure stands, in pixels."""
    figure.draw_without_rendering()
    return {text.get_text(): text.get_window_extent() for text in figure.findobj(Text) if text.get_text()}


@pytest.mark.parametrize("case", CASES)
def test_no_text_leaves_the_page(case):
    figure = CASES[case]()
    for text, box in boxes(figure).items():
        inside = box.x0 >= -1 and box.x1 <= figure.bbox.width + 1 and box.y0 >= -1
        assert inside, (text, box)
        assert box.y1 <= figure.bbox.height + 1, (text, box)


def test_superiority_has_no_empty_column_or_row():
    result = rated(8, 60)
    order = sorted(range(8), key=lambda k: -result.elo[k])
    names = samples.names(8)
    figure = los(result, names)
    shown = words(figure)
    best, last = names[order[0]], names[order[-1]]
    assert [shown.count(name) for name in (best, last)] == [1, 1]
    assert all(shown.count(names[k]) == 2 for k in order[1:-1])
    (mesh,) = (c for c in figure.axes[0].collections)
    cells = mesh.get_array()
    assert cells.shape == (7, 7)
    assert (~np.ma.getmaskarray(cells) == np.triu(np.ones((7, 7), bool))).all()
    assert cells[0, 0] == result.los[order[0], order[1]]


def test_columns_of_a_large_superiority_chart_keep_their_ranks():
    shown = words(los(rated(50, 8), samples.names(50)))
    assert [shown.count(rank) for rank in ("1", "2", "49", "50")] == [1, 2, 2, 1]


def test_intervals_at_the_ends_have_one_arm():
    shown = words(CASES["cross sweep"]())
    assert "+18" in shown
    assert "−18" in shown
    assert not any(text.startswith("±1") for text in shown)


def test_a_single_look_has_its_interval():
    figure = charts.elo_over_games([120], [30.0], [10.0], [50.0], PAIR)
    vertical = [line for line in figure.axes[0].lines if list(line.get_xdata()) == [120, 120]]
    assert [list(line.get_ydata()) for line in vertical] == [[10.0, 50.0]]


def test_an_infinite_rating_is_an_arrow():
    figure = CASES["elo infinite"]()
    assert "+∞\n[20.0, ∞]" in words(figure)
    assert figure.axes[0].lines[-1].get_marker() == "^"


def test_the_name_of_a_bound_stands_where_the_curve_does_not():
    def left_of(case):
        figure = CASES[case]()
        middle = figure.axes[0].get_window_extent().x0 + figure.axes[0].get_window_extent().width / 2
        return next(
            box.x1 < middle for text, box in boxes(figure).items() if text.startswith("H1 accepted at")
        )

    assert left_of("llr")
    assert not left_of("llr single")


@pytest.mark.parametrize("case", ["cycle", "cycles"])
def test_numbers_of_cycles_stand_clear_of_names(case):
    figure = CASES[case]()
    figure.draw_without_rendering()
    for ax in figure.axes:
        found = [text.get_window_extent() for text in ax.texts]
        assert not any(a.overlaps(b) for k, a in enumerate(found) for b in found[:k])


def test_lengths_say_their_peak():
    figure = charts.game_length(np.array([0, 1, 3]), {"a": np.array([0, 1, 0]), "b": np.array([0, 0, 3])})
    assert [text for text in words(figure) if text.endswith(" %")] == ["75.0 %", "100.0 %", "100.0 %"]


LAZY = """
import sys
import harness.report.charts, harness.report.style, harness.report.ratings, harness.report.tables
assert "matplotlib" not in sys.modules
import numpy as np
import matplotlib
names = [name for name in matplotlib.rcParams if name != "backend"]  # to ask for that one imports pyplot
before = [matplotlib.rcParams[name] for name in names]
harness.report.charts.game_length(np.array([0, 3, 4]))
assert "matplotlib.pyplot" not in sys.modules
assert [matplotlib.rcParams[name] for name in names] == before
"""


def test_matplotlib_comes_late_and_pyplot_never():
    subprocess.run([sys.executable, "-c", LAZY], check=True, timeout=60)
