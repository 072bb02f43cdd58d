"""The readings that all and any share."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.oracles.deviations import mean
from kassay_generators.oracles.interface import Context, Typed
from kassay_generators.oracles.reductions import Oracle, axis_readings, reduce_slices


def truth_readings(oracle: Oracle) -> dict[str, Oracle]:
    def mean_without_axis(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> Any:
        if axis is not None:
            return oracle(x, axis, keepdims)
        dtype = context.dtypes["x"]
        return Typed(
            reduce_slices(mean, x, axis, keepdims),
            dtype if dtypes.is_floating(dtype) else context.floatx,
        )

    def axes_broadcast(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
        result = oracle(x, axis, keepdims)
        return np.broadcast_to(result, x.shape) if keepdims else result

    return {
        **axis_readings(oracle),
        "axes-broadcast": axes_broadcast,
        "mean-without-axis": mean_without_axis,
        "dtype-of-x": lambda x, axis, keepdims, context: Typed(
            oracle(x, axis, keepdims), context.dtypes["x"]
        ),
        "bool-result": lambda x, axis, keepdims: Typed(oracle(x, axis, keepdims), "bool"),
    }
