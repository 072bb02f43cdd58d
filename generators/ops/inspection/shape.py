"""Oracle for shape."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracle import Typed, as_array


def oracle(x: np.ndarray) -> np.ndarray:
    return as_array(list(x.shape))


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.array([np.size(x, axis) for axis in range(np.ndim(x))], dtype=np.int64)


READINGS = {
    "int64-shape": lambda x: Typed(oracle(x), "int64"),
    "reversed": lambda x: oracle(x)[::-1],
    "floating": lambda x: Typed(oracle(x), "float32"),
    "element-count": lambda x: as_array(x.size),
}
