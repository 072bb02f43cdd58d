"""Oracle for minimum."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import maximum, minimum
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import fold
from kassay_generators.oracles.operands import (
    each_pair,
    first_shape_kept,
    left_aligned,
    number_refused,
    through_float32,
)

oracle = each_pair(minimum)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.minimum(x, y)


def _nan_ignored(x: Number, y: Number) -> Number:
    if x.is_nan or y.is_nan:
        return y if x.is_nan else x
    return minimum(x, y)


def _whole(x: np.ndarray, y: Any) -> np.ndarray:
    return fold(minimum, oracle(x, y), empty=0)


READINGS = {
    "nan-ignored": each_pair(_nan_ignored),
    "first-beside-nan": each_pair(lambda x, y: x if x.is_nan or y.is_nan else minimum(x, y)),
    "second-beside-nan": each_pair(lambda x, y: y if x.is_nan or y.is_nan else minimum(x, y)),
    "number-refused": number_refused(oracle),
    "maximum": each_pair(maximum),
    "by-magnitude": each_pair(lambda x, y: x if abs(x) < abs(y) else y),
    "beside-zero": each_pair(lambda x, y: minimum(minimum(x, y), 0)),
    "whole-tensor": _whole,
    "through-float32": through_float32(oracle),
    "left-aligned": left_aligned(oracle),
    "first-shape-kept": first_shape_kept(oracle),
}
