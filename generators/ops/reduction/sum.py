"""Oracle for sum."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, reduce_slices
from ops.reduction.cumulative import widening_readings


def _sum(elements: Slice) -> Number:
    return sum(elements, Number.of(0))


def oracle(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return reduce_slices(_sum, x, axis, keepdims)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.sum(x, axis=numpy_axis(axis), keepdims=keepdims)


def _of(function: Any) -> Any:
    return lambda x, axis, keepdims: reduce_slices(function, x, axis, keepdims)


READINGS = {
    **axis_readings(oracle),
    "mean-instead": _of(lambda e: _sum(e) / max(1, len(e))),
    "magnitudes-added": _of(lambda e: _sum([abs(one) for one in e])),
    "nan-skipped": _of(lambda e: _sum([one for one in e if not one.is_nan])),
    **widening_readings(oracle),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
