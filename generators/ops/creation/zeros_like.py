"""Oracle for zeros_like."""

from __future__ import annotations

import numpy as np

from ops.creation.filled import like_oracle_of, like_readings_of

oracle = like_oracle_of(0)
READINGS = like_readings_of(0)


def confirmation(x: np.ndarray, dtype: str | None, name: str | None) -> np.ndarray:
    return np.zeros_like(x)
