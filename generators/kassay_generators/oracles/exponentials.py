"""Exponentials: where they overflow, and along an axis relative to the largest element."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import exp, log
from kassay_generators.numbers.number import MINUS_ONE, ONE, Number
from kassay_generators.numbers.recording import stop_gradient, with_partials
from kassay_generators.oracles.arrays import elementwise, fold, total

# exp of this overflows in every dtype, and exp of its negative is far below every subnormal number.
BEYOND = 2000


def exp_overflows(n: Number, dtype: str) -> bool:
    """Whether exp(n) is above the largest number of the dtype."""
    return n > BEYOND or (n > 0 and exp(n) > FORMATS[dtype].max)


def largest(x: np.ndarray, axis: Any) -> np.ndarray:
    """The largest element of each slice without NaN, with the axis kept; a constant, because it is only a shift."""
    constants = elementwise(stop_gradient, x)
    return fold(lambda a, b: b if b > a else a, constants, axis, keepdims=True, empty=0)


@with_partials(lambda x, y, result: ONE, lambda x, y, result: MINUS_ONE)
def difference(x: Number, y: Number) -> Number:
    """x - y of two inputs: it rounds once, so its error scales only with the result."""
    exact = x - y
    if exact.special is not None:
        return exact
    return Number(exact.real, abs(float(exact)))


def shifted_powers(x: np.ndarray, axis: Any) -> np.ndarray:
    """exp(x - largest) for finite x; the axis may be None for all elements."""

    def power(element: Number, top: Number) -> Number:
        exponent = difference(element, top)
        return exp(exponent) if exponent > -BEYOND else Number.of(0)

    return elementwise(power, x, largest(x, axis))


def log_sum_exp(x: np.ndarray, axis: Any) -> np.ndarray:
    """log(sum(exp(x))) of finite x, with the axis kept."""
    logarithms = elementwise(log, total(shifted_powers(x, axis), axis, keepdims=True))
    return np.asarray(logarithms + largest(x, axis), dtype=object)
