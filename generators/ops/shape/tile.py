"""Oracle for tile."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.interface import ApiError, refused
from kassay_generators.oracles.narrowing import (
    float64_through_float32,
    int64_through_float64,
    narrowed,
)
from ops.shape.indexing import Index, build, in_other_shape


def _tiled(x: np.ndarray, n: list[int]) -> np.ndarray:
    def element(index: Index) -> object:
        return x[tuple(i % size for i, size in zip(index, x.shape, strict=True))]

    return build([size * times for size, times in zip(x.shape, n, strict=True)], element)


def oracle(x: np.ndarray, n: list[int]) -> np.ndarray:
    if len(n) != x.ndim or any(times < 0 for times in n):
        raise ApiError("value")
    return _tiled(x, n)


def confirmation(x: np.ndarray, n: list[int]) -> np.ndarray:
    return np.tile(x, n)


def _elements(x: np.ndarray, n: list[int]) -> np.ndarray:
    def element(index: Index) -> object:
        return x[tuple(i // times for i, times in zip(index, n, strict=True))]

    return build([size * times for size, times in zip(x.shape, n, strict=True)], element)


def _padded_left(x: np.ndarray, n: list[int]) -> np.ndarray:
    rank = max(x.ndim, len(n))
    return oracle(
        in_other_shape(x, [1] * (rank - x.ndim) + list(x.shape)), [1] * (rank - len(n)) + n
    )


def _padded_right(x: np.ndarray, n: list[int]) -> np.ndarray:
    rank = max(x.ndim, len(n))
    return oracle(
        in_other_shape(x, list(x.shape) + [1] * (rank - x.ndim)), n + [1] * (rank - len(n))
    )


READINGS = {
    "elements-repeated": _elements,
    "reversed": lambda x, n: oracle(x, n[::-1]),
    "once-more": lambda x, n: oracle(x, [times + 1 for times in n]),
    "ones-at-the-end": _padded_right,
    "ones-in-front": _padded_left,
    "zero-refused": refused(oracle, lambda a: 0 in a["n"]),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
    "float64-through-float32": narrowed(oracle, float64_through_float32),
}
