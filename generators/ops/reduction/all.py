"""Oracle for all."""

from __future__ import annotations

import builtins
import functools
import math
import operator
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.oracles.deviations import mean
from kassay_generators.oracles.interface import Context, Typed
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, reduce_slices


def _all(elements: Slice) -> bool:
    return builtins.all(bool(e) for e in elements)


def oracle(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return reduce_slices(_all, x, axis, keepdims)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.all(x != 0, axis=numpy_axis(axis), keepdims=keepdims)


def _of(function: Any) -> Any:
    return lambda x, axis, keepdims: reduce_slices(function, x, axis, keepdims)


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


def _mean_without_axis(
    x: np.ndarray, axis: Any, keepdims: bool, context: Context
) -> np.ndarray | Typed:
    if axis is not None:
        return oracle(x, axis, keepdims)
    dtype = context.dtypes["x"]
    return Typed(
        reduce_slices(mean, x, axis, keepdims),
        dtype if dtypes.is_floating(dtype) else context.floatx,
    )


def _axes_broadcast(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    result = oracle(x, axis, keepdims)
    return np.broadcast_to(result, x.shape) if keepdims else result


READINGS = {
    **axis_readings(oracle),
    "axes-broadcast": _axes_broadcast,
    "bitwise-and": _bitwise,
    "product-not-zero": _product,
    "any-instead": _of(lambda e: builtins.any(bool(one) for one in e)),
    "empty-is-false": _of(lambda e: bool(e) and _all(e)),
    "positive-only": _of(lambda e: builtins.all(one > 0 for one in e)),
    "mean-without-axis": _mean_without_axis,
    "dtype-of-x": lambda x, axis, keepdims, context: Typed(
        oracle(x, axis, keepdims), context.dtypes["x"]
    ),
    "bool-result": lambda x, axis, keepdims: Typed(oracle(x, axis, keepdims), "bool"),
}
