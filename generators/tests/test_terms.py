"""The expression language of `terms`."""

from __future__ import annotations

import numpy as np
import pytest

from kassay_generators.vectors.terms import evaluate

NAMES = {"x": np.zeros((3, 4)), "axis": -1, "nothing": None, "result": np.zeros(3)}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (7, 7),
        ("x.shape[axis]", 4),
        ("x.size // max(1, result.size)", 4),
        ("2 * x.ndim + 1", 5),
        ("min(3, x.size) - 1", 2),
        ("isqrt(x.size)", 3),
        ("x.size if nothing is None else x.shape[nothing]", 12),
        ("x.size if axis is None else x.shape[axis]", 4),
    ],
)
def test_what_is_allowed(expression: str | int, expected: float) -> None:
    assert evaluate(expression, NAMES) == expected


@pytest.mark.parametrize(
    "expression",
    ["__import__('os')", "x.dtype", "y.size", "x.shape[5]", "1 //", "x.size / 2", "[1]"],
)
def test_what_is_not(expression: str) -> None:
    with pytest.raises(ValueError, match="terms"):
        evaluate(expression, NAMES)
