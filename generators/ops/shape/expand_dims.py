"""Oracle for expand_dims."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.axes import one_axis
from ops.shape.indexing import build, inserted, replaced


def oracle(x: np.ndarray, axis: int) -> np.ndarray:
    at = one_axis(axis, x.ndim + 1)
    return build(inserted(x.shape, at, 1), lambda index: x[replaced(index, at)])


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.expand_dims(x, axis)


READINGS = {
    "counts-dimensions-of-x": lambda x, axis: oracle(x, axis % x.ndim if x.ndim else axis),
    "before-the-last": lambda x, axis: oracle(x, axis - 1 if -x.ndim <= axis < 0 else axis),
    "axis-ignored": lambda x, axis: oracle(x, -1),
    "default-first": lambda x, axis: oracle(x, 0 if axis == -1 else axis),
    "after-the-axis": lambda x, axis: oracle(x, axis + 1 if 0 <= axis < x.ndim else axis),
    "clipped": lambda x, axis: oracle(x, max(-x.ndim - 1, min(axis, x.ndim))),
}
