"""Oracle for square."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.operands import each, float_result

oracle = each(lambda e: e * e)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.square(x)


def _saturated(x: np.ndarray, context: Context) -> np.ndarray:
    form = FORMATS.get(context.dtype)
    return each(
        lambda e: Number.of(form.max) if form and not e.is_infinite and e * e > form.max else e * e
    )(x)


def _through_logarithm(x: np.ndarray, context: Context) -> np.ndarray:
    undefined = NAN if context.dtype in FORMATS else Number.of(0)
    return each(lambda e: undefined if e < 0 else e * e)(x)


READINGS = {
    "doubled": each(lambda e: e + e),
    "sign-kept": each(lambda e: e * abs(e)),
    "through-logarithm": _through_logarithm,
    "saturated": _saturated,
    "float-result": float_result(oracle),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
