"""What the games connect: groups that never met, and entrants whose rating the plain likelihood puts at
infinity.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from harness.stats.tables import Floats, PairingTable

Mark = Literal["", ">", "<", "~"]
"""Nothing; unbounded above; unbounded below; unbounded both ways, or against some and not others."""

Bools = npt.NDArray[np.bool_]


def _closure(edges: Bools) -> Bools:
    """Reflexive and transitive closure, by squaring."""
    reach = edges | np.eye(len(edges), dtype=bool)
    while True:
        product = reach.astype(np.float32)
        further = product @ product > 0
        if np.array_equal(further, reach):
            return reach
        reach = further


def _classes(same: Bools) -> list[list[int]]:
    """Classes of an equivalence relation, the largest first."""
    first = same.argmax(axis=1)
    groups = [np.flatnonzero(first == k).tolist() for k in np.unique(first)]
    return sorted(groups, key=lambda g: (-len(g), g[0]))


def scored_against(table: PairingTable) -> Floats:
    """Points, shape (n, n): row i, column j holds what i scored against j (wins and half the draws)."""
    points = np.zeros((table.entrants, table.entrants))
    c = table.counts.sum(axis=1)
    points[table.i, table.j] = c[:, 2] + 0.5 * c[:, 1]
    points[table.j, table.i] = c[:, 0] + 0.5 * c[:, 1]
    return points


def groups(table: PairingTable) -> list[list[int]]:
    """Find the groups of entrants that games connect.

    Parameters
    ----------
    table : PairingTable
        The games.

    Returns
    -------
    list of lists of int
        Entrants by group, the largest group first; one group where every rating can be compared.
    """
    met = scored_against(table)
    return _classes(_closure((met + met.T) > 0))


def infinite_marks(table: PairingTable) -> tuple[Mark, ...]:
    """Mark the entrants whose rating has no finite maximum-likelihood estimate.

    All estimates are finite exactly if everyone has scored, directly or through others, against everyone
    (Ford 1957; a draw counts both ways). Otherwise the entrants fall into classes that do so among
    themselves. Those of the largest class get no mark; the classes above it (undefeated against what is
    below) get ``>``, the ones under it (winless) ``<``, and ones that can't be compared with it ``~``.
    Where no class has two entrants there is no middle to compare with: the top gets ``>``, the bottom
    ``<``, and what stands between them ``~``.

    Parameters
    ----------
    table : PairingTable
        The games.

    Returns
    -------
    tuple of str, length n
    """
    reach = _closure(scored_against(table) > 0)
    main = _classes(reach & reach.T)[0]
    marks: list[Mark] = []
    for k in range(table.entrants):
        if len(main) == 1:
            above, below = bool(reach[k].sum() > 1), bool(reach[:, k].sum() > 1)
        else:
            above, below = bool(reach[k, main[0]]), bool(reach[main[0], k])
            if above and below:
                marks.append("")
                continue
        marks.append("~" if above == below else ">" if above else "<")
    return tuple(marks)


def seat_is_separate(table: PairingTable) -> bool:
    """Whether no set of worths does what a first-mover factor does."""
    by_seat = table.counts.sum(axis=2) > 0
    if by_seat.all(axis=1).any():
        return True
    rows = np.arange(len(table.i))
    d = np.zeros((len(rows), table.entrants))
    d[rows, table.i], d[rows, table.j] = 1.0, -1.0
    sign = np.where(by_seat[:, 0], 1.0, -1.0)
    worths = np.linalg.lstsq(d, sign, rcond=None)[0]
    return bool(np.abs(d @ worths - sign).max() > 1e-6)


def refuse_unrateable(parts: list[list[int]], marks: tuple[Mark, ...]) -> None:
    """Raise ValueError where ratings without a prior don't exist; the unconnected groups are named."""
    if len(parts) > 1:
        named = "; ".join(
            "{" + ", ".join(map(str, g[:10])) + (", …}" if len(g) > 10 else "}") for g in parts[:5]
        )
        raise ValueError(
            f"the games leave {len(parts)} unconnected groups, {named}: "
            "play games between them, or rate with a prior"
        )
    if "~" in marks:
        odd = [k for k, m in enumerate(marks) if m == "~"]
        raise ValueError(
            f"entrants {', '.join(map(str, odd[:10]))} have no maximum-likelihood rating at all: "
            "rate with a prior, or play on"
        )
