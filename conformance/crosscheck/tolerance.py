"""The tolerance of the suite (conformance/compare/tolerance.h), for finite values away from the ends of a dtype."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

FEWEST_ELEMENTS_FOR_RMS = 64


@dataclass(frozen=True)
class Accuracy:
    ulps: float
    terms: int


@dataclass(frozen=True)
class Expected:
    """A tensor that must come out: `value` and `magnitude` are in float64, where `dtype` is a floating one.

    `truth_error` is how far `value` itself may be from the truth, where that is more than the limit has room for.
    """

    name: str
    dtype: str
    value: np.ndarray
    magnitude: np.ndarray
    accuracy: Accuracy
    truth_error: np.ndarray | float = 0.0


@dataclass(frozen=True)
class Comparison:
    """Errors divided by limits. `difference` says what is wrong, and is empty where nothing is."""

    margin: float
    rms_margin: float
    elements: int
    difference: str = ""


def compare(actual: np.ndarray, expected: Expected) -> Comparison:
    if (actual.dtype.name, actual.shape) != (expected.dtype, expected.value.shape):
        return Comparison(
            math.inf,
            0,
            actual.size,
            f"{expected.name} is {actual.dtype.name}{actual.shape}, "
            f"not {expected.dtype}{expected.value.shape}",
        )
    if actual.size == 0:
        return Comparison(0, 0, 0)
    e, finite = expected.value, np.isfinite(expected.value)
    accuracy = expected.accuracy
    if np.issubdtype(actual.dtype, np.floating):
        information = np.finfo(expected.dtype)
        ulp = np.spacing(np.abs(np.where(finite, e, 0)).astype(expected.dtype)).astype(float)
        unit = np.maximum(float(information.eps) / 2 * expected.magnitude, float(information.tiny))
        unit = np.where(expected.magnitude > 0, unit, 0)
        middle = 2 * (1 + math.sqrt(accuracy.terms)) * unit if accuracy.terms > 0 else 0.0
        limit = np.where(finite, accuracy.ulps * ulp + middle, 0)
    else:
        limit = unit = np.zeros(e.shape)
    same = (actual == e) | (np.isnan(actual) & np.isnan(e))
    with np.errstate(invalid="ignore", divide="ignore"):
        error = np.where(same, 0, np.abs(actual.astype(float) - e) - expected.truth_error)
        error = np.maximum(error, 0)
        margins = np.where(error == 0, 0, error / limit)
    margins = np.where(np.isnan(margins), math.inf, margins)
    worst = np.unravel_index(np.argmax(margins), margins.shape)
    margin = float(margins[worst])
    rms_margin = 0.0
    counted = finite & (unit > 0)
    if accuracy.terms > 0 and counted.sum() >= FEWEST_ELEMENTS_FOR_RMS:
        rms = math.sqrt(np.mean((error[counted] / unit[counted]) ** 2))
        rms_margin = rms / (accuracy.ulps + 1 + math.sqrt(accuracy.terms) / 2)
    difference = ""
    if margin > 1:
        difference = (
            f"{expected.name}{[int(i) for i in worst]} is {actual[worst]!r}, not {e[worst]!r}: error "
            f"{error[worst]:.3g}, limit {limit[worst]:.3g} (magnitude {expected.magnitude[worst]:.3g}, "
            f"terms {accuracy.terms}); {int((margins > 1).sum())} of {actual.size} elements differ"
        )
    elif rms_margin > 1:
        difference = f"{expected.name}: the rms of all errors is {rms_margin:.3g} of its limit"
    return Comparison(margin, rms_margin, actual.size, difference)
