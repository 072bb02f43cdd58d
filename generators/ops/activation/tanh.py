"""Oracle for tanh."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import maximum, minimum, tanh
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.exponentials import exp_overflows
from kassay_generators.oracles.interface import Context


def _ratio(n: Number, context: Context) -> Number:
    return NAN if exp_overflows(abs(n), context.dtype) else tanh(n)


def oracle(x: np.ndarray) -> np.ndarray:
    return elementwise(tanh, x)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.tanh(x))


READINGS = {
    "logistic": lambda x: elementwise(lambda n: tanh(n / 2) / 2 + 0.5, x),
    "half-argument": lambda x: elementwise(lambda n: tanh(n / 2), x),
    "segments": lambda x: elementwise(lambda n: minimum(maximum(n, -1), 1), x),
    "ratio-of-exponentials": lambda x, context: elementwise(lambda n: _ratio(n, context), x),
}
