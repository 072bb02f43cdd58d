"""The specification in `kassay list`, in the Markdown pages and in the site: all name the same clauses with their sources, decisions and
numbers of cases; the numbers are those of the vectors."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import subprocess
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
KASSAY = os.environ.get("KASSAY", str(ROOT / "build/bin/kassay"))
VECTORS = os.environ.get("KASSAY_VECTORS", str(ROOT / "build/vectors"))
EDITIONS = ("ko", "zh", "ja")
LARGEST_PAGE = 300 * 1024  # hosts show pages of more than half a megabyte as plain text
# By clause: its basis in each edition with the number of cases, and how it is tested.
Clauses = dict[str, tuple[dict[str, str], str]]


def kassay(*words: str | Path) -> str:
    command = [KASSAY, *map(str, words), "--vectors", VECTORS]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def listed(what: str) -> list[dict[str, Any]]:
    return list(json.loads(kassay("list", what, "--json")))


def of_list(clauses: list[dict[str, Any]]) -> Clauses:
    def text(basis: dict[str, Any]) -> str:
        on = ", ".join(filter(None, (basis["documents"], basis["decision"])))
        return f"{on} · {basis['cases']}" if "cases" in basis else on

    return {
        clause["id"]: (
            {basis["edition"]: text(basis) for basis in clause["bases"]},
            " ".join(clause.get("globs", [])),
        )
        for clause in clauses
    }


def without_checks(clauses: Clauses) -> Clauses:
    """Clauses of the introduction have sentences instead of globs."""
    return {
        name: (bases, "" if name.startswith("introduction.") else tests)
        for name, (bases, tests) in clauses.items()
    }


def row(heads: list[str], cells: list[str]) -> tuple[dict[str, str], str]:
    bases = {e: cell for e, cell in zip(heads, cells, strict=True) if e in EDITIONS and cell}
    return bases, cells[-1]


def of_page(page: str) -> Clauses:
    """The rows of the tables of clauses in a page."""
    clauses: Clauses = {}
    heads: list[str] = []
    for line in page.splitlines():
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|<a [^>]*></a>", r"\1", line).replace("\\|", "¦")
        plain = plain.replace("\N{NO-BREAK SPACE}", " ").replace("<br>", " ").replace("`", "")
        cells = [cell.strip() for cell in plain.strip("|").split("|")]
        if not line.startswith("|"):
            heads = []
        elif cells[0] == "Clause":
            heads = cells
        elif heads and not set(cells[0]) <= {"-"}:
            clauses[cells[0]] = row(heads, cells)
    return clauses


@cache
def places_of(page: str) -> set[str]:
    return set(re.findall(r'<a id="([^"]*)"></a>', page))


class Tables(HTMLParser):
    """The rows of the table of clauses, and the targets of links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.heads: list[str] = []
        self.cells: list[str] = []
        self.rows: Clauses = {}
        self.places: set[str] = set()
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if "id" in found:
            self.places.add(str(found["id"]))
        if tag == "div":
            self.inside = found.get("aria-label") == "Clauses"
        elif tag == "tr":
            self.cells = []
        elif tag in ("th", "td"):
            self.cells.append("")
        elif tag == "p" and self.cells and self.cells[-1]:
            self.cells[-1] += " "

    def handle_data(self, data: str) -> None:
        if self.inside and self.cells:
            self.cells[-1] += data.replace("\N{NO-BREAK SPACE}", " ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "tr" and self.inside:
            if self.heads:
                self.rows[self.cells[0]] = row(self.heads, self.cells)
            else:
                self.heads = [cell.strip() for cell in self.cells]


@pytest.fixture(scope="module")
def clauses() -> list[dict[str, Any]]:
    return listed("clauses")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    kassay("coverage", "--markdown", "--out", folder)
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    results = folder / "results.jsonl"
    kassay("run", "--backend", "reference", "--tier", "smoke", "softmax", "--out", results)
    kassay("report", results, "--site", folder)
    return folder / "specification"


def test_numbers_of_cases_are_those_of_the_vectors(clauses: list[dict[str, Any]]) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    named: dict[str, list[str]] = {}
    for edition in EDITIONS:
        for case in json.loads(kassay("list", "cases", "--json", "--edition", edition)):
            for clause in case["clauses"]:
                counted[clause, edition] += len(case["modes"])
                named.setdefault(clause, []).append(case["id"])
    tested = [clause for clause in clauses if clause["function"] != "introduction"]
    assert len(tested) > 1000
    for clause in tested:
        for basis in clause["bases"]:
            assert basis["cases"] == counted[clause["id"], basis["edition"]], clause["id"]
        assert clause["globs"], clause["id"]
        for glob in clause["globs"]:
            assert fnmatch.filter(named[clause["id"]], glob), (clause["id"], glob)


def test_pages_agree_with_the_list(clauses: list[dict[str, Any]], pages: Path) -> None:
    found: Clauses = {}
    for file in pages.iterdir():
        found |= of_page(file.read_text("utf-8"))
    assert without_checks(found) == without_checks(of_list(clauses))


def test_site_agrees_with_the_list(clauses: list[dict[str, Any]], site: Path) -> None:
    found: Clauses = {}
    for file in site.iterdir():
        found |= Tables(file.read_text("utf-8")).rows
    assert without_checks(found) == without_checks(of_list(clauses))


def test_pages_and_site_have_all_decisions_and_errata(pages: Path, site: Path) -> None:
    for what in ("decisions", "errata"):
        names = {entry["id"] for entry in listed(what)}
        assert names
        assert names <= Tables((site / f"{what}.html").read_text("utf-8")).places
        assert names <= places_of((pages / f"{what}.md").read_text("utf-8"))


def test_links_of_pages_have_targets(pages: Path) -> None:
    texts = {file.name: file.read_text("utf-8") for file in pages.iterdir()}
    followed = 0
    for name, text in texts.items():
        for target, place in re.findall(r"\]\(([\w.]+)(?:#([^)]*))?\)", text):
            assert target in texts, (name, target)
            assert not place or place in places_of(texts[target]), (name, target, place)
            followed += 1
    assert followed > 5000


def test_pages_are_small(pages: Path) -> None:
    assert [file.name for file in pages.iterdir() if file.stat().st_size > LARGEST_PAGE] == []
