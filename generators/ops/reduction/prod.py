"""Oracle for prod."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, of_slices
from ops.reduction.cumulative import widening_readings


def _product(elements: Slice) -> Number:
    return functools.reduce(operator.mul, elements, Number.of(1))


oracle = of_slices(_product)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.prod(x, axis=numpy_axis(axis), keepdims=keepdims)


READINGS = {
    **axis_readings(oracle),
    "sum-instead": of_slices(lambda e: sum(e, Number.of(0))),
    "magnitudes-multiplied": of_slices(lambda e: _product([abs(one) for one in e])),
    "zeros-skipped": of_slices(lambda e: _product([one for one in e if not one.is_zero])),
    "empty-is-zero": of_slices(lambda e: _product(e) if e else Number.of(0)),
    **widening_readings(oracle),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
