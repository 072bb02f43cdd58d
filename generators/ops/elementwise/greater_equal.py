"""Oracle for greater_equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.narrowing import float64_through_float32, narrowed
from kassay_generators.oracles.operands import (
    each_pair,
    first_shape_kept,
    left_aligned,
    number_refused,
    same_dtype,
    through_float32,
)

oracle = each_pair(lambda x, y: x >= y)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.greater_equal(x, y)


READINGS = {
    "number-refused": number_refused(oracle),
    "same-dtype": same_dtype(oracle),
    "left-aligned": left_aligned(oracle),
    "first-shape-kept": first_shape_kept(oracle),
    "through-float32": through_float32(oracle),
    "swapped": each_pair(lambda x, y: y >= x),
    "strict": each_pair(lambda x, y: x > y),
    "negated-opposite": each_pair(lambda x, y: not x < y),
    "by-magnitude": each_pair(lambda x, y: abs(x) >= abs(y)),
    "by-difference": each_pair(lambda x, y: x - y >= 0),
    "float64-through-float32": narrowed(oracle, float64_through_float32, result=False),
}
