"""Oracle for min."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.reductions import numpy_axis
from ops.reduction.extremes import extreme_oracle, extreme_readings

oracle = extreme_oracle(larger=False)
READINGS = extreme_readings(larger=False)


def confirmation(x: np.ndarray, axis: Any, keepdims: bool) -> np.ndarray:
    return np.min(x, axis=numpy_axis(axis), keepdims=keepdims)
