"""Oracle for eye."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.number import Number
from ops.creation.filled import constant_instead, dtype_readings, filled

MAKES_VARIABLE = True


def oracle(size: int, dtype: str | None, name: str | None) -> np.ndarray:
    matrix = filled((size, size), 0)
    for i in range(size):
        matrix[i, i] = Number.of(1)
    return matrix


def confirmation(size: int, dtype: str | None, name: str | None) -> np.ndarray:
    return np.eye(size)


READINGS = {
    **dtype_readings(oracle),
    "constant-instead": constant_instead(oracle),
    "ones-everywhere": lambda size, dtype, name: filled((size, size), 1),
    "anti-diagonal": lambda size, dtype, name: oracle(size, dtype, name)[:, ::-1],
}
