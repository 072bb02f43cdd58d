"""Oracle for sign."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import maximum, minimum
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.operands import each, float_result


def _sign(e: Number) -> Number:
    if e.is_nan:
        return NAN
    return Number.of((e > 0) - (e < 0))


oracle = each(_sign)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.sign(x)


def _quotient(x: np.ndarray, context: Context) -> np.ndarray:
    if context.dtype not in FORMATS:
        return oracle(x)
    return each(lambda e: NAN if e.is_zero or e.is_infinite else _sign(e))(x)


READINGS = {
    "nan-is-zero": each(lambda e: Number.of(0) if e.is_nan else _sign(e)),
    "zero-is-positive": each(lambda e: Number.of(1) if e.is_zero else _sign(e)),
    "quotient": _quotient,
    "step": each(lambda e: maximum(_sign(e), 0)),
    "sign-bit": each(lambda e: NAN if e.is_nan else Number.of(int(e < 0))),
    "limited": each(lambda e: maximum(minimum(e, 1), -1)),
    "float-result": float_result(oracle),
}
