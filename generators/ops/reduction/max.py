"""Oracle for max."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.reductions import numpy_axis
from ops.reduction.extremes import extreme_oracle, extreme_readings

oracle = extreme_oracle(larger=True)
READINGS = extreme_readings(larger=True)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.max(x, axis=numpy_axis(axis), keepdims=keepdims)
