"""Oracle for any."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.deviations import mean
from kassay_generators.oracles.interface import Context, Typed
from kassay_generators.oracles.reductions import Slice, axis_readings, numpy_axis, reduce_slices


def _any(elements: Slice) -> bool:
    return builtins.any(bool(e) for e in elements)


def oracle(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return reduce_slices(_any, x, axis, keepdims)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.any(x != 0, axis=numpy_axis(axis), keepdims=keepdims)


def _of(function: Any) -> Any:
    return lambda x, axis, keepdims: reduce_slices(function, x, axis, keepdims)


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
    "sum-not-zero": _of(lambda e: bool(sum(e, Number.of(0)))),
    "all-instead": _of(lambda e: builtins.all(bool(one) for one in e)),
    "empty-is-true": _of(lambda e: _any(e) if e else True),
    "positive-only": _of(lambda e: builtins.any(one > 0 for one in e)),
    "mean-without-axis": _mean_without_axis,
    "dtype-of-x": lambda x, axis, keepdims, context: Typed(
        oracle(x, axis, keepdims), context.dtypes["x"]
    ),
    "bool-result": lambda x, axis, keepdims: Typed(oracle(x, axis, keepdims), "bool"),
}
