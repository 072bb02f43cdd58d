"""Oracle for exp."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import exp, expm1, power
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.operands import each

oracle = each(exp)

_SIGNIFICAND_OF_BFLOAT16 = 8


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.exp(x)


def _saturated(x: np.ndarray, context: Context) -> np.ndarray:
    largest = FORMATS[context.dtype].max
    return each(lambda e: exp(e) if e.is_infinite or not exp(e) > largest else Number.of(largest))(
        x
    )


def _reduced(e: Number) -> Number:
    value = float(exp(e))
    if not math.isfinite(value):
        return exp(e)
    fraction, exponent = math.frexp(value)
    return Number.of(
        math.ldexp(
            round(fraction * 2**_SIGNIFICAND_OF_BFLOAT16), exponent - _SIGNIFICAND_OF_BFLOAT16
        )
    )


READINGS = {
    "base-two": each(lambda e: power(2, e)),
    "base-ten": each(lambda e: power(10, e)),
    "less-one": each(expm1),
    "saturated": _saturated,
    "reduced-precision": each(_reduced),
}
