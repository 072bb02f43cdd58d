"""Oracle for softmax."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.number import NAN, exp
from kassay_generators.oracle import ApiError, elementwise, total


def _along(x: np.ndarray, axis: Any) -> np.ndarray:
    # Mathematics needs no shift here: the exponentials of a Number do not overflow.
    powers = elementwise(exp, x)
    quotient = powers / total(powers, axis, keepdims=True)
    return np.where(_undefined(x, axis), NAN, quotient)


def _undefined(x: np.ndarray, axis: Any) -> np.ndarray:
    """Where the slice holds NaN or +Inf, or nothing but -Inf."""
    bad = np.array([n.is_nan or (n.is_infinite and n > 0) for n in x.flat], dtype=bool).reshape(x.shape)
    lowest = np.array([n.is_infinite and n < 0 for n in x.flat], dtype=bool).reshape(x.shape)
    return bad.any(axis=axis, keepdims=True) | lowest.all(axis=axis, keepdims=True)


def oracle(x: np.ndarray, axis: int) -> np.ndarray:
    if not -x.ndim <= axis < x.ndim:
        raise ApiError("value")
    return _along(x, axis)


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    if x.shape[axis] == 0:
        return x
    shifted = np.exp(x - x.max(axis=axis, keepdims=True))
    return shifted / shifted.sum(axis=axis, keepdims=True)


def _not_shifted(x: np.ndarray, axis: int) -> np.ndarray:
    # Beyond this, exp overflows in every dtype.
    overflows = np.array([abs(n) > 1e4 for n in x.flat], dtype=bool).reshape(x.shape).any(axis=axis, keepdims=True)
    return np.where(overflows, NAN, _along(x, axis))


READINGS = {
    "axis-ignored": lambda x, axis: oracle(x, -1),
    "over-everything": lambda x, axis: _along(x, None),
    "not-shifted": _not_shifted,
}
