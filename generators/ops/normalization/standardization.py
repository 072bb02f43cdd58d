"""The formula of batch_normalization and normalize_batch_in_training, on arrays that broadcast."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import sqrt
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.recording import Recorded
from kassay_generators.oracles.arrays import elementwise

# The editions that print the divisor as sqrt(var) + epsilon.
PRINTED_OUTSIDE = ("zh", "ja")


def standardized(
    x: np.ndarray, mean: np.ndarray, var: np.ndarray, epsilon: float, *, outside: bool
) -> np.ndarray:
    """`outside`: add epsilon to the root instead of the variance."""

    known: dict[int, Number] = {}

    def divisor(variance: Number) -> Number:
        return sqrt(variance) + epsilon if outside else sqrt(variance + epsilon)

    def one(element: Number, center: Number, variance: Number) -> Number:
        if isinstance(variance, Recorded):  # each element gets its own root
            return (element - center) / divisor(variance)
        if id(variance) not in known:
            known[id(variance)] = divisor(variance)
        return (element - center) / known[id(variance)]

    return elementwise(one, x, mean, var)


def scaled(normalized: np.ndarray, gamma: Any, beta: Any) -> np.ndarray:
    """None for either skips its step."""
    result = normalized if gamma is None else normalized * gamma
    return np.asarray(result if beta is None else result + beta, dtype=object)
