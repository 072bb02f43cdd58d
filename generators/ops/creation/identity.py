"""Oracle for identity."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Typed
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed


def oracle(x: np.ndarray, name: str | None) -> np.ndarray:
    return x


def confirmation(x: np.ndarray, name: str | None) -> np.ndarray:
    return np.array(x, copy=True)


READINGS = {
    "cast-to-floatx": lambda x, name: Typed(x, "float32"),
    "zero-signs-lost": lambda x, name: elementwise(lambda n: n + 0, x),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
