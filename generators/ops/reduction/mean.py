"""Oracle for mean."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles import deviations
from kassay_generators.oracles.interface import Context, Typed
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, reduce_slices


def _typed(values: np.ndarray, context: Context) -> Typed:
    return Typed(values, context.floatx if context.dtypes["x"] == "bool" else context.dtypes["x"])


def oracle(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> Typed:
    return _typed(reduce_slices(deviations.mean, x, axis, keepdims), context)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    if x.size == 0:
        return np.asarray(np.sum(x, axis=numpy_axis(axis), keepdims=keepdims) * np.nan)
    return np.asarray(np.mean(x, axis=numpy_axis(axis), keepdims=keepdims))


def _sum(elements: Slice) -> Number:
    return sum(elements, Number.of(0))


def _of(function: Any) -> Any:
    return lambda x, axis, keepdims, context: _typed(
        reduce_slices(function, x, axis, keepdims), context
    )


def _about_axis(name: str) -> Any:
    plain = axis_readings(
        lambda x, axis, keepdims: reduce_slices(deviations.mean, x, axis, keepdims)
    )[name]
    return lambda x, axis, keepdims, context: _typed(plain(x, axis, keepdims), context)


def _divided_by_all(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> Typed:
    return _typed(reduce_slices(lambda e: _sum(e) / x.size, x, axis, keepdims), context)


def _bool_stays(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> Typed:
    return Typed(oracle(x, axis, keepdims, context).values, context.dtypes["x"])


def _bool_to_float64(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> Typed:
    result = oracle(x, axis, keepdims, context)
    return Typed(result.values, "float64") if context.dtypes["x"] == "bool" else result


READINGS = {
    **{
        name: _about_axis(name)
        for name in ("axis-ignored", "axis-off-by-one", "keepdims-ignored", "first-axis-of-list")
    },
    "sum-instead": _of(_sum),
    "variance-instead": _of(deviations.variance),
    "divided-by-all": _divided_by_all,
    "divided-by-one-less": _of(lambda e: _sum(e) / (len(e) - 1)),
    "bool-stays": _bool_stays,
    "bool-to-float64": _bool_to_float64,
}
