"""Oracle for sigmoid."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import maximum, minimum, tanh
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.exponentials import exp_overflows
from kassay_generators.oracles.interface import Context


def _sigmoid(n: Number) -> Number:
    # Exact, and with the magnitude of a sum of two halves.
    return tanh(n / 2) / 2 + 0.5


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
    "ratio-of-exponentials": lambda x, context: elementwise(lambda n: _ratio(n, context), x),
}
