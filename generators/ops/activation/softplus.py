"""Oracle for softplus."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import exp, log, log1p, maximum
from kassay_generators.numbers.number import INFINITY, NAN, Number
from kassay_generators.numbers.recording import with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.exponentials import BEYOND, exp_overflows
from kassay_generators.oracles.interface import Context


# The derivative is a sigmoid, whose error scales with 1 however small it is; so does that of 1 - exp(-result).
@with_partials(lambda n, result: 1 - exp(-result), rounds=3)
def _softplus(n: Number) -> Number:
    if n.special is not None:
        return NAN if n.is_nan else maximum(n, 0)
    if n > BEYOND:
        return n
    # The same as log(1 + exp(n)), with exponentials that stay in the range of a magnitude.
    return maximum(n, 0) + log1p(exp(-abs(n)))


def _overflows(n: Number, context: Context) -> Number:
    return INFINITY if exp_overflows(n, context.dtype) else _softplus(n)


def _sum_rounded(n: Number, context: Context) -> Number:
    if n.special is not None or n > 0:
        return _softplus(n)
    step = FORMATS[context.dtype].roundoff * 2  # from 1 to the next number
    return log(Number.of(round(float(exp(n)) / step) * step) + 1)


def oracle(x: np.ndarray) -> np.ndarray:
    return elementwise(_softplus, x)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.logaddexp(x, 0)


READINGS = {
    "overflows": lambda x, context: elementwise(lambda n: _overflows(n, context), x),
    "sum-rounded": lambda x, context: elementwise(lambda n: _sum_rounded(n, context), x),
    "rectified": lambda x: elementwise(lambda n: maximum(n, 0), x),
    "sign-flipped": lambda x: oracle(-x),
    "minus-one": lambda x: elementwise(lambda n: _softplus(n) - log(2), x),
}
