"""Oracle for sum."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.axes import axes_tuple
from kassay_generators.oracle import total


def oracle(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return total(x, axes_tuple(axis, x.ndim), keepdims)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.sum(x, axis=tuple(axis) if isinstance(axis, list) else axis, keepdims=keepdims)


def _off_by_one(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return oracle(x, axis - 1 if isinstance(axis, int) and axis > 0 else axis, keepdims)


def _mean(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    result = oracle(x, axis, keepdims)
    return np.asarray(result / max(1, x.size // max(1, result.size)), dtype=object)


READINGS = {
    "axis-ignored": lambda x, axis, keepdims: oracle(x, None, keepdims),
    "axis-off-by-one": _off_by_one,
    "keepdims-ignored": lambda x, axis, keepdims: oracle(x, axis, False),
    "mean-instead": _mean,
    "first-axis-of-list": lambda x, axis, keepdims: oracle(x, axis[0] if isinstance(axis, list) else axis, keepdims),
}
