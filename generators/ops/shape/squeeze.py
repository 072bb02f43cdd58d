"""Oracle for squeeze."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.axes import one_axis
from kassay_generators.oracles.interface import ApiError
from kassay_generators.oracles.narrowing import float64_through_float32, narrowed
from ops.shape.indexing import build, in_other_shape, inserted, replaced


def oracle(x: np.ndarray, axis: int) -> np.ndarray:
    at = one_axis(axis, x.ndim)
    if x.shape[at] != 1:
        raise ApiError("value")
    return build(replaced(x.shape, at), lambda index: x[inserted(index, at, 0)])


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.squeeze(x, axis)


def _all_ones(x: np.ndarray, axis: int) -> np.ndarray:
    one_axis(axis, x.ndim)
    return in_other_shape(x, [size for size in x.shape if size != 1])


def _first_element(x: np.ndarray, axis: int) -> np.ndarray:
    at = one_axis(axis, x.ndim)
    return build(replaced(x.shape, at), lambda index: x[inserted(index, at, 0)])


def _unchanged_otherwise(x: np.ndarray, axis: int) -> np.ndarray:
    return oracle(x, axis) if x.shape[one_axis(axis, x.ndim)] == 1 else x


READINGS = {
    "all-ones": _all_ones,
    "axis-off-by-one": lambda x, axis: oracle(x, axis - 1 if axis > 0 else axis),
    "axis-kept": lambda x, axis: x,
    "first-element": _first_element,
    "unchanged-otherwise": _unchanged_otherwise,
    "float64-through-float32": narrowed(oracle, float64_through_float32),
}
