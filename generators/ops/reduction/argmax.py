"""Oracle for argmax."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.narrowing import float64_through_float32, narrowed
from ops.reduction.extremes import position_oracle, position_readings

oracle = position_oracle(larger=True)
READINGS = {
    **position_readings(oracle, larger=True),
    "float64-through-float32": narrowed(oracle, float64_through_float32, result=False),
}


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.argmax(x, axis=axis)
