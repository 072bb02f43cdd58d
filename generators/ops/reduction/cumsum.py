"""Oracle for cumsum."""

from __future__ import annotations

import operator

import numpy as np

from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from ops.reduction.cumulative import running_oracle, running_readings

oracle = running_oracle(operator.add)


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.cumsum(x, axis=axis)


READINGS = {
    **running_readings(operator.add, neutral=0),
    "product-instead": running_oracle(operator.mul),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
