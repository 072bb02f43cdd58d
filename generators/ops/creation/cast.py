"""Oracle for cast."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from kassay_generators import dtypes
from kassay_generators.number import Number
from kassay_generators.oracle import Context, Typed, elementwise


def _fraction(x: Number) -> Fraction:
    assert x.real is not None
    return Fraction(int(x.real.p), int(x.real.q))


def oracle(x: np.ndarray, dtype: str) -> np.ndarray:
    if dtypes.is_floating(dtype):
        return x
    if dtype == "bool":
        return elementwise(bool, x)
    return elementwise(lambda n: math.trunc(_fraction(n)), x)


def confirmation(x: np.ndarray, dtype: str) -> np.ndarray:
    return x if dtypes.is_floating(dtype) else x.astype(dtype)


def _rounded(x: np.ndarray, dtype: str) -> np.ndarray:
    return (
        elementwise(lambda n: round(_fraction(n)), x)
        if dtype in dtypes.INTEGER
        else oracle(x, dtype)
    )


def _floored(x: np.ndarray, dtype: str) -> np.ndarray:
    return (
        elementwise(lambda n: math.floor(_fraction(n)), x)
        if dtype in dtypes.INTEGER
        else oracle(x, dtype)
    )


def _bool_of_integer_part(x: np.ndarray, dtype: str) -> np.ndarray:
    if dtype != "bool":
        return oracle(x, dtype)
    return elementwise(
        lambda n: bool(n) if n.special is not None else math.trunc(_fraction(n)) != 0, x
    )


def _saturated(x: np.ndarray, dtype: str) -> np.ndarray:
    if not dtypes.is_floating(dtype):
        return oracle(x, dtype)
    largest = dtypes.FORMATS[dtype].max
    return elementwise(
        lambda n: n if n.special is not None else Number.of(max(min(float(n), largest), -largest)),
        x,
    )


def _dtype_ignored(x: np.ndarray, dtype: str, context: Context) -> Typed:
    return Typed(x, context.dtypes["x"])


READINGS = {
    "dtype-ignored": _dtype_ignored,
    "rounds-to-integer": _rounded,
    "floors": _floored,
    "bool-of-integer-part": _bool_of_integer_part,
    "saturates": _saturated,
}
