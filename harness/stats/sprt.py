"""The sequential test: its configuration as text and as a value, its bounds, and what it decides."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from harness.stats.counts import Tally
from harness.stats.llr import bayes_score, draw_elo, llr_logistic, llr_normalized
from harness.stats.scale import score_from_elo

Model = Literal["normalized", "logistic", "bayesian"]
Decision = Literal["H0", "H1"]

PRESETS: dict[str, tuple[float, float]] = {"improve": (0.0, 2.0), "no-regression": (-1.75, 0.25)}
"""Named bounds ⟨elo0, elo1⟩, both for the normalized model; fishtest's bounds for gains and for
simplifications.
"""


def _suggest(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A generalized sequential probability ratio test of H0: elo = elo0 against H1: elo = elo1.

    Parameters
    ----------
    elo0, elo1 : float
        Bounds in the unit of the model (normalized Elo, logistic Elo or BayesElo), elo0 < elo1.
    alpha, beta : float
        Chance of accepting H1 at elo0, and of accepting H0 at elo1; each above 0, their sum below 1.
    model : {"normalized", "logistic", "bayesian"}
        What the bounds mean.

    Raises
    ------
    ValueError
        A parameter is out of its range.
    """

    elo0: float = 0.0
    elo1: float = 2.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        """Check the parameters."""
        for name in ("elo0", "elo1", "alpha", "beta"):
            value = getattr(self, name)
            if not math.isfinite(value):
                raise ValueError(f"{name} is {value}; give a finite number")
        if not self.elo0 < self.elo1:
            raise ValueError(
                f"elo0 ({self.elo0:g}) must be below elo1 ({self.elo1:g}); swap them or widen the test"
            )
        if self.alpha <= 0 or self.beta <= 0 or self.alpha + self.beta >= 1:
            raise ValueError(
                f"alpha ({self.alpha:g}) and beta ({self.beta:g}) must be above 0 and add up to less than 1; "
                "0.05 is usual"
            )
        if self.model not in get_args(Model):
            raise ValueError(f"unknown model {self.model!r}: {_suggest(self.model, list(get_args(Model)))}")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Read a test from text such as ``elo0=0 elo1=2 alpha=0.05 beta=0.05 model=normalized``.

        Parameters
        ----------
        text : str
            Words parted by blanks or commas. Each is ``key=value``, or the name of a preset (``improve``,
            ``no-regression``), which sets both bounds. What isn't given keeps its default.

        Raises
        ------
        ValueError
            A key, preset or model is unknown (the nearest one is named), a value is no number, a key comes
            twice, or a parameter is out of its range.
        """
        known = [f.name for f in fields(cls)]
        given: dict[str, float | str] = {}
        for word in text.replace(",", " ").split():
            key, equals, value = word.partition("=")
            if not equals:
                if key not in PRESETS:
                    close = _suggest(key, [*PRESETS, *known])
                    raise ValueError(f"unknown preset {key!r} in the test {text!r}: {close}")
                items: list[tuple[str, float | str]] = list(zip(("elo0", "elo1"), PRESETS[key], strict=True))
            elif key not in known:
                raise ValueError(f"unknown key {key!r} in the test {text!r}: {_suggest(key, known)}")
            elif key == "model":
                items = [(key, value)]
            else:
                try:
                    items = [(key, float(value.encode("ascii")))]
                except ValueError:
                    raise ValueError(f"{key} is {value!r} in the test {text!r}; give a number") from None
            for name, item in items:
                if name in given:
                    raise ValueError(f"{name} is given twice in the test {text!r}; keep one")
                given[name] = item
        return replace(cls(), **given)  # type: ignore[arg-type]

    def __str__(self) -> str:
        numbers = " ".join(f"{name}={getattr(self, name):g}" for name in ("elo0", "elo1", "alpha", "beta"))
        return f"{numbers} model={self.model}"

    @property
    def lower(self) -> float:
        """LLR at which H0 is accepted, ln(β/(1 − α)); Wald (1945)."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """LLR at which H1 is accepted, ln((1 − β)/α); Wald (1945)."""
        return math.log((1.0 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """Log-likelihood ratio of H1 against H0; 0 before the first block.

        Raises
        ------
        ValueError
            The model is bayesian and the tally doesn't know its draws, or the bounds are too far out.
        """
        if tally.total == 0:
            return 0.0
        if self.model == "normalized":
            return float(llr_normalized(tally.blocks, self.elo0, self.elo1))
        return float(llr_logistic(tally.blocks, *self.score_bounds(tally)))

    def score_bounds(self, tally: Tally) -> tuple[float, float]:
        """Mean scores under H0 and H1 for the logistic and bayesian models.

        Raises
        ------
        ValueError
            The model is normalized (its bounds are no scores), or it is bayesian and the draws aren't known.
        """
        if self.model == "logistic":
            return score_from_elo(self.elo0), score_from_elo(self.elo1)
        if self.model == "normalized":
            raise ValueError("normalized bounds are no mean scores; use the logistic model")
        wins, draws, losses = tally.wins, tally.draws, tally.losses
        if wins is None or draws is None or losses is None:
            raise ValueError(
                "the bayesian model needs the number of drawn games; give draws, or use model=logistic"
            )
        elo = draw_elo(wins, draws, losses)
        return bayes_score(self.elo0, elo), bayes_score(self.elo1, elo)

    def decide(self, llr: float) -> Decision | None:
        """Name the accepted hypothesis, or None while the test goes on."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None

    def state(self, tally: Tally) -> SprtState:
        """Evaluate the test on the ordered prefix of blocks that `tally` counts."""
        llr = self.llr(tally)
        return SprtState(llr, self.lower, self.upper, self.decide(llr))

    def first_decision(self, counts: npt.ArrayLike) -> tuple[int, Decision] | None:
        """Find the look at which a test stops.

        Decisions don't depend on which worker finished first: the runner looks at the ordered prefix of
        blocks at block numbers k·B only, and this takes those looks together.

        Parameters
        ----------
        counts : int array, shape (looks, 2g + 1)
            Block counts of the whole prefix at each look.

        Returns
        -------
        (look, decision) or None
            Index of the first look outside the bounds.

        Raises
        ------
        ValueError
            The shape is wrong, or the model is bayesian, which needs single games.
        """
        table = np.asarray(counts, dtype=np.float64)
        if self.model == "bayesian" and table.shape[-1] != 3:
            raise ValueError("the bayesian model needs single games (3 counts a look); use model=logistic")
        if self.model == "normalized":
            llr = llr_normalized(table, self.elo0, self.elo1)
        elif self.model == "logistic":
            llr = llr_logistic(table, score_from_elo(self.elo0), score_from_elo(self.elo1))
        else:
            llr = np.array([self.llr(Tally(tuple(row))) for row in table.astype(np.int64).tolist()])
        outside = np.flatnonzero((llr >= self.upper) | (llr <= self.lower))
        if len(outside) == 0:
            return None
        look = int(outside[0])
        return look, "H1" if llr[look] >= self.upper else "H0"


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a sequential test stands: its LLR, both bounds, and the decision (None: it goes on)."""

    llr: float
    lower: float
    upper: float
    decision: Decision | None
