"""Oracle for ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.interface import Typed
from ops.creation.filled import constant_instead, filled

MAKES_VARIABLE = True


def oracle(shape: Any, dtype: str | None, name: str | None) -> np.ndarray:
    return filled(shape, 1)


def confirmation(shape: Any, dtype: str | None, name: str | None) -> np.ndarray:
    return np.ones([int(n) for n in shape])


READINGS = {
    "constant-instead": constant_instead(oracle),
    "zeros-instead": lambda shape, dtype, name: filled(shape, 0),
    "dtype-ignored": lambda shape, dtype, name: Typed(filled(shape, 1), "float32"),
    "float64-default": lambda shape, dtype, name: Typed(filled(shape, 1), dtype or "float64"),
    "first-floatx": lambda shape, dtype, name: Typed(filled(shape, 1), dtype or "float32"),
    "shape-reversed": lambda shape, dtype, name: filled(list(shape)[::-1], 1),
}
