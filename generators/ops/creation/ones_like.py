"""Oracle for ones_like."""

from __future__ import annotations

import numpy as np

from ops.creation.filled import like_oracle_of, like_readings_of

oracle = like_oracle_of(1)
READINGS = like_readings_of(1)


def confirmation(x: np.ndarray, dtype: str | None, name: str | None) -> np.ndarray:
    return np.ones_like(x)
