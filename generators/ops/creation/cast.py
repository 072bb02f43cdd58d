"""Oracle for cast."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Context, Typed, refused


def oracle(x: np.ndarray, dtype: str) -> np.ndarray:
    if dtypes.is_floating(dtype):
        return x
    if dtype == "bool":
        return elementwise(bool, x)
    return elementwise(lambda n: math.trunc(n.fraction()), x)


def confirmation(x: np.ndarray, dtype: str) -> np.ndarray:
    return x if dtypes.is_floating(dtype) else x.astype(dtype)


def _rounded(x: np.ndarray, dtype: str) -> np.ndarray:
    return (
        elementwise(lambda n: round(n.fraction()), x)
        if dtype in dtypes.INTEGER
        else oracle(x, dtype)
    )


def _floored(x: np.ndarray, dtype: str) -> np.ndarray:
    return (
        elementwise(lambda n: math.floor(n.fraction()), x)
        if dtype in dtypes.INTEGER
        else oracle(x, dtype)
    )


def _bool_of_integer_part(x: np.ndarray, dtype: str) -> np.ndarray:
    if dtype != "bool":
        return oracle(x, dtype)
    return elementwise(
        lambda n: bool(n) if n.special is not None else math.trunc(n.fraction()) != 0, x
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


def _by_way_of_float32(x: np.ndarray, dtype: str) -> np.ndarray:
    return elementwise(_single, x) if dtypes.is_floating(dtype) else oracle(x, dtype)


def _single(x: Any) -> Number:
    x = Number.of(x)
    if x.special is not None:
        return x
    return Number.of(float(dtypes.round_to("float32", np.asarray([float(x)]))[0]))


def _integers_through_float64(x: np.ndarray, dtype: str, context: Context) -> np.ndarray:
    if dtype not in dtypes.INTEGER or context.dtypes["x"] not in dtypes.INTEGER:
        return oracle(x, dtype)
    return elementwise(lambda n: min(int(float(n)), int(np.iinfo(dtype).max)), x)


READINGS = {
    "dtype-ignored": _dtype_ignored,
    "float-types-only": refused(oracle, lambda a: not dtypes.is_floating(a["dtype"])),
    "rounds-to-integer": _rounded,
    "floors": _floored,
    "bool-of-integer-part": _bool_of_integer_part,
    "by-way-of-float32": _by_way_of_float32,
    "integers-through-float64": _integers_through_float64,
    "saturates": _saturated,
}
