"""The package stands on numpy alone when it is imported, and on nothing of harness but itself and core."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import harness.stats

MODULES = sorted(Path(harness.stats.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_imports(path: Path) -> None:
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            if name.split(".")[0] == "harness":
                assert name.startswith(("harness.stats", "harness.core"))
            if name.split(".")[0] == "scipy":
                assert node not in tree.body, "scipy is imported inside functions"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_no_effects(path: Path) -> None:
    calls = [
        n.func.id
        for n in ast.walk(ast.parse(path.read_text()))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    ]
    assert not {"print", "open", "input"} & set(calls)
