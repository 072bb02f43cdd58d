"""Shared statements: the resolution of names, and mistakes. Each error names file, place and remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay_generators.specification import shared_checks
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.function import Function
from kassay_generators.specification.shared import SharedStatements, read_shared
from kassay_generators.specification.specification import load_function

GOOD = yaml.safe_load((ROOT / "spec/ops/activation/softmax.yaml").read_text())
VALUE = next(c for c in GOOD["clauses"] if isinstance(c, dict) and c.get("id") == "softmax.value")
NAMED = {"text": "The slices stand alone.", "source": {"returns": ["ko", "zh", "ja"]}}
SHARED: dict[str, Any] = {
    "clauses": {
        "named": NAMED,
        "settled": {"text": "No slice is empty.", "decision": "D-005", "raises": "any"},
    },
    "readings": {
        "misread": {"verdict": "wrong", "clause": "named", "text": "The slices hang together."}
    },
}
CASES = [
    {"name": "more", "clauses": ["softmax.value", "softmax.named"], "args": {"x": {"shape": [3]}}}
]


def _shared(tmp_path: Path, content: dict[str, Any] = SHARED, topic: str = "slices") -> Path:
    """A folder like spec/, with one file of shared statements."""
    spec = tmp_path / "spec"
    (spec / "shared").mkdir(parents=True, exist_ok=True)
    if not (spec / "schema").exists():
        (spec / "schema").symlink_to(ROOT / "spec/schema")
        (spec / "entries.yaml").symlink_to(ROOT / "spec/entries.yaml")
    (spec / "shared" / f"{topic}.yaml").write_text(yaml.safe_dump(content, sort_keys=False))
    return spec


def _load(tmp_path: Path, clauses: list[Any], readings: Sequence[Any] = ()) -> Function:
    content = {**GOOD, "clauses": [VALUE, *clauses], "readings": list(readings), "cases": CASES}
    file = tmp_path / "activation" / "softmax.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(yaml.safe_dump(content, sort_keys=False))
    return load_function(file, ROOT / "spec/schema/op.json", read_shared(tmp_path / "spec"))


def _refused(tmp_path: Path, clauses: list[Any], match: str, readings: Sequence[Any] = ()) -> None:
    _shared(tmp_path)
    with pytest.raises(SpecificationError, match=match):
        _load(tmp_path, clauses, readings)


def test_a_name_stands_for_the_statement_of_the_function(tmp_path: Path) -> None:
    _shared(tmp_path)
    function = _load(tmp_path, ["slices.named"], ["slices.misread"])
    assert function.raw["clauses"][1] == {"id": "softmax.named", **NAMED}
    assert function.raw["readings"] == [
        {"id": "misread", **SHARED["readings"]["misread"], "clause": "softmax.named"}
    ]


def test_what_stands_beside_the_name_replaces_that_of_the_statement(tmp_path: Path) -> None:
    _shared(tmp_path)
    clause = {"shared": "slices.named", "source": {"returns": ["ko"]}, "editions": ["ko"]}
    reading = {"shared": "slices.misread", "clause": "softmax.value"}
    function = _load(tmp_path, [clause], [reading])
    assert function.raw["clauses"][1] == {
        "id": "softmax.named",
        "text": NAMED["text"],
        "source": {"returns": ["ko"]},
        "editions": ["ko"],
    }
    assert function.raw["readings"][0]["clause"] == "softmax.value"


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        ("named", {"decision": "D-005"}, ["id", "text", "decision"]),
        ("settled", {"source": {"returns": ["ko"]}}, ["id", "text", "source", "raises"]),
        (
            "named",
            {"source": {"returns": ["ko"]}, "decision": "D-005"},
            ["id", "text", "source", "decision"],
        ),
    ],
)
def test_a_source_and_a_decision_replace_each_other(
    name: str, changes: dict[str, Any], expected: list[str], tmp_path: Path
) -> None:
    statement = read_shared(_shared(tmp_path))["clauses", f"slices.{name}"]
    assert list(statement.entry("softmax", changes)) == expected


def test_an_unknown_name_gives_the_nearest(tmp_path: Path) -> None:
    match = (
        r"softmax\.yaml: line \d+, clauses/1: unknown shared clause slices\.namde\. "
        r"The nearest is slices\.named\."
    )
    _refused(tmp_path, ["slices.namde"], match)


def test_a_name_where_nothing_is_shared(tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    with pytest.raises(SpecificationError, match=r"unknown.*slices\.named\. State it in spec/sha"):
        _load(tmp_path, ["slices.named"])


def test_a_reading_among_the_clauses(tmp_path: Path) -> None:
    match = r"clauses/1: slices\.misread is a shared reading\. Name it under readings\."
    _refused(tmp_path, ["slices.misread"], match)


def test_a_name_twice(tmp_path: Path) -> None:
    match = r"line \d+, clauses/2: the clause softmax\.named appears twice, first in line \d+, cl"
    _refused(tmp_path, ["slices.named", "slices.named"], match)


def test_a_name_for_what_is_written_out_too(tmp_path: Path) -> None:
    own = {"id": "softmax.named", "text": "A name that is ours.", "source": {"returns": ["ko"]}}
    _refused(tmp_path, ["slices.named", own], r"clauses/2: the clause softmax\.named appears twi")


def test_two_readings_with_one_id(tmp_path: Path) -> None:
    own = {"id": "misread", "verdict": "wrong", "clause": "softmax.value", "text": "Another one."}
    match = r"line \d+, readings/1: the reading misread appears twice"
    _refused(tmp_path, ["slices.named"], match, ["slices.misread", own])


def test_the_words_of_a_shared_statement(tmp_path: Path) -> None:
    own = {"id": "softmax.named", "text": NAMED["text"], "source": {"returns": ["ko"]}}
    _refused(
        tmp_path, [own], r"softmax\.yaml: line \d+, clauses/1: the same words as slices\.named\. N"
    )


def test_a_change_that_changes_nothing(tmp_path: Path) -> None:
    clause = {"shared": "slices.named", "source": {"returns": ["ko", "zh", "ja"]}}
    _refused(tmp_path, [clause], r"clauses/1: source repeats slices\.named\. Leave it out\.")


def test_a_reading_of_a_clause_that_the_function_lacks(tmp_path: Path) -> None:
    own = {"id": "softmax.own", "text": "A clause that is ours.", "source": {"returns": ["ko"]}}
    match = r"reading misread: unknown clause softmax\.named"
    _refused(tmp_path, [own], match, ["slices.misread"])


@pytest.mark.parametrize(
    "entry",
    [
        "named",
        {"shared": "slices.named"},
        {"shared": "slices.named", "text": "In other words."},
    ],
)
def test_an_entry_that_the_schema_refuses(entry: Any, tmp_path: Path) -> None:
    _refused(tmp_path, [entry], r"softmax\.yaml: line \d+, clauses/1")


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"clauses": {}},
        {"cases": {"named": NAMED}},
        {"clauses": {"Named": NAMED}},
        {"clauses": {"named": {"text": NAMED["text"]}}},
        {"clauses": {"named": {**NAMED, "id": "softmax.named"}}},
        {"readings": {"misread": {**SHARED["readings"]["misread"], "clause": "softmax.named"}}},
        {"readings": {"misread": {**SHARED["readings"]["misread"], "verdict": "right"}}},
    ],
)
def test_a_file_that_the_schema_refuses(content: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"slices\.yaml: line \d+, .*shared\.json"):
        read_shared(_shared(tmp_path, content))


ALL: dict[str, list[Any]] = {
    "clauses": ["slices.named", "slices.settled"],
    "readings": ["slices.misread"],
}


def _check(
    tmp_path: Path, *functions: str, unlike: dict[str, list[Any]] = ALL, topic: str = "slices"
) -> None:
    """Checks functions that name every shared statement, except that the last names only those of `unlike`."""
    shared = read_shared(_shared(tmp_path, topic=topic))
    loaded = []
    for name in functions:
        entries = unlike if name == functions[-1] else ALL
        raw = {"function": name, **yaml.safe_load(str(entries).replace("slices", topic))}
        expanded, named = shared.expand(Path(f"{name}.yaml"), raw)
        loaded.append(Function(name, "", Path(f"{name}.yaml"), expanded, (), (), named))
    shared_checks.check(shared, loaded)


def test_three_functions_share_a_statement(tmp_path: Path) -> None:
    _check(tmp_path, "one", "two", "three")


@pytest.mark.parametrize(
    ("functions", "match"),
    [
        ([], r"line \d+, clauses/named: no function names it\. Remove it\."),
        (["one"], r"clauses/named: only one names it\. Write it out"),
        (["one", "two"], r"slices\.yaml: line \d+, clauses/named: only one and two name it\. Writ"),
    ],
)
def test_a_statement_of_fewer(functions: list[str], match: str, tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=match):
        _check(tmp_path, *functions)


def test_a_reading_of_fewer(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="readings/misread: only one and two name it"):
        _check(tmp_path, "one", "two", "three", unlike={**ALL, "readings": []})


def test_a_topic_that_is_a_function(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"one\.yaml: file: named as a function"):
        _check(tmp_path, "one", "two", "three", topic="one")


def test_a_decision_that_is_not_recorded(tmp_path: Path) -> None:
    shared = read_shared(_shared(tmp_path))
    shared.check_decisions({"D-005"})
    with pytest.raises(SpecificationError, match=r"clauses/settled: unknown decision D-005\. Rec"):
        shared.check_decisions({"D-006"})


def test_three_functions_in_the_same_words() -> None:
    functions = [
        Function(
            name,
            "",
            Path(f"{name}.yaml"),
            {"clauses": [{"id": f"{name}.named", **NAMED}], "readings": []},
            (),
        )
        for name in ("one", "two", "three")
    ]
    shared_checks.check(SharedStatements(), functions[:2])
    match = re.escape("one.yaml: clause named: in the same words in two, three. State it once")
    with pytest.raises(SpecificationError, match=match):
        shared_checks.check(SharedStatements(), functions)
