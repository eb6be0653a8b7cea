"""All pages together: links lead somewhere, commands exist with the options they are given, paths are there."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
import pytest

from harness.cli.lazy import LazyGroup
from harness.cli.root import headrace
from harness.games import find_game
from harness.players.finder import find_player
from harness.report.ratings import rating_table
from harness.stats.analysis import rate
from harness.stats.deals import DealTable
from harness.tournament.plans import default_entrants
from tests.docs.pages import DOCS, ROOT, anchor, blocks, headings, pages, prose

PAGES = pages()
OWN = [page for page in PAGES if page.name != "commands.md"]
NAMES = [page.name for page in PAGES]

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_links_lead_somewhere(page: Path):
    for target in _LINK.findall(prose(page)):
        if re.match(r"https?://", target):
            continue
        path, _, place = target.partition("#")
        other = (page.parent / path).resolve() if path else page
        assert other.exists(), f"{page.name}: {target}"
        if place:
            assert place in [anchor(heading) for heading in headings(other)], f"{page.name}: {target}"


def test_the_readme_leads_to_every_page():
    targets = set(_LINK.findall(prose(ROOT / "README.md")))
    assert {f"docs/{page.name}" for page in DOCS.glob("*.md")} <= targets


def command_lines(page: Path) -> Iterator[str]:
    """Give all `headrace …` of a page: lines of shell blocks, and code in its text."""
    for block in blocks(page):
        if block.info[:1] == ("sh",):
            yield from (line for line in block.lines if re.search(r"\bheadrace\b", line))
    for code in re.findall(r"`([^`\n]+)`", prose(page)):
        if code.startswith("headrace "):
            yield code


@pytest.mark.parametrize("page", OWN, ids=[page.name for page in OWN])
def test_commands_exist_with_these_options(page: Path):
    for line in command_lines(page):
        words = shlex.split(line.split("|")[0].replace("…", ""))
        words = words[words.index("headrace") + 1 :]
        command: click.Command = headrace
        while words and isinstance(command, LazyGroup):
            name = words[0]
            if name.isupper():
                break
            found = command.get_command(click.Context(command), name)
            assert found is not None, f"{page.name}: {line}"
            command, words = found, words[1:]
        context = click.Context(command, help_option_names=["-h", "--help"])
        known = {option for param in command.get_params(context) for option in param.opts} | {"--help", "-h"}
        given = {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert given <= known, f"{page.name}: {line}"


@pytest.mark.parametrize("page", OWN, ids=[page.name for page in OWN])
def test_targets_of_make_exist(page: Path):
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))
    codes = re.findall(r"`make ([a-z-]+)`", prose(page))
    codes += [
        line.split()[1] for block in blocks(page, "sh") for line in block.lines if line.startswith("make ")
    ]
    assert set(codes) <= targets


def test_what_the_readme_runs_is_there():
    readme = ROOT / "README.md"
    lines = [line for block in blocks(readme, "sh") for line in block.lines if line.startswith("make ")]
    assert lines == ["make tournament", "make test"]
    for line in lines:
        done = subprocess.run(
            ["make", "-n", *line.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=True
        )
        expected = "headrace tournament" if "tournament" in line else "-m pytest"
        assert expected in done.stdout


def test_the_readmes_player_is_one(tmp_path: Path):
    (block,) = (block for block in blocks(ROOT / "README.md", "python") if "player" in block.info)
    assert len(block.lines) <= 5
    file = tmp_path / "otter.py"
    file.write_text(block.text, encoding="utf-8")
    assert find_player(str(file), "forecast").description.kind == "plain"


def test_the_readmes_sample_is_of_this_version():
    (block,) = (block for block in blocks(ROOT / "README.md", "text") if "sample" in block.info)
    lines = block.lines
    rng = np.random.Generator(np.random.PCG64(1))
    counts = np.repeat(rng.integers(1, 5, (3, 60, 1, 3)), 2, axis=2).astype(np.int32)
    for seat in range(2):  # all have each seat equally often, as in a tournament
        counts[:, :, seat] = counts[:, :, 0]
    table = DealTable(3, np.array([0, 0, 1]), np.array([1, 2, 2]), counts)
    made = rating_table(rate(table, replicates=100), ["a", "b", "c"], {})
    assert re.split(r"\s{2,}", lines[1].strip()) == [column.title for column in made.columns]
    listed = [line.split()[1] for line in lines[3:]]
    assert sorted(listed) == sorted(entrant.label for entrant in default_entrants(find_game("forecast")))


@pytest.mark.parametrize("page", OWN, ids=[page.name for page in OWN])
def test_paths_in_the_tree_exist(page: Path):
    for code in re.findall(r"`((?:harness|bots|tests|docs|scripts)/[\w./-]*)`", prose(page)):
        if "otter" not in code and "marten" not in code:
            assert (ROOT / code).exists(), f"{page.name}: {code}"


def test_the_layout_names_every_package():
    text = (DOCS / "layout.md").read_text(encoding="utf-8")
    packages = [path.parent for path in (ROOT / "harness").glob("*/__init__.py")]
    assert packages
    for package in packages:
        assert f"`harness/{package.name}/`" in text


def test_the_layout_names_modules_that_exist():
    text = (DOCS / "layout.md").read_text(encoding="utf-8").split("## How data flow")[0]
    for title, folder in (("core", "core"), ("players", "players")):
        table = text.split(f"### {title}\n")[1].split("###")[0]
        for name in re.findall(r"`(\w+)`", "".join(re.findall(r"^\|([^|]*)\|", table, re.MULTILINE))):
            assert (ROOT / "harness" / folder / f"{name}.py").exists(), name
    for code in re.findall(r"`((?:play|store|tournament|report|cli)/\w+)`", text):
        assert (ROOT / "harness" / f"{code}.py").exists(), code


def test_the_readme_says_which_pythons():
    wanted = re.search(
        r'requires-python = ">=3\.(\d+),<3\.(\d+)"', (ROOT / "pyproject.toml").read_text("utf-8")
    )
    assert wanted
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for minor in range(int(wanted[1]), int(wanted[2])):
        assert f"3.{minor}" in text
    assert f"3.{wanted[2]}" not in text
