"""Oracle for logsumexp."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import exp, log, maximum
from kassay_generators.numbers.number import INFINITY, NAN, Number
from kassay_generators.numbers.recording import stop_gradient, with_partials
from kassay_generators.oracles.interface import ApiError, Context, Remembered
from kassay_generators.oracles.reductions import (
    Slice,
    axis_readings,
    numpy_axis,
    of_slices,
    reduce_slices,
)


def _exact_difference(x: Number, y: Number) -> Number:
    """x - y as if it were an input: the shift is arbitrary, so its rounding does not count."""
    exact = x - y
    return Number(exact.real, abs(float(exact)), exact=True)


# In the derivative the rounding of the shift counts; a backend may compute it from the result, as exp(x - logsumexp(x)).
@with_partials(
    lambda x, largest, result: exp(x - largest),
    lambda x, largest, result: -exp(x - largest),
    rounds=2,
)
def _power(x: Number, largest: Number) -> Number:
    return exp(_exact_difference(x, largest))


def _powers(elements: Slice) -> tuple[Number, Number]:
    """The largest element, and the sum of exp(element - largest). All elements are finite."""
    largest = functools.reduce(maximum, map(stop_gradient, elements))
    return largest, sum((_power(e, largest) for e in elements), Number.of(0))


def _log_sum_exp(elements: Slice) -> Number:
    if any(e.is_nan for e in elements):
        return NAN
    if any(e.is_infinite and e > 0 for e in elements):
        return INFINITY
    finite = [e for e in elements if not e.is_infinite]
    if not finite:
        return -INFINITY
    largest, powers = _powers(finite)
    return largest + log(powers)


oracle = Remembered(of_slices(_log_sum_exp))


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    axis = numpy_axis(axis)
    largest = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    shift = np.where(np.isfinite(largest), largest, 0.0)
    total = np.sum(np.exp(x - shift), axis=axis, keepdims=True)
    result = np.log(total) + shift
    return (
        result
        if keepdims
        else np.squeeze(result, axis=tuple(range(x.ndim)) if axis is None else axis)
    )


def _exponent_range(dtype: str) -> tuple[float, float]:
    """Below the first number, the exponential is 0 in the dtype; above the second, infinite."""
    form = FORMATS[dtype]
    return (
        math.log(form.min_subnormal / 2) if form.precision < 53 else -745.2,
        math.log(form.max),
    )


def _unstable(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
    underflows, overflows = _exponent_range(context.dtypes["x"])

    def log_of_sum(elements: Slice) -> Number:
        if any(e.is_nan for e in elements):
            return NAN
        if any(e > overflows for e in elements):
            return INFINITY
        return _log_sum_exp([e for e in elements if e > underflows])

    return reduce_slices(log_of_sum, x, axis, keepdims)


def _overall_maximum(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
    if x.size == 0 or any(Number.of(e).special is not None for e in x.flat):
        return oracle(x, axis, keepdims)
    underflows, _ = _exponent_range(context.dtypes["x"])
    largest = functools.reduce(maximum, (Number.of(e) for e in x.flat))
    return reduce_slices(
        lambda elements: _log_sum_exp([e for e in elements if e - largest > underflows]),
        x,
        axis,
        keepdims,
    )


def _infinity_subtracted(elements: Slice) -> Number:
    largest = functools.reduce(maximum, elements, -INFINITY)
    return NAN if elements and largest.is_infinite else _log_sum_exp(elements)


def _shifted_by(change: Any) -> Any:
    """change(largest, powers, count) for every slice of finite elements."""

    def function(elements: Slice) -> Number:
        if not elements or any(e.special is not None for e in elements):
            return _log_sum_exp(elements)
        return Number.of(change(*_powers(elements), len(elements)))

    return of_slices(function)


def _empty_refused(elements: Slice) -> Number:
    if not elements:
        raise ApiError("any")
    return _log_sum_exp(elements)


READINGS = {
    **axis_readings(oracle),
    "unstable": _unstable,
    "overall-maximum": _overall_maximum,
    "infinity-subtracted": of_slices(_infinity_subtracted),
    "mean-of-powers": _shifted_by(lambda largest, powers, count: largest + log(powers / count)),
    "log-left-out": _shifted_by(
        lambda largest, powers, count: INFINITY if largest > 700 else powers * exp(largest)
    ),
    "maximum-only": _shifted_by(lambda largest, powers, count: largest),
    "maximum-not-added-back": _shifted_by(lambda largest, powers, count: log(powers)),
    "empty-refused": of_slices(_empty_refused),
}
