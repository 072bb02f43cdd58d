"""Oracle for sigmoid."""

from __future__ import annotations

import numpy as np
from flint import arb

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import apply, maximum, minimum, tanh
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.numbers.recording import with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.exponentials import exp_overflows
from kassay_generators.oracles.interface import Context


# The derivative is computed from the result, and rounds 1 - result.
@with_partials(lambda n, result: result * (1 - result), rounds=3)
def _sigmoid(n: Number) -> Number:
    """Takes exponentials only of numbers below 0, so that the ball stays narrow: a small result has an error in proportion."""

    def value(ball: arb) -> arb:
        power = (-abs(ball)).exp()
        return (1 if ball > 0 else power) / (1 + power)

    return apply(n, value, lambda ball, s: s * (1 - s), lambda s: s if s != s else float(s > 0))


def _sum_of_halves(n: Number, context: Context) -> Number:
    """A hyperbolic tangent near -1 is a multiple of the roundoff, its half added to a half a multiple of half of it."""
    right = _sigmoid(n)
    if right.special is not None or n > 0:
        return right
    step = FORMATS[context.dtype].roundoff / 2
    return Number.of(round(float(right) / step) * step)


def _ratio(n: Number, context: Context) -> Number:
    return NAN if exp_overflows(n, context.dtype) else _sigmoid(n)


def oracle(x: np.ndarray) -> np.ndarray:
    return elementwise(_sigmoid, x)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


READINGS = {
    "sign-flipped": lambda x: oracle(-x),
    "segments": lambda x: elementwise(lambda n: minimum(maximum(n / 5 + 0.5, 0), 1), x),
    "symmetric": lambda x: elementwise(lambda n: tanh(n / 2), x),
    "sum-of-halves": lambda x, context: elementwise(lambda n: _sum_of_halves(n, context), x),
    "ratio-of-exponentials": lambda x, context: elementwise(lambda n: _ratio(n, context), x),
}
