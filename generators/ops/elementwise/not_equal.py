"""Oracle for not_equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ops.elementwise.equality import equality_oracle, equality_readings

oracle = equality_oracle(equal=False)
READINGS = equality_readings(equal=False)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.not_equal(x, y)
