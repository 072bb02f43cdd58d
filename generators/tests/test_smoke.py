"""The cases that are promoted to tier smoke."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.vectors.smoke import promote

_TENSORS = {"small": np.zeros(3), "large": np.zeros(300), "huge": np.zeros(10_000)}


def _record(identifier: str, tensor: str, *wrong: str, **members: Any) -> dict[str, Any]:
    return {
        "id": identifier,
        "tier": "core",
        "dtype": "float32",
        "editions": ["ko"],
        "modes": ["eager"],
        "inputs": {"x": tensor},
        "expect": {"outputs": []},
        "readings": [{"id": reading, "verdict": "wrong"} for reading in wrong],
        **members,
    }


def _promoted(*records: dict[str, Any]) -> list[str]:
    count = promote(list(records), _TENSORS)
    smoke = [record["id"] for record in records if record["tier"] == "smoke"]
    assert count == len(smoke) - sum(record.get("given", False) for record in records)
    return smoke


def test_the_smaller_of_two_cases_that_tell_a_reading_apart() -> None:
    assert _promoted(_record("a", "large", "r"), _record("b", "small", "r")) == ["b"]


def test_a_case_that_tells_more_readings_apart_saves_another() -> None:
    cases = [
        _record("a", "small", "r"),
        _record("b", "small", "s"),
        _record("c", "large", "r", "s"),
    ]
    assert _promoted(*cases) == ["c"]


def test_what_smoke_shows_already_needs_no_other_case() -> None:
    given = _record("a", "large", "r", tier="smoke", given=True)
    assert _promoted(given, _record("b", "small", "r")) == ["a"]


def test_every_edition_dtype_and_mode_is_shown() -> None:
    cases = [
        _record("a", "small"),
        _record("b", "small", editions=["ja"]),
        _record("c", "small", dtype="int32"),
        _record("d", "small", modes=["gradient"]),
        _record("e", "small"),
    ]
    assert sorted(_promoted(*cases)) == ["a", "b", "c", "d"]


def test_what_only_a_large_case_shows_is_left_to_core() -> None:
    assert _promoted(_record("a", "small"), _record("b", "huge", "r")) == ["a"]


def test_an_accepted_reading_need_not_be_told_apart() -> None:
    accepted = {"readings": [{"id": "r", "verdict": "accepted"}]}
    assert _promoted(_record("a", "small"), _record("b", "large", **accepted)) == ["a"]
