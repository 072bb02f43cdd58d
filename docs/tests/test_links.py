"""The documents of the project: every link to a file or a heading of theirs leads somewhere."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("conformance", "docs", "generators", "optimized", "reference", "reports", "spec")
LINK = re.compile(r"(?<!\\)\[(?:[^\[\]\\]|\\.)*\]\(([^()\s]+)\)")


def documents() -> list[Path]:
    return [
        *sorted(ROOT.glob("*.md")),
        *sorted(f for name in FOLDERS for f in (ROOT / name).rglob("*.md")),
    ]


def without_code(text: str) -> str:
    """The text without blocks and spans of code."""
    text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub makes them: a repeated heading gets a number."""
    found = []
    seen: Counter[str] = Counter()
    blocks = re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#+ +(.*?) *$", blocks, flags=re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.append(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return set(found)


@cache
def anchors_of(file: Path) -> set[str]:
    return anchors(file.read_text(encoding="utf-8"))


def dead_links(file: Path, text: str) -> list[str]:
    """The links of a document that lead nowhere; those to other hosts are not followed."""
    dead = []
    own = anchors(text)
    for link in LINK.findall(without_code(text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (file.parent / name).resolve() if name else file
        if target == file:
            found = not anchor or anchor in own
        elif target.suffix == ".md" and anchor:
            found = target.exists() and anchor in anchors_of(target)
        else:
            found = target.exists()
        if not found:
            dead.append(link)
    return dead


@pytest.mark.parametrize("file", documents(), ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file: Path) -> None:
    assert dead_links(file, file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "link",
    ["nowhere.md", "#nothing", "README.md#nothing", "../nowhere/", "other.md#a"],
)
def test_finds_a_dead_link(link: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# What\n")
    assert dead_links(tmp_path / "page.md", f"# A\n\nSee [this]({link}).\n") == [link]


def test_follows_links() -> None:
    file = ROOT / "spec" / "README.md"
    text = (
        "# A `b`, c\n## Two\n## Two\n[x](#a-b-c), [x](#two-1), [x](../README.md), [x](lib),\n"
        "[x](https://a.b/c#d), [`x`](../README.md#what-a-result-means), `[x](nowhere)`\n"
        "```\n[x](nowhere)\n```\n"
    )
    assert dead_links(file, text) == []
