"""The report of a failed test about the cases of its function."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kassay.conformance_run import Request
from kassay.function_report import failure_text

REQUEST = Request("a.b", "ko", "core", None, Path("results.jsonl"), 1)


def wrong(name: str, dtype: str = "float32", check: str = "element") -> dict[str, Any]:
    case = f"elementwise/exp/{dtype}/{name}"
    failure = {"failure": {"check": check}, "message": f"exp: {name}"}
    return {"case": case, "function": "exp", "mode": "eager", "outcome": "fail", **failure}


def firsts_of(cases: list[dict[str, Any]]) -> list[str]:
    lines = failure_text("exp", cases, REQUEST).splitlines()[1:]
    return [line.strip() for line in lines if line[:3] != "   "]


def test_first_failure_of_each_kind_and_the_largest_kind_first() -> None:
    cases = [wrong("a", "float64"), wrong("b"), wrong("c"), wrong("d", check="shape")]
    assert firsts_of(cases) == [
        "fail  elementwise/exp/float32/b [eager], and 1 more of this kind",
        "fail  elementwise/exp/float64/a [eager]",
        "fail  elementwise/exp/float32/d [eager]",
    ]


def test_results_without_a_check_are_grouped_by_the_first_line_of_their_message() -> None:
    error = {"case": "elementwise/exp/int8/a", "mode": "eager", "outcome": "error"}
    cases = [
        {**error, "message": "no int8\nat one place"},
        {**error, "message": "no int8\nat another"},
        {**error, "message": "no graphs"},
    ]
    assert [line.partition("]")[2] for line in firsts_of(cases)] == [
        ", and 1 more of this kind",
        "",
    ]


def test_note_of_a_waiver() -> None:
    note = {"outcome": "pass", "text": "pass, but w.yaml:2 expects fail"}
    case = {"case": "a/abs/int8/b", "mode": "eager", "outcome": "unexpected-pass"}
    text = failure_text("abs", [{**case, "waiver-note": note}], REQUEST)
    assert "      pass, but w.yaml:2 expects fail" in text.splitlines()


def test_not_all_kinds_are_shown() -> None:
    cases = [wrong("a", check=f"check {i}") for i in range(7)]
    assert firsts_of(cases)[-1] == "and 2 more of 2 other kinds"
