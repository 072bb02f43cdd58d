"""Oracle for transpose."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed


def oracle(x: np.ndarray) -> np.ndarray:
    result = np.empty(x.shape[::-1], dtype=object)
    for index in np.ndindex(x.shape):
        result[index[::-1]] = x[index]
    return result


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.transpose(x)


def _exchanged(first: int, second: int) -> object:
    return lambda x: np.swapaxes(x, first, second) if x.ndim > 1 else x


READINGS = {
    "last-two-exchanged": _exchanged(-2, -1),
    "first-two-exchanged": _exchanged(0, 1),
    "ends-exchanged": _exchanged(0, -1),
    "reshaped": lambda x: x.reshape(x.shape[::-1]),
    "vector-to-column": lambda x: x[:, np.newaxis] if x.ndim == 1 else oracle(x),
    "zero-unsigned": lambda x: elementwise(lambda e: Number.of(0) if e == 0 else e, oracle(x)),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
