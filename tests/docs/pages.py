"""Reading the documentation: its pages, headings, links and fenced blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1[ ]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: the page's name, the words behind the fence, and what it holds."""

    page: str
    info: tuple[str, ...]
    text: str

    @property
    def lines(self) -> list[str]:
        return [line for line in self.text.splitlines() if line.strip()]


def pages() -> list[Path]:
    """List the README and all pages of the documentation."""
    return [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]


def blocks(page: Path, word: str | None = None) -> list[Block]:
    """List a page's fenced blocks, those whose first word is given."""
    found = [
        Block(page.name, tuple(match[2].split()), match[3])
        for match in _FENCE.finditer(page.read_text(encoding="utf-8"))
    ]
    return [block for block in found if word is None or block.info[:1] == (word,)]


def prose(page: Path) -> str:
    """Give a page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def headings(page: Path) -> list[str]:
    """List a page's headings with their signs: `## Notation`."""
    return [line.rstrip() for line in prose(page).splitlines() if re.match(r"#{1,6} ", line)]


def anchor(heading: str) -> str:
    """Give the address of a heading in its page, as GitHub makes it."""
    words = re.sub(r"[^\w\- ]", "", heading.lstrip("# ").lower().replace("`", ""))
    return words.strip().replace(" ", "-")


def section(page: Path, title: str) -> str:
    """Give the text below a heading, up to the next one of its level or above."""
    text = page.read_text(encoding="utf-8")
    start = re.search(rf"^(#+) {re.escape(title)}$", text, re.MULTILINE)
    assert start, f"{page.name} has no heading {title}"
    rest = text[start.end() :]
    end = re.search(rf"^#{{1,{len(start[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(text: str) -> list[list[str]]:
    """Give the cells of the first table in a text, without its head."""
    lines = re.search(r"^\|.*\n\|[-|: ]+\n((?:\|.*\n?)+)", text, re.MULTILINE)
    assert lines, "no table"
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines[1].strip().splitlines()
    ]


def names(cells: list[list[str]]) -> list[str]:
    """List the names in code signs in the first cell of each row."""
    return [name for row in cells for name in re.findall(r"`([\w.]+)`", row[0])]
