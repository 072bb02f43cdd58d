"""Oracle for equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ops.elementwise.equality import equality_oracle, equality_readings

oracle = equality_oracle(equal=True)
READINGS = equality_readings(equal=True)


def confirmation(x: np.ndarray, y: Any) -> np.ndarray:
    return np.equal(x, y)
