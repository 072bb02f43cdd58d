"""Oracle for relu."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise

# One element, alpha, the ceiling (infinite without max_value), the threshold.
Unit = Callable[[Number, float, float, float], Number]
Oracle = Callable[[np.ndarray, float, float | None, float], np.ndarray]
_ZERO = Number.of(0)


def _slope(n: Number, alpha: float, shift: float) -> Number:
    """The section of slope alpha. A slope of 0 is 0 at -Inf too."""
    return _ZERO if alpha == 0 else (n - shift) * alpha


def _unit(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    if n.is_nan:
        return NAN
    if n >= ceiling:
        return Number.of(ceiling)
    return n if n >= threshold else _slope(n, alpha, threshold)


def _each(unit: Unit) -> Oracle:
    def answer(
        x: np.ndarray, alpha: float, max_value: float | None, threshold: float
    ) -> np.ndarray:
        ceiling = math.inf if max_value is None else max_value
        return elementwise(lambda n: unit(n, alpha, ceiling, threshold), x)

    return answer


oracle = _each(_unit)


def confirmation(
    x: np.ndarray, alpha: float, max_value: float | None, threshold: float
) -> np.ndarray:
    ceiling = np.inf if max_value is None else max_value
    section = np.zeros_like(x) if alpha == 0 else alpha * (x - threshold)
    choices = [np.isnan(x), x >= ceiling, x < threshold]
    return np.select(choices, [x, np.full_like(x, ceiling), section], x)


def _zero_at_threshold(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    return _ZERO if n == threshold != 0 else _unit(n, alpha, ceiling, threshold)


def _never_negative(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    return _ZERO if threshold <= n < 0 else _unit(n, alpha, ceiling, threshold)


def _never_negative_with_maximum(
    n: Number, alpha: float, ceiling: float, threshold: float
) -> Number:
    unit = _unit if ceiling == math.inf else _never_negative
    return unit(n, alpha, ceiling, threshold)


def _threshold_wins(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    return _unit(n, alpha, math.inf if n < threshold else ceiling, threshold)


def _masked_below_threshold(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    masked = n == -math.inf and (alpha == 0 or threshold != 0)
    return NAN if masked else _unit(n, alpha, ceiling, threshold)


def _masked_infinities(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    return NAN if n.is_infinite else _unit(n, alpha, ceiling, threshold)


def _nan_to_zero(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    return _ZERO if n.is_nan else _unit(n, alpha, ceiling, threshold)


def _nan_to_maximum(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    hidden = n.is_nan and ceiling != math.inf
    return Number.of(ceiling) if hidden else _unit(n, alpha, ceiling, threshold)


def _larger_section(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    plain = ceiling == math.inf and threshold == 0 and n.special is None
    return max(n, n * alpha) if plain and n < 0 else _unit(n, alpha, ceiling, threshold)


def _maximum_before_alpha(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    maximum = alpha if alpha != 0 else math.inf
    return _unit(n, 0.0 if ceiling == math.inf else ceiling, maximum, threshold)


def _slope_not_shifted(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    return _slope(n, alpha, 0.0) if n < threshold else _unit(n, alpha, ceiling, threshold)


def _threshold_subtracted(n: Number, alpha: float, ceiling: float, threshold: float) -> Number:
    right = _unit(n, alpha, ceiling, threshold)
    return right - threshold if n >= threshold else right


READINGS = {
    "zero-at-threshold": _each(_zero_at_threshold),
    "never-negative": _each(_never_negative),
    "never-negative-with-maximum": _each(_never_negative_with_maximum),
    "threshold-wins": _each(_threshold_wins),
    "masked-below-threshold": _each(_masked_below_threshold),
    "masked-infinities": _each(_masked_infinities),
    "nan-to-zero": _each(_nan_to_zero),
    "nan-to-maximum": _each(_nan_to_maximum),
    "alpha-ignored": _each(lambda n, alpha, ceiling, threshold: _unit(n, 0.0, ceiling, threshold)),
    "larger-section": _each(_larger_section),
    "maximum-ignored": _each(
        lambda n, alpha, ceiling, threshold: _unit(n, alpha, math.inf, threshold)
    ),
    "maximum-of-zero-ignored": _each(
        lambda n, alpha, ceiling, threshold: _unit(n, alpha, ceiling or math.inf, threshold)
    ),
    "maximum-before-alpha": _each(_maximum_before_alpha),
    "threshold-ignored": _each(lambda n, alpha, ceiling, threshold: _unit(n, alpha, ceiling, 0.0)),
    "slope-not-shifted": _each(_slope_not_shifted),
    "threshold-subtracted": _each(_threshold_subtracted),
}
