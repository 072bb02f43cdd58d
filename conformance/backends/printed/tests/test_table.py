"""Tests the columns and decisions of the table in README.md."""

from __future__ import annotations

import pytest
from table import accepted_readings, decisions_of, table

READINGS = {"sum": {"wide": "D-305"}, "eval": {}}


def result(outcome: str, **more: object) -> dict[str, object]:
    return {"function": "sum", "outcome": outcome, **more}


def waived(reason: str) -> dict[str, object]:
    return result("waived", waived={"outcome": "fail", "reason": reason})


def row(*results: dict[str, object]) -> str:
    return table(results, READINGS, "ko").splitlines()[2]


def test_accepted_readings_with_the_decision_of_their_clause() -> None:
    function = {
        "function": "sum",
        "clauses": [{"id": "sum.dtype", "decision": "D-305"}, {"id": "sum.value"}],
        "readings": [
            {"id": "wide", "verdict": "accepted", "clause": "sum.dtype"},
            {"id": "mean", "verdict": "wrong", "clause": "sum.value"},
        ],
    }
    assert accepted_readings({"functions": [function]}) == {"sum": {"wide": "D-305"}}


@pytest.mark.parametrize("reading", ["wide", "sum/wide", "wide+sum/wide"])
def test_decision_of_an_accepted_answer(reading: str) -> None:
    assert decisions_of(result("pass-accepted", reading=reading), READINGS) == {"D-305"}


def test_wrong_reading_has_no_decision() -> None:
    assert decisions_of(result("fail", reading="mean"), READINGS) == set()


def test_decisions_of_a_waiver() -> None:
    assert decisions_of(waived("D-9 and D-10: both"), READINGS) == {"D-9", "D-10"}


def test_accepted_answers_are_passes() -> None:
    assert row(result("pass"), result("pass-accepted", reading="wide")) == (
        "| `sum` | ko | 2 | 2 | 1 | 0 | D-305 |"
    )


def test_every_other_outcome_is_a_failure() -> None:
    assert row(waived("D-9: x"), result("fail")) == "| `sum` | ko | 2 | 0 | 0 | 2 | D-9 |"


def test_decisions_are_ordered_by_number() -> None:
    assert row(waived("D-1000: x"), waived("D-9: y")).endswith("| D-9, D-1000 |")


def test_unsupported_results_are_not_counted() -> None:
    assert table([result("unsupported")], READINGS, "ko").splitlines()[2:] == [
        "| all | ko | 0 | 0 | 0 | 0 |  |"
    ]
