"""Oracle for sum."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, of_slices
from ops.reduction.cumulative import widening_readings


def _sum(elements: Slice) -> Number:
    return sum(elements, Number.of(0))


oracle = of_slices(_sum)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.sum(x, axis=numpy_axis(axis), keepdims=keepdims)


READINGS = {
    **axis_readings(oracle),
    "mean-instead": of_slices(lambda e: _sum(e) / max(1, len(e))),
    "magnitudes-added": of_slices(lambda e: _sum([abs(one) for one in e])),
    "nan-skipped": of_slices(lambda e: _sum([one for one in e if not one.is_nan])),
    **widening_readings(oracle),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
