"""Oracle for elu."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import exp, select
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.numbers.recording import with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.exponentials import exp_overflows
from kassay_generators.oracles.interface import Context


@with_partials(lambda n, result: result + 1, rounds=2)
def _exp_minus_one(n: Number) -> Number:
    """A backend may compute the derivative from the result, and then rounds numbers near -1 instead of near 0."""
    return exp(n) - 1


def _unit(n: Number, alpha: float, slope: float = 1) -> Number:
    if n.is_nan:
        return NAN
    return n * slope if n > 0 else _exp_minus_one(n) * alpha


def oracle(x: np.ndarray, alpha: float) -> np.ndarray:
    return elementwise(lambda n: _unit(n, alpha), x)


def confirmation(x: np.ndarray, alpha: float) -> np.ndarray:
    return np.where(x > 0, x, alpha * np.expm1(x))


def _minus_one_outside(x: np.ndarray, alpha: float) -> np.ndarray:
    return elementwise(lambda n: n if n.is_nan or n > 0 else exp(n) * alpha - 1, x)


def _overflow_masked(x: np.ndarray, alpha: float, context: Context) -> np.ndarray:
    overflows = elementwise(lambda n: exp_overflows(n, context.dtype), x).astype(bool)
    return elementwise(select, overflows, NAN, oracle(x, alpha))


READINGS = {
    "alpha-on-positive": lambda x, alpha: elementwise(lambda n: _unit(n, 1, slope=alpha), x),
    "alpha-ignored": lambda x, alpha: oracle(x, 1.0),
    "minus-one-outside": _minus_one_outside,
    "overflow-masked": _overflow_masked,
    "masked-infinities": lambda x, alpha: elementwise(
        lambda n: NAN if n.is_infinite else _unit(n, alpha), x
    ),
    "leaky-slope": lambda x, alpha: elementwise(lambda n: n if n.is_nan or n > 0 else n * alpha, x),
    "alpha-without-sign": lambda x, alpha: oracle(x, abs(alpha)),
}
