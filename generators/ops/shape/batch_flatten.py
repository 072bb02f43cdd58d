"""Oracle for batch_flatten."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.oracles.interface import ApiError, refused
from ops.shape.indexing import build, in_other_shape, in_other_shape_column_major


def _shape(x: np.ndarray) -> list[int]:
    if not x.ndim:
        raise ApiError("value")
    return [x.shape[0], math.prod(x.shape[1:])]


def oracle(x: np.ndarray) -> np.ndarray:
    return in_other_shape(x, _shape(x))


def confirmation(x: np.ndarray) -> np.ndarray:
    rows = [np.ravel(sample) for sample in x]
    return np.stack(rows) if rows else np.empty((0, math.prod(x.shape[1:])))


def _samples_column_major(x: np.ndarray) -> np.ndarray:
    """Each sample separately, with its first index running fastest."""
    rows = [
        in_other_shape_column_major(np.asarray(sample, dtype=object), [_shape(x)[1]])
        for sample in x
    ]
    return build(_shape(x), lambda index: rows[index[0]][index[1]])


READINGS = {
    "flattened": lambda x: in_other_shape(x, [x.size]),
    "column-major": lambda x: in_other_shape_column_major(x, _shape(x)),
    "samples-column-major": _samples_column_major,
    "last-kept": lambda x: in_other_shape(x, [math.prod(x.shape[:-1]), x.shape[-1]]),
    "vector-unchanged": lambda x: x if x.ndim == 1 else oracle(x),
    "vector-as-row": lambda x: in_other_shape(x, [1, x.size]) if x.ndim == 1 else oracle(x),
    "empty-samples-refused": refused(oracle, lambda a: _shape(a["x"])[1] == 0),
    "scalar-as-matrix": lambda x: in_other_shape(x, [1, 1]) if x.ndim == 0 else oracle(x),
}
