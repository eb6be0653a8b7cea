"""The charts of a report, one function each; they give figures, and `harness.report.style.save` writes them."""

from harness.report.charts.cycles import cycle_graph
from harness.report.charts.endings import ending_reasons
from harness.report.charts.ladder import rating_ladder
from harness.report.charts.lengths import game_length
from harness.report.charts.matrices import crosstable_heatmap, los_heatmap
from harness.report.charts.sequential import elo_over_games, llr_chart
from harness.report.charts.strategy import strategy_chart

__all__ = [
    "crosstable_heatmap",
    "cycle_graph",
    "elo_over_games",
    "ending_reasons",
    "game_length",
    "llr_chart",
    "los_heatmap",
    "rating_ladder",
    "strategy_chart",
]
