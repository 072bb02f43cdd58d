"""Oracle for constant."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracle import Context, Typed, as_array


def oracle(value: Any, dtype: str | None, shape: Any, name: str | None) -> np.ndarray:
    return as_array(value)


def confirmation(value: Any, dtype: str | None, shape: Any, name: str | None) -> np.ndarray:
    return np.array(value)


def _keeps_dtype(value: Any, dtype: str | None, shape: Any, name: str | None, context: Context) -> Typed:
    return Typed(as_array(value), dtype or context.dtypes.get("value", context.floatx))


READINGS = {"keeps-dtype": _keeps_dtype}
