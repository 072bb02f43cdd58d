"""Tests the crosscheck's tolerance on the examples that all implementations share."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tolerance import Accuracy, Expected, compare, limits

ROOT = Path(__file__).resolve().parents[5]
EXAMPLES = json.loads((ROOT / "spec/tolerance_examples.json").read_text())
# A limit that float64 cannot hold exactly is rounded in the table and again here.
ROUNDING = 2.0**-51


def number(stated: float | str) -> float:
    if not isinstance(stated, str):
        return float(stated)
    return float.fromhex(stated) if "0x" in stated else float(stated)


def tensor(example: dict[str, Any], elements: list[dict[str, Any]]) -> tuple[Expected, np.ndarray]:
    """The expected and the actual tensor."""
    counts = [element["count"] for element in elements]
    value, magnitude, actual = (
        np.repeat([number(element[key]) for element in elements], counts)
        for key in ("expected", "magnitude", "actual")
    )
    accuracy = Accuracy(number(example["ulps"]), example["terms"], number(example["atol"]))
    sign = example.get("sign_of_zero", False)
    expected = Expected("y", example["dtype"], value, magnitude, accuracy, sign_of_zero=sign)
    return expected, actual.astype(example["dtype"])


@pytest.mark.parametrize("example", EXAMPLES["elements"], ids=lambda example: example["name"])
def test_elements(example: dict[str, Any]) -> None:
    limit = number(example["limit"])
    for answer in example["answers"]:
        expected, actual = tensor(example, [{**example, **answer, "count": 1}])
        assert float(actual[0]) == pytest.approx(number(answer["actual"]), abs=0, nan_ok=True)
        assert limits(expected) == pytest.approx(limit, rel=ROUNDING, abs=0)
        comparison = compare(actual, expected)
        assert (comparison.difference == "") == answer["passes"], answer
        error = number(answer["error"])
        share = 0.0 if error == 0 else error / limit if limit > 0 else math.inf
        assert comparison.margin == pytest.approx(share, rel=ROUNDING, abs=0), answer


@pytest.mark.parametrize("example", EXAMPLES["tensors"], ids=lambda example: example["name"])
def test_tensors(example: dict[str, Any]) -> None:
    expected, actual = tensor(example, example["elements"])
    comparison = compare(actual, expected)
    assert comparison.margin <= 1
    assert (comparison.difference == "") == example["passes"]
    share = 0.0 if example["rms"] is None else example["rms"] / example["limit"]
    assert comparison.rms_margin == pytest.approx(share, rel=ROUNDING)
