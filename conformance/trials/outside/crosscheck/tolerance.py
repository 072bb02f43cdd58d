"""The crosscheck's implementation of the tolerance that spec/lib/tolerance.h defines. It shares no code with the others.

All implementations pass spec/tolerance_examples.json.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

FEWEST_ELEMENTS_FOR_RMS = 64


@dataclass(frozen=True)
class Accuracy:
    ulps: float
    terms: int
    atol: float = 0.0


@dataclass(frozen=True)
class Expected:
    """An expected tensor. `value` and `magnitude` are in float64 if `dtype` is floating. Without terms, the magnitude is the condition of
    a function, or else 0.

    `truth_error` is the possible error of `value` itself, where the limit does not cover it.
    """

    name: str
    dtype: str
    value: np.ndarray
    magnitude: np.ndarray
    accuracy: Accuracy
    truth_error: np.ndarray | float = 0.0
    sign_of_zero: bool = False


@dataclass(frozen=True)
class Comparison:
    """Errors divided by limits. `difference` says what is wrong; it is empty if nothing is."""

    margin: float
    rms_margin: float
    elements: int
    difference: str = ""


def units(expected: Expected) -> np.ndarray:
    """r: the possible error of one rounding of a sum or of a function's argument; 0 for other or non-finite values."""
    information = np.finfo(expected.dtype)
    unit = np.maximum(
        expected.magnitude * float(information.epsneg), float(information.smallest_subnormal)
    )
    return np.where(np.isfinite(expected.value) & (expected.magnitude > 0), unit, 0.0)


def limits(expected: Expected) -> np.ndarray:
    """The largest permitted error of each element. A dtype's steps are those of float64 times a power of two, except at its maximum."""
    information, accuracy = np.finfo(expected.dtype), expected.accuracy
    finite = np.isfinite(expected.value)
    largest = float(information.max)
    size = np.minimum(np.abs(np.where(finite, expected.value, 0.0)), np.nextafter(largest, 0.0))
    coarser = 2.0 ** (np.finfo(np.float64).nmant - information.nmant)
    step = np.maximum(np.spacing(size) * coarser, float(information.smallest_subnormal))
    limit = accuracy.ulps * step + accuracy.atol
    if accuracy.terms > 0:
        limit = limit + (2 + 2 * math.sqrt(accuracy.terms)) * units(expected)
    elif accuracy.ulps > 0:
        limit = limit + units(expected)
    return np.where(finite, limit, 0.0)


def errors(actual: np.ndarray, expected: Expected, limit: np.ndarray) -> np.ndarray:
    """The error of each element; infinite for another kind of value and for a zero with the wrong sign."""
    e, a = expected.value, actual
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(a.astype(float) - e)
    if np.issubdtype(a.dtype, np.floating):
        information = np.finfo(a.dtype)
        largest = information.max
        half_a_step = float(largest - np.nextafter(largest, a.dtype.type(0))) / 2
        # If the truth may round to infinity, an infinity counts as the smallest number that rounds to it.
        with np.errstate(over="ignore"):  # float64 cannot hold its own threshold
            missing = np.clip(float(largest) - np.abs(e) + half_a_step, 0, None)
        reached = (np.copysign(1, a) == np.copysign(1, e)) & (missing <= limit)
        error = np.where(np.isinf(a) & reached, missing, error)
        # A zero for a value that may be subnormal has the error of a subnormal number.
        excess = np.abs(e) - float(information.tiny)
        flushed = (a == 0) & ((excess < 0) | (excess < limit))
        error = np.where(flushed, np.clip(excess, 0, None), error)
        if expected.sign_of_zero:
            both_zero = (a == 0) & (e == 0)
            error[both_zero & (np.signbit(a) != np.signbit(e))] = math.inf
    error = np.where(np.isnan(error), math.inf, error)
    return np.where((np.isnan(a) & np.isnan(e)) | ((a == e) & ~np.isfinite(e)), 0.0, error)


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
    accuracy = expected.accuracy
    if np.issubdtype(actual.dtype, np.floating):
        limit, unit = limits(expected), units(expected)
    else:
        limit = unit = np.zeros(actual.shape)
    error = np.maximum(errors(actual, expected, limit) - expected.truth_error, 0)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        margins = np.where(error == 0, 0, error / limit)
    worst = np.unravel_index(np.argmax(margins), margins.shape)
    margin = float(margins[worst])
    rms_margin = 0.0
    counted = unit > 0
    if accuracy.terms > 0 and counted.sum() >= FEWEST_ELEMENTS_FOR_RMS:
        rms = math.sqrt(np.mean((error[counted] / unit[counted]) ** 2))
        rms_margin = rms / (accuracy.ulps + 1 + math.sqrt(accuracy.terms) / 2)
    difference = ""
    if margin > 1:
        difference = (
            f"{expected.name}{[int(i) for i in worst]} is {actual[worst]!r}, not {expected.value[worst]!r}: error "
            f"{error[worst]:.3g}, limit {limit[worst]:.3g} (magnitude {expected.magnitude[worst]:.3g}, "
            f"terms {accuracy.terms}); {int((margins > 1).sum())} of {actual.size} elements differ"
        )
    elif rms_margin > 1:
        difference = f"{expected.name}: the rms of all errors is {rms_margin:.3g} of its limit"
    return Comparison(margin, rms_margin, actual.size, difference)
