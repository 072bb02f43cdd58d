"""Oracle for zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from ops.creation.filled import oracle_of, readings_of

MAKES_VARIABLE = True
oracle = oracle_of(0)
READINGS = readings_of(0)


def confirmation(shape: Any, dtype: str | None, name: str | None) -> np.ndarray:
    return np.zeros([int(n) for n in shape])
