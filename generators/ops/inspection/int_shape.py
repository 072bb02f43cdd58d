"""Oracle for int_shape."""

from __future__ import annotations

import numpy as np


def oracle(x: np.ndarray) -> list[int]:
    return list(x.shape)


def confirmation(x: np.ndarray) -> list[int]:
    return [int(np.size(x, axis)) for axis in range(np.ndim(x))]


READINGS = {
    "reversed": lambda x: list(reversed(x.shape)),
    "without-batch": lambda x: list(x.shape[1:]),
}
