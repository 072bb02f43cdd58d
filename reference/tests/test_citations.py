"""Kernels cite the clauses that they implement (reference/README.md): each clause once, in the folder of its function, by an
existing id on one line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kassay_generators.specification.specification import own

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(
    file
    for folder in ("reference", "optimized")
    for file in (ROOT / folder).rglob("*")
    if file.suffix in {".h", ".cpp", ".cu", ".cuh"}
)
# Its clauses about the derivative of another function are cited at that derivative.
EVERYWHERE = "gradients"
# Operations outside the API have such names (reference/internal/operators.cpp); names of files contain a dot, too.
OPERATORS = ("operator", "internal")
FILES = ("h", "cpp", "cu", "cuh", "py", "md", "json", "yaml")
COMMENT = re.compile(r"(?:^|\s)//(.*)$")
NAME = re.compile(r"(?<![\w./])([a-z][a-z0-9_]*)\.([a-z0-9][a-z0-9_-]*)(?![\w(])")


class Citation(NamedTuple):
    name: str
    line: int


@cache
def clauses() -> dict[str, tuple[str, str]]:
    """Category and function of each clause."""
    return {
        clause["id"]: (function.category, function.name)
        for function in own().functions.values()
        for clause in function.raw["clauses"]
    }


def comments(text: str) -> list[tuple[int, str]]:
    """Line and words of each comment, without the words set as `code`."""
    rows = ((n, COMMENT.search(row)) for n, row in enumerate(text.splitlines(), 1))
    return [(n, re.sub(r"`[^`]*`", " ", found[1]).strip()) for n, found in rows if found]


def citations(text: str) -> list[Citation]:
    """Everything that looks like the id of a clause."""
    return [
        Citation(found[0], line)
        for line, words in comments(text)
        for found in NAME.finditer(words)
        if found[1] not in OPERATORS and found[2] not in FILES
    ]


def broken(text: str, known: Iterable[str]) -> list[Citation]:
    """Ids that begin at the end of one comment and end at the beginning of the next."""
    ids = set(known)
    found = []
    rows = [row for row in comments(text) if row[1]]
    for (line, words), (next_line, next_words) in zip(rows, rows[1:], strict=False):
        name = words.split()[-1] + re.split(r"[\s,;:]", next_words)[0].rstrip(".")
        if next_line == line + 1 and name in ids and "." in words.split()[-1]:
            found.append(Citation(name, line))
    return found


def misplaced(cited: dict[str, list[Path]], of: dict[str, tuple[str, str]]) -> list[str]:
    """Faults in the places where clauses are cited, given as files in reference/ops."""
    faults = []
    categories = {category for category, _ in of.values()}
    for name, (category, function) in of.items():
        files = cited.get(name, [])
        if len(files) != 1:
            places = ", ".join(map(str, files)) or "nowhere"
            faults.append(f"{name} is cited {len(files)} times: {places}")
        elif files[0].parts[0] not in ((category,) if function != EVERYWHERE else categories):
            faults.append(f"{name} is cited in {files[0]}, outside of {category}")
    return faults


def test_every_cited_clause_exists() -> None:
    unknown = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in SOURCES
        for name, line in citations(file.read_text(encoding="utf-8"))
        if name not in clauses()
    ]
    assert unknown == []


def test_no_id_is_broken() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in SOURCES
        for name, line in broken(file.read_text(encoding="utf-8"), clauses())
    ]
    assert found == []


def test_every_clause_is_cited_once_where_its_function_is() -> None:
    cited: dict[str, list[Path]] = defaultdict(list)
    for file in SOURCES:
        for citation in citations(file.read_text(encoding="utf-8")):
            ops = ROOT / "reference" / "ops"
            cited[citation.name].append(file.relative_to(ops if file.is_relative_to(ops) else ROOT))
    assert misplaced(cited, clauses()) == []


IDS = {
    "sum.axis-range": ("reduction", "sum"),
    "sum.value": ("reduction", "sum"),
    "relu.value": ("activation", "relu"),
    "gradients.relu": ("graph", "gradients"),
}
PLACES = {
    "sum.axis-range": [Path("reduction/reduction.h")],
    "sum.value": [Path("reduction/sum.cpp")],
    "relu.value": [Path("activation/relu.cpp")],
    "gradients.relu": [Path("activation/relu.cpp")],
}


def test_finds_what_comments_cite() -> None:
    text = "// sum.value, sum.rank: twice\nint i;  // `x.shape` of sum.dtype. Thus x\nsum.size();\n"
    assert citations(text) == [("sum.value", 1), ("sum.rank", 1), ("sum.dtype", 2)]


def test_operators_and_files_are_no_clauses() -> None:
    assert citations("// operator.add, internal.select: see ops/sum.cpp, axes.h\n") == []


@pytest.mark.parametrize("text", ["// sum.axis-\n// range, x", "// x sum.\n// axis-range.\n"])
def test_finds_an_id_that_is_broken(text: str) -> None:
    assert broken(text, IDS) == [("sum.axis-range", 1)]


@pytest.mark.parametrize("text", ["// sum.value\n// axis-range", "// x sum.\n\n// value"])
def test_an_id_on_one_line_is_not_broken(text: str) -> None:
    assert broken(text, IDS) == []


def test_accepts_citations_where_they_belong() -> None:
    assert misplaced(PLACES, IDS) == []


@pytest.mark.parametrize(
    ("name", "files", "fault"),
    [
        ("sum.value", [], "sum.value is cited 0 times: nowhere"),
        (
            "sum.value",
            ["reduction/sum.cpp", "reduction/sum.cpp"],
            "sum.value is cited 2 times: reduction/sum.cpp, reduction/sum.cpp",
        ),
        ("sum.value", ["loss/sum.cpp"], "sum.value is cited in loss/sum.cpp, outside of reduction"),
        (
            "sum.value",
            ["reference/arrays/sum.h"],
            "sum.value is cited in reference/arrays/sum.h, outside of reduction",
        ),
        (
            "gradients.relu",
            ["reference/arrays/gradients.h"],
            "gradients.relu is cited in reference/arrays/gradients.h, outside of graph",
        ),
    ],
)
def test_finds_a_clause_that_is_misplaced(name: str, files: list[str], fault: str) -> None:
    assert misplaced({**PLACES, name: [Path(file) for file in files]}, IDS) == [fault]
