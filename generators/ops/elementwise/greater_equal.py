"""Oracle for greater_equal."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from kassay_generators.oracles.narrowing import float64_through_float32, narrowed
from kassay_generators.oracles.operands import each_pair, order_readings

oracle = each_pair(operator.ge)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.greater_equal(x, y)


READINGS = {
    **order_readings(operator.ge, operator.lt),
    "strict": each_pair(operator.gt),
    "by-difference": each_pair(lambda x, y: x - y >= 0),
    "float64-through-float32": narrowed(oracle, float64_through_float32, result=False),
}
