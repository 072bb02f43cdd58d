"""Oracle for softsign."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.elementary import sqrt
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import elementwise


def _softsign(n: Number) -> Number:
    return n / (abs(n) + 1)


def _sign(n: Number) -> Number:
    return n if n.is_nan or n.is_zero else Number.of(1 if n > 0 else -1)


def oracle(x: np.ndarray) -> np.ndarray:
    return elementwise(_softsign, x)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.asarray(x / (1 + np.abs(x)))


READINGS = {
    "limit-at-infinity": lambda x: elementwise(
        lambda n: _sign(n) if n.is_infinite else _softsign(n), x
    ),
    "no-absolute": lambda x: elementwise(lambda n: n / (n + 1), x),
    "root-of-squares": lambda x: elementwise(lambda n: n / sqrt(n * n + 1), x),
    "sign": lambda x: elementwise(_sign, x),
}
