"""Oracle for eye."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import Typed
from ops.creation.filled import constant_instead, filled

MAKES_VARIABLE = True


def oracle(size: int, dtype: str | None, name: str | None) -> np.ndarray:
    matrix = filled((size, size), 0)
    for i in range(size):
        matrix[i, i] = Number.of(1)
    return matrix


def confirmation(size: int, dtype: str | None, name: str | None) -> np.ndarray:
    return np.eye(size)


READINGS = {
    "constant-instead": constant_instead(oracle),
    "float64-default": lambda size, dtype, name: Typed(
        oracle(size, dtype, name), dtype or "float64"
    ),
    "ones-everywhere": lambda size, dtype, name: filled((size, size), 1),
    "anti-diagonal": lambda size, dtype, name: oracle(size, dtype, name)[:, ::-1],
    "first-floatx": lambda size, dtype, name: Typed(oracle(size, dtype, name), dtype or "float32"),
    "dtype-ignored": lambda size, dtype, name: Typed(oracle(size, dtype, name), "float32"),
}
