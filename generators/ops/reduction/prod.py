"""Oracle for prod."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, reduce_slices
from ops.reduction.cumulative import widening_readings


def _product(elements: Slice) -> Number:
    return functools.reduce(operator.mul, elements, Number.of(1))


def oracle(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return reduce_slices(_product, x, axis, keepdims)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.prod(x, axis=numpy_axis(axis), keepdims=keepdims)


def _of(function: Any) -> Any:
    return lambda x, axis, keepdims: reduce_slices(function, x, axis, keepdims)


READINGS = {
    **axis_readings(oracle),
    "sum-instead": _of(lambda e: sum(e, Number.of(0))),
    "magnitudes-multiplied": _of(lambda e: _product([abs(one) for one in e])),
    "zeros-skipped": _of(lambda e: _product([one for one in e if not one.is_zero])),
    "empty-is-zero": _of(lambda e: _product(e) if e else Number.of(0)),
    **widening_readings(oracle),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
