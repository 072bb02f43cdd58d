"""Oracle for reshape."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.oracles.interface import ApiError
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from ops.shape.indexing import build, in_other_shape, in_other_shape_column_major


def _target(count: int, shape: list[int]) -> list[int]:
    """The shape with -1 replaced by the remaining size."""
    if any(size < -1 for size in shape) or shape.count(-1) > 1:
        raise ApiError("value")
    if -1 not in shape:
        return shape
    others = math.prod(size for size in shape if size != -1)
    if others == 0 or count % others:
        raise ApiError("value")
    return [count // others if size == -1 else size for size in shape]


def oracle(x: np.ndarray, shape: list[int]) -> np.ndarray:
    return in_other_shape(x, _target(x.size, shape))


def confirmation(x: np.ndarray, shape: list[int]) -> np.ndarray:
    return np.reshape(x, tuple(shape))


def _resized(x: np.ndarray, shape: list[int]) -> np.ndarray:
    if -1 in shape or not x.size:
        return oracle(x, shape)
    flat = oracle(x, [x.size])
    places = oracle(np.arange(math.prod(shape)), shape)
    return build(shape, lambda index: flat[int(places[index]) % x.size])


def _transposed(x: np.ndarray, shape: list[int]) -> np.ndarray:
    """Matches dimensions of equal size, like a transposition."""
    if sorted(x.shape) != sorted(shape) or len(set(shape)) != len(shape):
        return oracle(x, shape)
    return build(shape, lambda index: x[tuple(index[shape.index(size)] for size in x.shape)])


def _zero_keeps_dimension(x: np.ndarray, shape: list[int]) -> np.ndarray:
    kept = [
        x.shape[place] if size == 0 and place < x.ndim else size for place, size in enumerate(shape)
    ]
    return oracle(x, kept)


READINGS = {
    "column-major": lambda x, shape: in_other_shape_column_major(x, _target(x.size, shape)),
    "transposed": _transposed,
    "shape-reversed": lambda x, shape: oracle(x, shape[::-1]),
    "batch-kept": lambda x, shape: oracle(x, [*x.shape[:1], *shape]),
    "minus-one-is-one": lambda x, shape: oracle(x, [1 if n == -1 else n for n in shape]),
    "resized": _resized,
    "integers-through-float64": narrowed(oracle, int64_through_float64),
    "zero-keeps-dimension": _zero_keeps_dimension,
}
