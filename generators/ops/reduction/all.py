"""Oracle for all."""

from __future__ import annotations

import builtins
import functools
import math
import operator
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.reductions import Slice, numpy_axis, of_slices, reduce_slices
from ops.reduction.truth import truth_readings


def _all(elements: Slice) -> bool:
    return builtins.all(bool(e) for e in elements)


oracle = of_slices(_all)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.all(x != 0, axis=numpy_axis(axis), keepdims=keepdims)


def _bitwise(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
    if dtypes.is_floating(context.dtypes["x"]):
        return oracle(x, axis, keepdims)

    def combined(elements: Slice) -> bool:
        return bool(functools.reduce(operator.and_, (int(e) for e in elements), -1))

    return reduce_slices(combined, x, axis, keepdims)


def _product(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
    element_type = np.dtype(context.dtypes["x"]).type

    def multiplied(elements: Slice) -> bool:
        return bool(math.prod((_element(e, element_type) for e in elements), start=element_type(1)))

    return reduce_slices(multiplied, x, axis, keepdims)


def _element(number: Any, element_type: Any) -> Any:
    return element_type(float(number) if issubclass(element_type, np.floating) else int(number))


READINGS = {
    **truth_readings(oracle),
    "bitwise-and": _bitwise,
    "product-not-zero": _product,
    "any-instead": of_slices(lambda e: builtins.any(bool(one) for one in e)),
    "empty-is-false": of_slices(lambda e: bool(e) and _all(e)),
    "positive-only": of_slices(lambda e: builtins.all(one > 0 for one in e)),
}
