"""Counts of results and functions in the documents are those of the committed counts (conformance/backends/results).

A run is summed up as "N of M results", "N of M functions" or, in five digits, "N results". In the folder of a backend, these must be the
committed counts of this backend. Other documents leave them to the site; "N of M" there is an example of a small backend. Without committed
counts of its backend, a document may state those of an earlier version of the specification if it names that version.
"""

from __future__ import annotations

import json
import lzma
import re
from functools import cache
from pathlib import Path

import pytest
from test_links import documents, without_code

ROOT = Path(__file__).resolve().parents[2]
BACKENDS = ROOT / "conformance/backends"
COUNTED = sorted((BACKENDS / "results").glob("*.json.xz"))
NUMBER = r"\d{1,3}(?:,\d{3})+|\d+"
STATED = re.compile(
    rf"(?<![\d,.])(?:({NUMBER}) of (?:the )?)?({NUMBER}) (?:supported )?(results|functions)\b"
)
RIGHT = {"pass", "pass-accepted"}
NOT_WRONG = {*RIGHT, "unsupported", "not-run"}
LARGE = 10_000


def lines_of(file: Path) -> list[dict]:
    return [json.loads(line) for line in lzma.decompress(file.read_bytes()).splitlines()]


def numbers_of(lines: list[dict]) -> dict[str, set[int]]:
    """What may be said of a run in "N of M results" and "N of M functions"."""
    header, footer = lines[0]["header"], lines[-1]["footer"]
    counts, standing = footer["counts"], footer["standings"]["all"]
    results = sum(counts.values())
    unsupported, not_run = counts.get("unsupported", 0), counts.get("not-run", 0)
    wrong = sum(n for outcome, n in counts.items() if outcome not in NOT_WRONG)
    right = sum(n for outcome, n in counts.items() if outcome in RIGHT)
    supported, failing = set(standing["supported"]), set(standing["wrong"])
    of_functions = {
        header["functions"],
        len(supported),
        len(failing),
        len(supported - failing - set(standing.get("not-run", []))),
    }
    tried = results - not_run - unsupported
    return {
        "results": {results, tried, results - unsupported, unsupported, not_run, wrong, right},
        "functions": of_functions,
    }


@cache
def of_backend(name: str) -> dict[str, set[int]]:
    file = BACKENDS / "results" / f"{name}.json.xz"
    return numbers_of(lines_of(file)) if file.exists() else {"results": set(), "functions": set()}


def stale(text: str, known: dict[str, set[int]] | None) -> list[str]:
    """What a text states, and these numbers do not say. None: of no backend in particular."""
    wrong = []
    for match in STATED.finditer(" ".join(without_code(text).split())):
        part, whole, kind = match.groups()
        numbers = {int(number.replace(",", "")) for number in (part, whole) if number}
        if known is None:
            is_wrong = kind == "results" and max(numbers) >= LARGE
        else:
            is_wrong = bool(part or max(numbers) >= LARGE) and not numbers <= known[kind]
        if is_wrong:
            wrong.append(match[0])
    return wrong


def names_an_earlier_version(text: str) -> bool:
    versions = re.findall(
        r"^- version: (\S+)", (ROOT / "spec/versions.yaml").read_text("utf-8"), re.MULTILINE
    )
    return any(f"specification {version}" in " ".join(text.split()) for version in versions[1:])


def backend_of(file: Path) -> str | None:
    """Its backend, of a document in the folder of one."""
    if BACKENDS not in file.parents or file.parent == BACKENDS:
        return None
    return file.relative_to(BACKENDS).parts[0]


@pytest.mark.parametrize(
    "file",
    # The changelog tells what was; random programs have other results than the suite.
    [f for f in documents() if f.name not in ("CHANGELOG.md", "random_programs.md")],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_no_count_is_stale(file: Path) -> None:
    name, text = backend_of(file), file.read_text("utf-8")
    if not names_an_earlier_version(text) or (name and of_backend(name)["results"]):
        assert stale(text, of_backend(name) if name else None) == []


@pytest.mark.parametrize(
    ("text", "earlier"),
    [("of\nspecification 2.0.0", True), ("specification 0.0.1", False), ("version 2.0.0", False)],
)
def test_finds_the_version_of_counts(text: str, earlier: bool) -> None:
    assert names_an_earlier_version(text) == earlier


def test_documents_name_the_right_number_of_functions() -> None:
    functions = len(list((ROOT / "spec/ops").glob("*/*.yaml")))
    for file in (ROOT / "README.md", ROOT / "conformance/python/PROJECT.md"):
        stated = re.findall(r"\b(\d{3}) functions", without_code(file.read_text("utf-8")))
        assert {int(number) for number in stated} <= {functions}, file


@pytest.mark.parametrize("file", COUNTED, ids=lambda file: file.name)
def test_counts_add_up(file: Path) -> None:
    lines = lines_of(file)
    outcomes: dict[str, int] = {}
    for line in lines[1:-1]:
        for dtypes in line["results"].values():
            for counts in dtypes.values():
                for outcome, count in counts.items():
                    outcomes[outcome] = outcomes.get(outcome, 0) + count
    assert outcomes == lines[-1]["footer"]["counts"]
    assert sum(outcomes.values()) == lines[0]["header"]["selected"]


def test_all_counts_are_small() -> None:
    assert COUNTED
    assert sum(file.stat().st_size for file in COUNTED) < 150_000


KNOWN = {"results": {48_067, 36_214, 29_061}, "functions": {149, 128, 54}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("29,061 of 36,214 supported results are right", []),
        ("29,061 of 36,215 supported results", ["29,061 of 36,215 supported results"]),
        ("54 of\n127 functions", ["54 of 127 functions"]),
        ("all 47,619 results", ["47,619 results"]),
        ("4,694 results of this cause, 12 functions", []),
        ("```\n1 of 2 results\n```", []),
    ],
)
def test_finds_stale_counts_of_a_backend(text: str, found: list[str]) -> None:
    assert stale(text, KNOWN) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("47,619 results", ["47,619 results"]), ("14 of 15 functions, 4,207 of 4,210 results", [])],
)
def test_other_documents_state_no_whole_run(text: str, found: list[str]) -> None:
    assert stale(text, None) == found
