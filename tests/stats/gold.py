"""Published figures of statistics.md, section 5, and the tables behind them."""

from __future__ import annotations

import numpy as np

from harness.stats.tables import PairingTable

# counts, model, (elo0, elo1), published (to 1 %), exact (to half a unit of its last digit, at worst 1e-6)
LLR = [
    ([36027, 68692, 36433], "normalized", (0, 2), 0.92, 0.923293),
    ([10650, 20431, 10871], "normalized", (-1.75, 0.25), 2.30, 2.297500),
    ([21184, 40708, 21404], "logistic", (0.5, 2.5), -1.57, -1.571889),
    ([68526, 128429, 68965], "bayesian", (0, 2), -1.26, -1.262156),
    ([365, 16618, 36229, 16974, 390], "normalized", (0, 2), 2.25, 2.250368),
    ([127, 4883, 10712, 5150, 104], "normalized", (-1.75, 0.25), 3.01, 3.010154),
    ([223, 9863, 21279, 10037, 246], "logistic", (0.5, 2.5), -3.07, -3.074126),
]

# counts, score, elo, its error, nelo, its error, LOS in %
ELO = [
    ([96, 111, 136], 0.5583, 40.70, 30.43, 49.77, 36.77, 99.60),
    ([356, 0, 34], 0.0872, -407.99, 63.16, -508.44, 34.48, 0.00),
    ([34, 54, 63, 64, 75], 0.5793, 55.58, 27.65, 57.94, 28.28, 100.00),
    ([332, 433, 498, 333, 334], 0.4876, -8.64, 10.33, -9.17, 10.96, 5.05),
]

# Davidson (1970): i, j, wins of i, wins of j, ties
PUDDING = [
    (1, 2, 19, 22, 16),
    (1, 3, 16, 19, 12),
    (2, 3, 19, 19, 10),
    (1, 4, 18, 23, 13),
    (2, 4, 23, 19, 9),
    (3, 4, 19, 20, 15),
    (1, 5, 13, 19, 18),
    (2, 5, 16, 20, 12),
    (3, 5, 16, 15, 17),
    (4, 5, 17, 14, 16),
    (1, 6, 18, 21, 12),
    (2, 6, 22, 20, 12),
    (3, 6, 13, 18, 10),
    (4, 6, 14, 19, 18),
    (5, 6, 11, 21, 12),
]

# Agresti: rows at home, wins–losses of the home team
BASEBALL = """
-   1-6 3-4 1-5 2-5 2-4 1-6
6-0 -   5-2 2-5 5-1 4-2 3-3
2-4 4-2 -   3-3 2-5 4-3 3-4
4-3 6-0 6-1 -   3-3 4-3 4-2
6-0 6-1 4-2 4-3 -   4-3 4-2
6-1 4-3 4-2 5-1 3-3 -   2-5
6-0 4-3 4-2 4-3 2-5 2-4 -
"""


def pudding() -> PairingTable:
    wins, draws = np.zeros((6, 6)), np.zeros((6, 6))
    for i, j, w, loss, d in PUDDING:
        wins[i - 1, j - 1], wins[j - 1, i - 1] = w, loss
        draws[i - 1, j - 1] = draws[j - 1, i - 1] = d
    return PairingTable.from_crosstable(wins, draws)


def baseball() -> PairingTable:
    wins, losses = np.zeros((7, 7)), np.zeros((7, 7))
    for row, line in enumerate(BASEBALL.strip().splitlines()):
        for column, cell in enumerate(line.split()):
            if cell != "-":
                wins[row, column], losses[row, column] = map(int, cell.split("-"))
    return PairingTable.from_matrices(wins, np.zeros((7, 7)), losses)
