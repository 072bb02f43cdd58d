"""Oracle for less_equal."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from kassay_generators.oracles.operands import each_pair, order_readings

oracle = each_pair(operator.le)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.less_equal(x, y)


READINGS = {
    **order_readings(operator.le, operator.gt),
    "strict": each_pair(operator.lt),
    "by-difference": each_pair(lambda x, y: x - y <= 0),
}
