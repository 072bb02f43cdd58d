"""Oracle for stack."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.axes import one_axis
from kassay_generators.oracles.interface import ApiError
from ops.shape.indexing import build, inserted, replaced


def oracle(x: list[np.ndarray], axis: int) -> np.ndarray:
    if not x or any(tensor.shape != x[0].shape for tensor in x):
        raise ApiError("value")
    at = one_axis(axis, x[0].ndim + 1)
    return build(inserted(x[0].shape, at, len(x)), lambda index: x[index[at]][replaced(index, at)])


def confirmation(x: list[np.ndarray], axis: int) -> np.ndarray:
    return np.stack(x, axis=axis)


def _concatenated(x: list[np.ndarray], axis: int) -> np.ndarray:
    stacked = oracle(x, axis)
    if x[0].ndim == 0:
        return stacked
    at = one_axis(axis, x[0].ndim)
    size = x[0].shape[at]
    shape = replaced(x[0].shape, at, size * len(x))
    return build(shape, lambda index: x[index[at] // size][replaced(index, at, index[at] % size)])


READINGS = {
    "axis-ignored": lambda x, axis: oracle(x, 0),
    "default-last": lambda x, axis: oracle(x, -1 if axis == 0 else axis),
    "concatenated": _concatenated,
    "backwards": lambda x, axis: oracle(x[::-1], axis),
    "axis-of-x": lambda x, axis: oracle(x, axis - 1 if -x[0].ndim <= axis < 0 else axis),
    "axis-off-by-one": lambda x, axis: oracle(x, axis - 1 if axis > 0 else axis),
}
