"""Oracle for cumsum."""

from __future__ import annotations

import operator

import numpy as np

from ops.reduction.cumulative import running_oracle, running_readings

oracle = running_oracle(operator.add)


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.cumsum(x, axis=axis)


READINGS = {
    **running_readings(operator.add, neutral=0),
    "product-instead": running_oracle(operator.mul),
}
