"""Oracle for relu."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.number import NAN, INFINITY, Number
from kassay_generators.oracle import elementwise


def _below(x: Number, alpha: float, shift: float) -> Number:
    """The section of slope alpha. A slope of 0 is 0 at -Inf too."""
    return Number.of(0) if alpha == 0 else (x - shift) * alpha


def oracle(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    ceiling = math.inf if max_value is None else max_value

    def unit(n: Number) -> Number:
        if n.is_nan:
            return NAN
        if n >= ceiling:
            return Number.of(ceiling)
        return n if n >= threshold else _below(n, alpha, threshold)

    return elementwise(unit, x)


def confirmation(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    section = np.zeros_like(x) if alpha == 0 else alpha * (x - threshold)
    choices = [np.isnan(x), x >= (np.inf if max_value is None else max_value), x < threshold]
    return np.select(choices, [x, np.full_like(x, np.inf if max_value is None else max_value), section], x)


def _zero_at_threshold(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    equal = elementwise(lambda n: threshold != 0 and n == threshold, x).astype(bool)
    return np.where(equal, Number.of(0), oracle(x, alpha, max_value, threshold))


def _never_negative(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    clipped = elementwise(lambda n: threshold <= n < 0, x).astype(bool)
    return np.where(clipped, Number.of(0), oracle(x, alpha, max_value, threshold))


def _never_negative_with_maximum(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    unit = oracle if max_value is None else _never_negative
    return unit(x, alpha, max_value, threshold)


def _threshold_wins(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    below = elementwise(lambda n: n < threshold, x).astype(bool)
    return np.where(below, oracle(x, alpha, None, threshold), oracle(x, alpha, max_value, threshold))


def _masked_below_threshold(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    masked = elementwise(lambda n: threshold != 0 and n == -INFINITY, x).astype(bool)
    return np.where(masked, NAN, oracle(x, alpha, max_value, threshold))


def _masked_infinities(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    infinite = elementwise(lambda n: n.is_infinite, x).astype(bool)
    return np.where(infinite, NAN, oracle(x, alpha, max_value, threshold))


def _nan_to_zero(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    return oracle(elementwise(lambda n: Number.of(0) if n.is_nan else n, x), alpha, max_value, threshold)


def _larger_section(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    right = oracle(x, alpha, max_value, threshold)
    if max_value is not None or threshold != 0:
        return right
    return elementwise(lambda n, r: r if n.special is not None or alpha * n > n or n > 0 else n, x, right)


def _swapped(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    return oracle(x, 0.0 if max_value is None else max_value, alpha if alpha != 0 else None, threshold)


def _slope_not_shifted(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    below = elementwise(lambda n: n < threshold, x).astype(bool)
    plain = elementwise(lambda n: _below(n, alpha, 0.0), x)
    return np.where(below, plain, oracle(x, alpha, max_value, threshold))


def _threshold_subtracted(x: np.ndarray, alpha: float, max_value: float | None, threshold: float) -> np.ndarray:
    kept = elementwise(lambda n: n >= threshold, x).astype(bool)
    right = oracle(x, alpha, max_value, threshold)
    return np.where(kept, right - threshold, right)


READINGS = {
    "zero-at-threshold": _zero_at_threshold,
    "never-negative": _never_negative,
    "never-negative-with-maximum": _never_negative_with_maximum,
    "threshold-wins": _threshold_wins,
    "masked-below-threshold": _masked_below_threshold,
    "masked-infinities": _masked_infinities,
    "nan-to-zero": _nan_to_zero,
    "alpha-ignored": lambda x, alpha, max_value, threshold: oracle(x, 0.0, max_value, threshold),
    "larger-section": _larger_section,
    "maximum-ignored": lambda x, alpha, max_value, threshold: oracle(x, alpha, None, threshold),
    "maximum-not-positional": _swapped,
    "threshold-ignored": lambda x, alpha, max_value, threshold: oracle(x, alpha, max_value, 0.0),
    "slope-not-shifted": _slope_not_shifted,
    "threshold-subtracted": _threshold_subtracted,
}
