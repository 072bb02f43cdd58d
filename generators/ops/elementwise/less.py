"""Oracle for less."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from kassay_generators.oracles.operands import each_pair, order_readings

oracle = each_pair(operator.lt)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.less(x, y)


READINGS = {
    **order_readings(operator.lt, operator.ge),
    "or-equal": each_pair(operator.le),
}
