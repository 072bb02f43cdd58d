"""Tests the scores, and that an entry of equivalent/ must be true of a mutant."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from equivalent import apply_entries, excused, read_entries
from results import Result, read_results, write_results
from score import scores, survivors

ROOT = Path(__file__).resolve().parents[5]
ENTRY = "- {file: a.cpp, function: f, line: 'return a + b;', change: 'return (a) - (b);', reason: b is 0}\n"


def result(outcome: str, number: int = 1, **fields: object) -> Result:
    return Result(
        **{
            "file": "a.cpp", "function": "f", "operator": "arithmetic", "line": 3, "original": "return a + b;",
            "changed": "return (a) - (b);", "number": number, "outcome": outcome, **fields,
        }
    )  # fmt: skip


def entries(folder: Path, text: str) -> list:
    path = folder / "equivalent.yaml"
    path.write_text(text)
    return read_entries(path)


def test_a_survivor_with_an_entry_is_equivalent(tmp_path: Path) -> None:
    results, known = [result("survived")], entries(tmp_path, ENTRY)
    assert apply_entries(known, results) == []
    assert excused(known) == {results[0].key}


def test_an_entry_whose_mutant_is_killed_is_an_error(tmp_path: Path) -> None:
    problems = apply_entries(entries(tmp_path, ENTRY), [result("killed", by="x/y/z")])
    assert len(problems) == 1 and "x/y/z kills" in problems[0]


def test_a_survivor_that_no_clause_forbids_is_unspecified(tmp_path: Path) -> None:
    results = [result("survived", reached=3)]
    known = entries(tmp_path, ENTRY.replace("reason: b is 0", "open: no document says so"))
    assert apply_entries(known, results) == []
    found = scores(results, excused(known), lambda r: r.file)["all"]
    assert (found.equivalent, found.left_open) == (0, 1)
    assert survivors(results, excused(known)) == ""


def test_an_entry_without_a_mutant_is_an_error(tmp_path: Path) -> None:
    assert len(apply_entries(entries(tmp_path, ENTRY), [result("survived", function="g")])) == 1


@pytest.mark.parametrize("reasons", ["", ", reason: b is 0, open: no document says so"])
def test_an_entry_has_one_reason(tmp_path: Path, reasons: str) -> None:
    with pytest.raises(SystemExit, match="entry 1"):
        entries(tmp_path, ENTRY.replace(", reason: b is 0", reasons))


def test_a_score_does_not_count_equivalent_mutants() -> None:
    results = [
        result("killed", 1, tier="smoke"),
        result("killed", 2, tier="core"),
        result("survived", 3),
        result("survived", 4),
    ]
    results.append(result("survived", 6, reached=3, accepted="f.other"))
    found = scores([*results, result("not-compiling", 5)], {results[3].key}, lambda r: r.file)[
        "all"
    ]
    assert (found.mutants, found.killed, found.smoke, found.equivalent) == (5, 2, 1, 1)
    assert found.row("all") == "| all | 5 | 1 | 1 | 2 | 1 | 1 | 66.6 % | 33.3 % |"


def test_a_survivor_is_listed_with_its_change() -> None:
    text = survivors([result("survived", reached=12), result("killed", 2)], set())
    assert text == "a.cpp:3: f, arithmetic, reached by 12\n- return a + b;\n+ return (a) - (b);"


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_results(tmp_path / "r.jsonl", "reference", [result("killed"), result("survived", 2)])
    assert read_results(tmp_path / "r.jsonl") == [result("killed"), result("survived", 2)]


def test_results_conform_to_their_schema(tmp_path: Path) -> None:
    write_results(
        tmp_path / "r.jsonl", "reference", [result("killed", tier="core"), result("survived", 2)]
    )
    schema = json.loads((ROOT / "spec" / "schema" / "mutants.json").read_text())
    for line in (tmp_path / "r.jsonl").read_text().splitlines():
        jsonschema.validate(json.loads(line), schema)


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text('{"format": 1}\n')
    with pytest.raises(SystemExit, match="does not contain results of mutants"):
        read_results(tmp_path / "r.jsonl")
