"""Oracle for clip."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.number import NAN, Number
from kassay_generators.oracle import elementwise


def _bounds(min_value: Any, max_value: Any) -> tuple[Any, Any]:
    low = -np.inf if min_value is None else min_value
    high = np.inf if max_value is None else max_value
    return low, high


def _limit(x: Number, low: Any, high: Any) -> Number:
    if x.is_nan:
        return NAN
    if x < low:
        return Number.of(low)
    return Number.of(high) if x > high else x


def oracle(x: np.ndarray, min_value: Any, max_value: Any) -> np.ndarray:
    low, high = _bounds(min_value, max_value)
    if not isinstance(low, np.ndarray) and not isinstance(high, np.ndarray) and high < low:
        high = low
    return elementwise(_limit, x, low, high)


def confirmation(x: np.ndarray, min_value: Any, max_value: Any) -> np.ndarray:
    low, high = _bounds(min_value, max_value)
    return np.clip(x, low, np.maximum(low, high))


def _maximum_wins(x: np.ndarray, min_value: Any, max_value: Any) -> np.ndarray:
    low, high = _bounds(min_value, max_value)
    return elementwise(lambda e, a, b: NAN if e.is_nan else _limit(e, min(a, b), b), x, low, high)


def _nan_to_bound(x: np.ndarray, min_value: Any, max_value: Any) -> np.ndarray:
    low, _ = _bounds(min_value, max_value)
    cleaned = elementwise(lambda e, a: Number.of(a) if e.is_nan else e, x, low)
    return oracle(cleaned, min_value, max_value)


READINGS = {
    "maximum-wins": _maximum_wins,
    "bounds-swapped": lambda x, min_value, max_value: oracle(x, max_value, min_value),
    "lower-only": lambda x, min_value, max_value: oracle(x, min_value, None),
    "nan-to-bound": _nan_to_bound,
}
