"""Oracle for pow."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.numbers.elementary import power
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.oracles.interface import ApiError, Context, Typed, refused
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.operands import each_pair


def _each(function: Callable[[Number, Number], Number]) -> Callable[[np.ndarray, Any], np.ndarray]:
    """Applies the function to every element and its exponent."""
    return lambda x, a: each_pair(function)(x, a)


_each_power = _each(power)


def _has_reciprocals(x: np.ndarray, a: Any, context: Context) -> bool:
    return not is_floating(context.dtypes["x"]) and any(e < 0 for e in as_array(a).flat)


def oracle(x: np.ndarray, a: Any, context: Context) -> np.ndarray:
    if _has_reciprocals(x, a, context):
        raise ApiError("value")
    return _each_power(x, a)


def confirmation(x: np.ndarray, a: Any) -> np.ndarray:
    # Of floats, np.power takes the square root for an exponent of 0.5, which is NaN of -inf.
    power = np.float_power if x.dtype.kind == "f" else np.power
    return power(x, a)


def _fraction_dropped(x: np.ndarray, a: Any, context: Context) -> np.ndarray:
    if not _has_reciprocals(x, a, context):
        return oracle(x, a, context)
    return _each(lambda base, exponent: Number.of(int(power(base, exponent))))(x, a)


def _swapped(x: np.ndarray, a: Any, context: Context) -> Any:
    if not is_floating(context.dtype):  # a negative element would be a negative exponent
        return oracle(x, a, context)
    return _each(lambda base, exponent: power(exponent, base))(x, a)


def _through_logarithm(x: np.ndarray, a: Any, context: Context) -> Any:
    undefined = NAN if is_floating(context.dtype) else Number.of(0)
    return _each(lambda base, exponent: undefined if base < 0 else power(base, exponent))(x, a)


def _truncated(exponent: Number) -> Number:
    return Number.of(math.trunc(float(exponent)))


def _zero_kept(base: Number, exponent: Number) -> Number:
    return Number.of(0) if base.is_zero and exponent.is_zero else power(base, exponent)


def _float_result(x: np.ndarray, a: Any, context: Context) -> Typed:
    return Typed(_each_power(x, a), context.dtype if is_floating(context.dtype) else "float32")


READINGS = {
    "float-refused": refused(oracle, lambda given: isinstance(given["a"], float)),
    "tensor-refused": refused(oracle, lambda given: isinstance(given["a"], np.ndarray)),
    "fraction-dropped": _fraction_dropped,
    "swapped": _swapped,
    "multiplied": _each(lambda base, exponent: base * exponent),
    "through-logarithm": _through_logarithm,
    "sign-lost": lambda x, a, context: oracle(np.abs(x), a, context),
    "sign-of-exponent-lost": _each(lambda base, exponent: power(base, abs(exponent))),
    "exponent-truncated": lambda x, a, context: oracle(x, elementwise(_truncated, a), context),
    "zero-kept": _each(_zero_kept),
    "nan-spreads": _each(lambda base, exponent: NAN if base.is_nan else power(base, exponent)),
    "float-result": _float_result,
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
