"""Means, and deviations from them, for mean, var and std."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError, Context, Typed
from kassay_generators.oracles.reductions import (
    Oracle,
    Slice,
    axis_readings,
    numpy_axis,
    of_slices,
    reduce_slices,
)

Finish = Callable[[Number], Number]


def mean(elements: Slice) -> Number:
    return sum(elements, Number.of(0)) / len(elements)


def squared_deviations(elements: Slice, centre: Number) -> Number:
    deviations = [e - centre for e in elements]
    return sum((d * d for d in deviations), Number.of(0))


def variance(elements: Slice) -> Number:
    """The variance of the population; 0/0, which is NaN, for no elements."""
    return squared_deviations(elements, mean(elements)) / len(elements)


def confirmed_by(statistic: Callable[..., Any]) -> Oracle:
    """A confirmation by a function of NumPy, which warns of no elements: their statistic is NaN."""

    def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
        if x.size == 0:
            return np.asarray(np.sum(x, axis=numpy_axis(axis), keepdims=keepdims) * np.nan)
        return np.asarray(statistic(x, axis=numpy_axis(axis), keepdims=keepdims))

    return confirmation


def typed_where(kinds: str, dtype: str, oracle: Oracle, other: Oracle) -> Oracle:
    """The result of `other` in `dtype`, or in that of x if it is empty, where x is of one of the kinds; otherwise that of `oracle`."""

    def reading(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> Any:
        own = context.dtypes["x"]
        if np.dtype(own).kind not in kinds:
            return oracle(x, axis, keepdims)
        return Typed(other(x, axis, keepdims), dtype or own)

    return reading


def integer_readings(oracle: Oracle) -> dict[str, Oracle]:
    """The readings for bool and integers."""
    return {
        "bool-stays": typed_where("b", "", oracle, oracle),
        "float64-result": typed_where("biu", "float64", oracle, oracle),
    }


def _integers_refused(oracle: Oracle) -> Oracle:
    def reading(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> Any:
        if np.dtype(context.dtypes["x"]).kind in "iu":
            raise ApiError("any")
        return oracle(x, axis, keepdims)

    return reading


def deviation_readings(finish: Finish) -> dict[str, Oracle]:
    """The readings that var and std share; `finish` turns a variance into the result."""

    def by(function: Callable[[Slice], Number]) -> Oracle:
        return of_slices(lambda e: finish(function(e)))

    oracle = by(variance)

    def about_everything(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
        centre = mean([Number.of(e) for e in x.flat])
        return reduce_slices(
            lambda e: finish(squared_deviations(e, centre) / len(e)), x, axis, keepdims
        )

    def absolute(elements: Slice) -> Number:
        centre = mean(elements)
        return mean([abs(one - centre) for one in elements])

    def one_pass(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
        own = context.dtypes["x"]
        element_type = np.dtype(own if is_floating(own) else context.floatx).type
        return reduce_slices(
            lambda e: finish(one_pass_variance(e, element_type)), x, axis, keepdims
        )

    return {
        **axis_readings(oracle),
        **integer_readings(oracle),
        "integers-refused": _integers_refused(oracle),
        "unbiased": by(lambda e: squared_deviations(e, mean(e)) / (len(e) - 1)),
        "not-centred": by(lambda e: squared_deviations(e, Number.of(0)) / len(e)),
        "mean-of-everything": about_everything,
        "absolute-deviation": of_slices(absolute),
        "one-pass": one_pass,
    }


def one_pass_variance(elements: Slice, element_type: Callable[[float], Any]) -> Number:
    """The mean of the squares minus the square of the mean, each step rounded to the dtype."""
    total = squares = element_type(0.0)
    for element in elements:
        value = element_type(float(element))
        total += value
        squares += value * value
    count = element_type(float(len(elements)))
    return Number.of(float(squares / count - (total / count) * (total / count)))
