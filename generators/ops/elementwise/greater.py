"""Oracle for greater."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from kassay_generators.oracles.operands import each_pair, order_readings

oracle = each_pair(operator.gt)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.greater(x, y)


READINGS = {
    **order_readings(operator.gt, operator.le),
    "or-equal": each_pair(operator.ge),
}
