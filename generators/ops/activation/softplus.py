"""Oracle for softplus."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import condition_of, exp, log, log1p, maximum
from kassay_generators.numbers.number import INFINITY, NAN, Number
from kassay_generators.numbers.recording import with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.exponentials import BEYOND, exp_overflows
from kassay_generators.oracles.interface import Context


def _softplus(n: Number) -> Number:
    if n.special is not None:
        return NAN if n.is_nan else maximum(n, 0)
    if n > BEYOND:
        return n
    # The same as log(1 + exp(n)), with exponentials that stay in the range of a magnitude.
    return maximum(n, 0) + log1p(exp(-abs(n)))


@functools.cache
def _as_printed(roundoff: float) -> Callable[[Number], Number]:
    """The argument of the printed logarithm, 1 + exp(n), may be rounded: by a roundoff, and no more than by exp(n), which it then
    loses (D-218)."""

    # The derivative is a sigmoid, whose error scales with 1 however small it is; so does that of 1 - exp(-result).
    @with_partials(lambda n, result: 1 - exp(-result), rounds=3)
    def softplus(n: Number) -> Number:
        result = _softplus(n)
        if result.special is not None or n > BEYOND:
            return result
        moved = 1.0 if n > 0 else min(1.0, exp(n).size / roundoff)
        condition = condition_of(result.as_ball(), moved)
        return Number(result.real, result.magnitude, condition=condition)

    return softplus


def _overflows(n: Number, context: Context) -> Number:
    return INFINITY if exp_overflows(n, context.dtype) else _softplus(n)


def oracle(x: np.ndarray, context: Context) -> np.ndarray:
    return elementwise(_as_printed(FORMATS[context.dtype].roundoff), x)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.logaddexp(x, 0)


READINGS = {
    "overflows": lambda x, context: elementwise(lambda n: _overflows(n, context), x),
    "rectified": lambda x: elementwise(lambda n: maximum(n, 0), x),
    "sign-flipped": lambda x, context: oracle(-x, context),
    "minus-one": lambda x: elementwise(lambda n: _softplus(n) - log(2), x),
}
