"""The guide for a first player, done as a reader does it: its files are written, its commands run, with few games."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, Block, blocks

PAGE = DOCS / "first-player.md"
FEW = "20"
"""Blocks that are played here in the place of the guide's."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("first")


@pytest.fixture(scope="module")
def environment(folder: Path) -> dict[str, str]:
    """Give an environment in which `headrace` and `python` are those of this checkout."""
    programs = folder / ".programs"
    programs.mkdir()
    for name, words in (("headrace", "-m harness"), ("python", "")):
        file = programs / name
        file.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', encoding="utf-8")
        file.chmod(0o755)
    found = {name: value for name, value in os.environ.items() if not name.startswith("HEADRACE_")}
    path = os.pathsep.join(filter(None, (str(ROOT), found.get("PYTHONPATH"))))
    search = f"{programs}{os.pathsep}{found.get('PATH', '')}"
    return found | {"PATH": search, "PYTHONPATH": path, "HEADRACE_WORKERS": "1"}


def with_few(text: str) -> str:
    return re.sub(r"(--blocks |blocks=)\d+", rf"\g<1>{FEW}", text)


def steps() -> Iterator[Block]:
    for block in blocks(PAGE):
        if block.info[0] in ("python", "text", "sh") and "setup" not in block.info:
            yield block


def test_the_guide_works_from_its_first_line_to_its_last(folder: Path, environment: dict[str, str]):
    said = ""
    ran = 0
    for block in steps():
        if block.info[0] == "python":
            path = folder / block.info[1].removeprefix("file=")
            path.parent.mkdir(exist_ok=True)
            path.write_text(with_few(block.text), encoding="utf-8")
        elif block.info[0] == "text":
            assert first_words(block.text) == first_words(said)
        else:
            for line in block.lines:
                said = run(with_few(line), folder, environment)
                ran += 1
    assert ran >= 7


def run(line: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
    allowed = (0, 1) if "--sprt" in line else (0,)
    assert done.returncode in allowed, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def first_words(text: str) -> list[str]:
    """Give what stands at the beginning of each line, before its numbers."""
    return [re.split(r"\s{2,}", line)[0] for line in text.splitlines() if line.strip()]


def test_the_setup_is_a_target_of_make():
    wanted = [line for block in blocks(PAGE, "sh") if "setup" in block.info for line in block.lines]
    assert wanted[0] == "make setup"
    done = subprocess.run(["make", "-n", "setup"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
