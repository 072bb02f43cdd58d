"""Oracle for mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.deviations import integer_readings, mean, typed_where, variance
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, reduce_slices


def oracle(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return reduce_slices(mean, x, axis, keepdims)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    if x.size == 0:
        return np.asarray(np.sum(x, axis=numpy_axis(axis), keepdims=keepdims) * np.nan)
    return np.asarray(np.mean(x, axis=numpy_axis(axis), keepdims=keepdims))


def _sum(elements: Slice) -> Number:
    return sum(elements, Number.of(0))


def _of(function: Any) -> Any:
    return lambda x, axis, keepdims: reduce_slices(function, x, axis, keepdims)


def _divided(elements: Slice) -> Number:
    """Of integers, without its fraction."""
    return Number.of(int(mean(elements)))


READINGS = {
    **axis_readings(oracle),
    **integer_readings(oracle),
    "integers-divided": typed_where("iu", "", oracle, _of(_divided)),
    "sum-instead": _of(_sum),
    "variance-instead": _of(variance),
    "divided-by-all": lambda x, axis, keepdims: reduce_slices(
        lambda e: _sum(e) / x.size, x, axis, keepdims
    ),
    "divided-by-one-less": _of(lambda e: _sum(e) / (len(e) - 1)),
}
