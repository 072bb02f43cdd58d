"""Oracle for cumprod."""

from __future__ import annotations

import operator

import numpy as np

from ops.reduction.cumulative import running_oracle, running_readings

oracle = running_oracle(operator.mul)


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.cumprod(x, axis=axis)


READINGS = {
    **running_readings(operator.mul, neutral=1),
    "sum-instead": running_oracle(operator.add),
}
