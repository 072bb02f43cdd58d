"""Oracle for cast_to_floatx."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import Context, Typed, refused


def oracle(x: Any) -> np.ndarray:
    return as_array(x)


def confirmation(x: Any) -> np.ndarray:
    return np.asarray(x, dtype=np.float64)


def _unchanged(x: Any, context: Context) -> Typed:
    dtype = context.dtypes.get("x", context.floatx)
    return Typed(as_array(x), dtype if dtypes.is_floating(dtype) else context.floatx)


def _float_types_only(x: Any, context: Context) -> Typed:
    dtype = context.dtypes.get("x", context.floatx)
    return Typed(as_array(x), context.floatx if dtypes.is_floating(dtype) else dtype)


READINGS = {
    "unchanged": _unchanged,
    "float64-always": lambda x: Typed(as_array(x), "float64"),
    "numbers-refused": refused(oracle, lambda a: not isinstance(a["x"], np.ndarray)),
    "first-floatx": lambda x: Typed(as_array(x), "float32"),
    "float-types-only": _float_types_only,
}
