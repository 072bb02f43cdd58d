"""Oracle for ones_like."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.number import NAN
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import Context, Typed
from ops.creation.filled import filled


def _of_type_of_x(x: np.ndarray, dtype: str | None, context: Context, value: int) -> Typed:
    return Typed(filled(x.shape, value), dtype or context.dtypes["x"])


def oracle(x: np.ndarray, dtype: str | None, name: str | None, context: Context) -> Typed:
    return _of_type_of_x(x, dtype, context, 1)


def confirmation(x: np.ndarray, dtype: str | None, name: str | None) -> np.ndarray:
    return np.ones_like(x)


def _multiplied(x: np.ndarray, dtype: str | None, name: str | None, context: Context) -> Typed:
    values = [NAN if n.special is not None else 1 for n in x.flat]
    return Typed(as_array(values).reshape(x.shape), dtype or context.dtypes["x"])


READINGS = {
    "floatx-default": lambda x, dtype, name: Typed(filled(x.shape, 1), dtype or "float32"),
    "zeros-instead": lambda x, dtype, name, context: _of_type_of_x(x, dtype, context, 0),
    "dtype-ignored": lambda x, dtype, name, context: Typed(filled(x.shape, 1), context.dtypes["x"]),
    "multiplied": _multiplied,
}
