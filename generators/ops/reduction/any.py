"""Oracle for any."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.reductions import Slice, numpy_axis, of_slices
from ops.reduction.truth import truth_readings


def _any(elements: Slice) -> bool:
    return builtins.any(bool(e) for e in elements)


oracle = of_slices(_any)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.any(x != 0, axis=numpy_axis(axis), keepdims=keepdims)


READINGS = {
    **truth_readings(oracle),
    "sum-not-zero": of_slices(lambda e: bool(sum(e, Number.of(0)))),
    "all-instead": of_slices(lambda e: builtins.all(bool(one) for one in e)),
    "empty-is-true": of_slices(lambda e: _any(e) if e else True),
    "positive-only": of_slices(lambda e: builtins.any(one > 0 for one in e)),
}
