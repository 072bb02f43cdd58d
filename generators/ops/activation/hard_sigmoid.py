"""Oracle for hard_sigmoid."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import maximum, minimum, tanh
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import elementwise

# Beyond this, the middle segment is so far outside [0, 1] that no rounding error brings it back.
_FAR = 10
_SINGLE_FIFTH = float(np.float32(0.2))


def _segments(n: Number) -> Number:
    if n > _FAR:
        return Number.of(1)
    if n < -_FAR:
        return Number.of(0)
    return minimum(maximum(n / 5 + 0.5, 0), 1)


def oracle(x: np.ndarray) -> np.ndarray:
    return elementwise(_segments, x)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.interp(x, [-2.5, 2.5], [0.0, 1.0])


READINGS = {
    "sixths": lambda x: elementwise(lambda n: minimum(maximum(n / 6 + 0.5, 0), 1), x),
    "smooth": lambda x: elementwise(lambda n: tanh(n / 2) / 2 + 0.5, x),
    "unlimited": lambda x: elementwise(lambda n: n / 5 + 0.5, x),
    "lower-limit-only": lambda x: elementwise(lambda n: maximum(n / 5 + 0.5, 0), x),
    "nan-to-zero": lambda x: elementwise(lambda n: Number.of(0) if n.is_nan else _segments(n), x),
    "nan-to-one": lambda x: elementwise(lambda n: Number.of(1) if n.is_nan else _segments(n), x),
    "slope-in-float32": lambda x: elementwise(
        lambda n: n if n.is_nan else minimum(maximum(n * _SINGLE_FIFTH + 0.5, 0), 1), x
    ),
}
