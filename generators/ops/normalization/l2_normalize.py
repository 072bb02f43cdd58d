"""Oracle for l2_normalize."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import maximum, select, sqrt
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise, fold, total
from kassay_generators.oracles.axes import axes_tuple

Array = np.ndarray


def _quotient(element: Number, norm: Number) -> Number:
    if element.is_zero and norm.is_zero:
        return Number.of(0)
    return element / norm


def _squares(x: Array, axis: Any) -> Array:
    return total(elementwise(lambda n: n * n, x), axes_tuple(axis, x.ndim), keepdims=True)


def oracle(x: Array, axis: int | None) -> Array:
    return elementwise(_quotient, x, elementwise(sqrt, _squares(x, axis)))


def confirmation(x: Array, axis: int | None) -> Array:
    norm = np.linalg.norm(x.ravel() if axis is None else x, axis=axis, keepdims=axis is not None)
    return np.asarray(x / np.where(norm == 0, 1, norm))


def _zero_divided(x: Array, axis: int | None) -> Array:
    zero = elementwise(lambda n: n.is_zero, _squares(x, axis)).astype(bool)
    return elementwise(select, zero, NAN, oracle(x, axis))


def _mean_square(x: Array, axis: int | None) -> Array:
    squares = _squares(x, axis)
    count = x.size // max(1, squares.size)
    return elementwise(lambda n, s: _quotient(n, sqrt(s / count)), x, squares)


def _absolute_norm(x: Array, axis: int | None) -> Array:
    norm = total(elementwise(abs, x), axes_tuple(axis, x.ndim), keepdims=True)
    return elementwise(_quotient, x, norm)


def _largest_element(x: Array, axis: int | None) -> Array:
    norm = fold(maximum, elementwise(abs, x), axes_tuple(axis, x.ndim), keepdims=True, empty=0)
    return elementwise(_quotient, x, norm)


def _default(axis: int | None, other: int, x: Array) -> int | None:
    """The other axis if the axis is None; a scalar keeps None."""
    return other if axis is None and x.ndim > 0 else axis


READINGS = {
    "last-axis": lambda x, axis: oracle(x, _default(axis, -1, x)),
    "zero-divided": _zero_divided,
    "axis-ignored": lambda x, axis: oracle(x, None),
    "axis-always-last": lambda x, axis: oracle(x, axis if axis is None else -1),
    "first-axis": lambda x, axis: oracle(x, _default(axis, 0, x)),
    "root-missing": lambda x, axis: elementwise(_quotient, x, _squares(x, axis)),
    "absolute-norm": _absolute_norm,
    "mean-square": _mean_square,
    "largest-element": _largest_element,
}
