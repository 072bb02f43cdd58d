"""Oracle for eval."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracle import Typed


def oracle(x: np.ndarray) -> np.ndarray:
    return x


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.array(x, copy=True)


READINGS = {
    "float64-always": lambda x: Typed(x, "float64"),
    "at-least-rank-1": lambda x: x.reshape(1) if x.ndim == 0 else x,
    "size-one-dropped": lambda x: x.reshape([size for size in x.shape if size != 1]),
}
