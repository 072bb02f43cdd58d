"""Oracle for std."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import sqrt
from kassay_generators.oracles.deviations import (
    deviation_readings,
    integer_readings,
    integers_refused,
    variance,
)
from kassay_generators.oracles.reductions import numpy_axis, reduce_slices


def oracle(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return reduce_slices(lambda e: sqrt(variance(e)), x, axis, keepdims)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    if x.size == 0:
        return np.asarray(np.sum(x, axis=numpy_axis(axis), keepdims=keepdims) * np.nan)
    return np.asarray(np.std(x, axis=numpy_axis(axis), keepdims=keepdims))


READINGS = {
    **deviation_readings(sqrt),
    **integer_readings(oracle),
    "integers-refused": integers_refused(oracle),
    "variance-instead": lambda x, axis, keepdims: reduce_slices(variance, x, axis, keepdims),
}
