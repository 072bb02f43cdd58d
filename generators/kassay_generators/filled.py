"""Arrays with one value everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.number import Number, Scalar


def filled(shape: Any, value: Scalar) -> np.ndarray:
    """`shape` may hold ints or Numbers."""
    array = np.empty([int(n) for n in shape], dtype=object)
    array[...] = Number.of(value)
    return array
