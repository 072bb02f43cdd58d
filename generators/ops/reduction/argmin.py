"""Oracle for argmin."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from ops.reduction.extremes import position_oracle, position_readings

oracle = position_oracle(larger=False)
READINGS = {
    **position_readings(oracle, larger=False),
    "integers-through-float64": narrowed(oracle, int64_through_float64, result=False),
}


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.argmin(x, axis=axis)
