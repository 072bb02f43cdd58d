"""Oracle for softmax."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import select
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.exponentials import exp_overflows, shifted_powers
from kassay_generators.oracles.interface import ApiError, Context, Remembered


def _along(x: np.ndarray, axis: Any) -> np.ndarray:
    undefined = np.broadcast_to(_undefined(x, axis), x.shape)
    cleaned = elementwise(select, undefined, Number.of(0), elementwise(_finite, x))
    powers = elementwise(
        select, elementwise(_is_lowest, x).astype(bool), Number.of(0), shifted_powers(cleaned, axis)
    )
    return elementwise(select, undefined, NAN, powers / total(powers, axis, keepdims=True))


def _is_lowest(n: Number) -> bool:
    return n.is_infinite and n < 0


def _finite(n: Number) -> Number:
    """-Inf contributes nothing to a sum of exponentials, and neither does the lowest float64."""
    return Number.of(-float(np.finfo(np.float64).max)) if _is_lowest(n) else n


def _undefined(x: np.ndarray, axis: Any) -> np.ndarray:
    """For a slice with NaN or +Inf, or with nothing except -Inf."""
    bad = elementwise(lambda n: n.is_nan or (n.is_infinite and n > 0), x).astype(bool)
    lowest = elementwise(_is_lowest, x).astype(bool)
    return bad.any(axis=axis, keepdims=True) | np.asarray(lowest.all(axis=axis, keepdims=True))


@Remembered
def oracle(x: np.ndarray, axis: int) -> np.ndarray:
    if not -x.ndim <= axis < x.ndim:
        raise ApiError("value")
    return _along(x, axis)


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    if x.shape[axis] == 0:
        return x
    shifted = np.exp(x - x.max(axis=axis, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=axis, keepdims=True))


def _not_shifted(x: np.ndarray, axis: int, context: Context) -> np.ndarray:
    overflows = elementwise(lambda n: exp_overflows(n, context.dtype), x).astype(bool)
    return elementwise(select, overflows.any(axis=axis, keepdims=True), NAN, oracle(x, axis))


def _empty_refused(x: np.ndarray, axis: int) -> np.ndarray:
    if x.shape[axis] == 0 and np.delete(x.shape, axis).all():  # some slices, of no elements
        raise ApiError("any")
    return oracle(x, axis)


READINGS = {
    "axis-ignored": lambda x, axis: oracle(x, -1),
    "axis-off-by-one": lambda x, axis: oracle(x, axis - 1 if axis > 0 else axis),
    "over-everything": lambda x, axis: _along(x, None),
    "not-shifted": _not_shifted,
    "empty-refused": _empty_refused,
}
