"""The generator's implementation of the tolerance, against the examples that all implementations share."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from kassay_generators.specification.error import ROOT
from kassay_generators.vectors import tolerance
from kassay_generators.vectors.answer import Accuracy, TensorOutput

EXAMPLES = json.loads((ROOT / "spec/tolerance_examples.json").read_text())
# A limit that float64 cannot represent is rounded in the table, and once more when computed.
ROUNDING = 2.0**-51


def number(stated: float | str) -> float:
    if not isinstance(stated, str):
        return float(stated)
    return float.fromhex(stated) if "0x" in stated else float(stated)


def accuracy_of(example: dict[str, Any]) -> Accuracy:
    return Accuracy(number(example["ulps"]), example["terms"], number(example["atol"]))


def tensor(dtype: str, elements: list[dict[str, Any]]) -> tuple[TensorOutput, np.ndarray]:
    """The expected values, and the actual ones."""
    columns = [
        np.repeat([number(e[key]) for e in elements], [e["count"] for e in elements])
        for key in ("expected", "magnitude", "actual")
    ]
    return TensorOutput(dtype, columns[0], columns[1], columns[1]), columns[2]


@pytest.mark.parametrize("example", EXAMPLES["elements"], ids=lambda example: example["name"])
def test_elements(example: dict[str, Any]) -> None:
    answers = example["answers"]
    elements = [{**example, "count": 1, "actual": answer["actual"]} for answer in answers]
    expected, actual = tensor(example["dtype"], elements)
    limit = tolerance.limits(expected, accuracy_of(example))
    assert limit == pytest.approx(number(example["limit"]), rel=ROUNDING, abs=0)
    errors = tolerance.errors(expected, actual, limit, example["sign_of_zero"])
    assert errors.tolist() == [number(answer["error"]) for answer in answers]


@pytest.mark.parametrize("example", EXAMPLES["elements"], ids=lambda example: example["name"])
def test_verdicts(example: dict[str, Any]) -> None:
    for answer in example["answers"]:
        expected, actual = tensor(example["dtype"], [{**example, **answer, "count": 1}])
        margin = tolerance.margin(expected, actual, accuracy_of(example), example["sign_of_zero"])
        error, limit = number(answer["error"]), number(example["limit"])
        assert (margin <= 1) == answer["passes"], answer
        share = 0.0 if error == 0 else error / limit if limit > 0 else math.inf
        assert margin == pytest.approx(share, rel=ROUNDING, abs=0), answer


@pytest.mark.parametrize("example", EXAMPLES["tensors"], ids=lambda example: example["name"])
def test_tensors(example: dict[str, Any]) -> None:
    expected, actual = tensor(example["dtype"], example["elements"])
    accuracy = accuracy_of(example)
    margin = tolerance.margin(expected, actual, accuracy)
    assert (margin <= 1) == example["passes"]
    limit = tolerance.limits(expected, accuracy)
    error = tolerance.errors(expected, actual, limit, False)
    assert (error <= limit).all()
    share = 0.0 if example["rms"] is None else example["rms"] / example["limit"]
    assert tolerance.rms_margin(expected, error, accuracy) == pytest.approx(share, rel=ROUNDING)
