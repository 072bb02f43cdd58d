"""Oracle for equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError
from kassay_generators.oracles.operands import (
    each_pair,
    first_shape_kept,
    left_aligned,
    number_refused,
    same_dtype,
    through_float32,
)

oracle = each_pair(lambda x, y: x == y)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.equal(x, y)


def _approximately(x: Number, y: Number) -> bool:
    if x.special is not None or y.special is not None:
        return x == y
    return abs(x - y) <= 1e-5 * max(abs(x), abs(y))


def _by_bits(x: Number, y: Number) -> bool:
    both_zero = x.is_zero and y.is_zero
    return (x == y and not both_zero) or (both_zero and x.negative_zero == y.negative_zero)


def _whole(x: np.ndarray, y: Any) -> bool:
    return bool(oracle(x, y).all())


def _shapes_differ(x: np.ndarray, y: Any) -> Any:
    try:
        return oracle(x, y)
    except ApiError:
        return False


READINGS = {
    "number-refused": number_refused(oracle),
    "same-dtype": same_dtype(oracle),
    "left-aligned": left_aligned(oracle),
    "first-shape-kept": first_shape_kept(oracle),
    "through-float32": through_float32(oracle),
    "approximately": each_pair(_approximately),
    "nan-equals-itself": each_pair(lambda x, y: (x.is_nan and y.is_nan) or x == y),
    "zeros-differ": each_pair(_by_bits),
    "by-difference": each_pair(lambda x, y: x - y == 0),
    "whole-tensor": _whole,
    "shapes-differ": _shapes_differ,
}
