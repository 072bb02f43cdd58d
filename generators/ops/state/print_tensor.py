"""Oracle for print_tensor."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.numbers import recording
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Typed

_PRINTED_DIGITS = 4
_PRINTED_ENTRIES = 3
_LARGEST_ROUNDED = 1e300


def oracle(x: np.ndarray, message: str) -> np.ndarray:
    return x


def confirmation(x: np.ndarray, message: str) -> np.ndarray:
    return np.array(x, copy=True)


def _as_printed(x: np.ndarray, message: str) -> np.ndarray:
    def printed(n: Number) -> Number:
        n = recording.stop_gradient(n)
        if n.special is not None or n == 0:
            return n
        value = float(n)
        if abs(value) > _LARGEST_ROUNDED:
            return n
        digits = _PRINTED_DIGITS - 1 - math.floor(math.log10(abs(value)))
        return Number.of(round(value, digits))

    return elementwise(printed, x)


READINGS = {
    "cast-to-floatx": lambda x, message, context: Typed(x, context.floatx),
    "as-printed": _as_printed,
    "gradient-stopped": lambda x, message: elementwise(recording.stop_gradient, x),
    "abbreviated": lambda x, message: x[:_PRINTED_ENTRIES] if x.ndim else x,
}
