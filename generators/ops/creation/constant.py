"""Oracle for constant."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import Context, Typed
from ops.creation.filled import dtype_readings, filled


def oracle(value: Any, dtype: str | None, shape: Any, name: str | None) -> np.ndarray:
    array = as_array(value)
    if shape is None:
        return array
    if array.size == 1:
        return filled(shape, array.ravel()[0])
    result = np.empty(shape, dtype=object)
    for index, element in zip(np.ndindex(*shape), array.ravel(), strict=True):
        result[index] = element
    return result


def confirmation(value: Any, dtype: str | None, shape: Any, name: str | None) -> np.ndarray:
    array = np.array(value)
    if shape is None:
        return array
    return np.full(shape, array) if array.size == 1 else array.reshape(shape)


def _keeps_dtype(
    value: Any, dtype: str | None, shape: Any, name: str | None, context: Context
) -> Typed:
    own = "int32" if isinstance(value, int) else context.floatx
    return Typed(oracle(value, dtype, shape, name), dtype or context.dtypes.get("value", own))


def _column_major(value: Any, dtype: str | None, shape: Any, name: str | None) -> np.ndarray:
    array = as_array(value)
    if shape is None or array.size == 1:
        return oracle(value, dtype, shape, name)
    return array.reshape(shape, order="F")


_DTYPES = dtype_readings(oracle)
READINGS = {
    "keeps-dtype": _keeps_dtype,
    "shape-ignored": lambda value, dtype, shape, name: as_array(value),
    "column-major": _column_major,
    "first-floatx": _DTYPES["first-floatx"],
    "dtype-ignored": _DTYPES["dtype-ignored"],
}
