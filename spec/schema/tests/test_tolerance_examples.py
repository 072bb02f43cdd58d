"""The examples of the tolerance are valid in their schema, which refuses each single fault; each rule has an example."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

SPEC = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((SPEC / "schema/tolerance_examples.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
EXAMPLES = json.loads((SPEC / "tolerance_examples.json").read_text())
FAULTS = [
    ("elements", "rule", "anything"),
    ("elements", "name", ""),
    ("elements", "because", None),
    ("elements", "dtype", "bfloat16"),
    ("elements", "expected", "0x10p0"),
    ("elements", "expected", "1.5"),
    ("elements", "magnitude", "infinity"),
    ("elements", "ulps", -1),
    ("elements", "terms", 1.5),
    ("elements", "atol", "-0x1p0"),
    ("elements", "sign_of_zero", 0),
    ("elements", "limit", "inf"),
    ("elements", "answers", []),
    ("elements", "answers", [{"actual": 1, "error": "nan", "passes": True}]),
    ("elements", "answers", [{"actual": 1, "error": 0, "passes": 1}]),
    ("tensors", "rule", "ulps"),
    ("tensors", "elements", []),
    ("tensors", "elements", [{"count": 0, "expected": 1, "magnitude": 1, "actual": 1}]),
    ("tensors", "rms", "inf"),
    ("tensors", "passes", None),
]


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_examples_are_valid() -> None:
    assert [error.message for error in VALIDATOR.iter_errors(EXAMPLES)] == []


@pytest.mark.parametrize(("part", "key", "wrong"), FAULTS)
def test_refuses_one_fault(part: str, key: str, wrong: Any) -> None:
    examples = copy.deepcopy(EXAMPLES)
    examples[part][0][key] = wrong
    assert not VALIDATOR.is_valid(examples)


@pytest.mark.parametrize("part", ["elements", "tensors"])
def test_refuses_a_missing_key(part: str) -> None:
    for key in EXAMPLES[part][0]:
        examples = copy.deepcopy(EXAMPLES)
        del examples[part][0][key]
        assert not VALIDATOR.is_valid(examples), key


@pytest.mark.parametrize(("part", "definition"), [("elements", "element"), ("tensors", "tensor")])
def test_each_rule_has_an_example(part: str, definition: str) -> None:
    rules = SCHEMA["$defs"][definition]["properties"]["rule"]["enum"]
    assert {example["rule"] for example in EXAMPLES[part]} == set(rules)


@pytest.mark.parametrize("part", ["elements", "tensors"])
def test_names_are_unique(part: str) -> None:
    names = [example["name"] for example in EXAMPLES[part]]
    assert sorted(set(names)) == sorted(names)
