"""Oracle for temporal_padding."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.interface import ApiError
from ops.shape.zero_padding import Amounts, edge, padded, pair


def _amounts(x: np.ndarray, padding: Any) -> Amounts:
    if x.ndim != 3:
        raise ApiError("value")
    return [(0, 0), pair(padding), (0, 0)]


def oracle(x: np.ndarray, padding: Any) -> np.ndarray:
    return padded(x, _amounts(x, padding))


def confirmation(x: np.ndarray, padding: Any) -> np.ndarray:
    before, after = padding
    batch, _, channels = x.shape
    zeros = [np.zeros((batch, count, channels), x.dtype) for count in (before, after)]
    return np.concatenate([zeros[0], x, zeros[1]], axis=1)


def _on(dimension: int) -> Any:
    def reading(x: np.ndarray, padding: Any) -> np.ndarray:
        amounts = _amounts(x, padding)
        amounts[1], amounts[dimension] = amounts[dimension], amounts[1]
        return padded(x, amounts)

    return reading


READINGS = {
    "first-dimension": _on(0),
    "last-dimension": _on(2),
    "ends-swapped": lambda x, padding: oracle(x, padding[::-1]),
    "start-only": lambda x, padding: oracle(x, [sum(padding), 0]),
    "first-of-pair-twice": lambda x, padding: oracle(x, [padding[0], padding[0]]),
    "edge-repeated": lambda x, padding: padded(x, _amounts(x, padding), fill=edge),
}
