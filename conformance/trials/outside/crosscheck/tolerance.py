"""The crosscheck's own statement of the tolerance, whose text is in spec/lib/tolerance.h; it shares no code with the others.

All of them pass spec/tolerance_examples.json.
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
    """A tensor that must come out: `value` and `magnitude` are in float64, where `dtype` is a floating one. Without terms, the magnitude is
    the condition of a function, and 0 for anything else.

    `truth_error` is how far `value` itself may be from the truth, where that is more than the limit has room for.
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
    """Errors divided by limits. `difference` says what is wrong, and is empty where nothing is."""

    margin: float
    rms_margin: float
    elements: int
    difference: str = ""


def units(expected: Expected) -> np.ndarray:
    """r: what one rounding of a sum, or of a function's argument, may be off by; 0 where there is neither, and no finite one."""
    information = np.finfo(expected.dtype)
    unit = np.maximum(
        expected.magnitude * float(information.epsneg), float(information.smallest_subnormal)
    )
    return np.where(np.isfinite(expected.value) & (expected.magnitude > 0), unit, 0.0)


def limits(expected: Expected) -> np.ndarray:
    """How far each element may be off. A dtype's steps are those of float64 times a power of two, up to its last one."""
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
    """How far each element is off; infinite where it is another kind of value, or a zero of the wrong sign."""
    e, a = expected.value, actual
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(a.astype(float) - e)
    if np.issubdtype(a.dtype, np.floating):
        information = np.finfo(a.dtype)
        largest = information.max
        half_a_step = float(largest - np.nextafter(largest, a.dtype.type(0))) / 2
        # An infinity that the truth may round to is as far away as the first number that rounds to it.
        with np.errstate(over="ignore"):  # the threshold of float64 is beyond float64
            missing = np.clip(float(largest) - np.abs(e) + half_a_step, 0, None)
        reached = (np.copysign(1, a) == np.copysign(1, e)) & (missing <= limit)
        error = np.where(np.isinf(a) & reached, missing, error)
        # A zero in the place of what may be subnormal is as far away as the subnormal numbers.
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
