"""The generator's own implementation of the tolerance in spec/lib/tolerance.h; it shares no code with the others.

All implementations pass spec/tolerance_examples.json.
"""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.dtypes import FloatFormat
from kassay_generators.vectors.answer import Accuracy, TensorOutput

FEWEST_ELEMENTS_FOR_RMS = 64


def ulp(values: np.ndarray, dtype: str) -> np.ndarray:
    """The distance between neighbouring numbers of the dtype at each finite value."""
    form = dtypes.FORMATS[dtype]
    sizes = np.minimum(np.abs(values), form.max)
    exponents = np.where(sizes == 0, form.min_exponent, np.frexp(sizes)[1] - 1)
    return np.asarray(np.ldexp(1.0, np.maximum(exponents, form.min_exponent) - form.precision + 1))


def limits(expected: TensorOutput, accuracy: Accuracy) -> np.ndarray:
    """The limit of each element; 0 for an expected infinity or NaN."""
    e = expected.values
    finite = np.isfinite(e)
    from_terms = roundings(accuracy) * roundoff_units(expected, accuracy)
    from_ulps = accuracy.ulps * ulp(np.where(finite, e, 0.0), expected.dtype)
    return np.asarray(np.where(finite, from_ulps + from_terms + accuracy.atol, 0.0))


def roundings(accuracy: Accuracy) -> float:
    """How many times r is allowed: n of the formula."""
    if accuracy.terms:
        return 2 * (1 + math.sqrt(accuracy.terms))
    return 1.0 if accuracy.ulps else 0.0


def errors(
    expected: TensorOutput, values: np.ndarray, limit: np.ndarray, sign_of_zero: bool
) -> np.ndarray:
    """The distance of each value from the expected one; infinite if it is not a number. A value rounds to the dtype's infinity."""
    form = dtypes.FORMATS[expected.dtype]
    e = expected.values
    a = np.where(_to_overflow(values, form) == 0, np.copysign(np.inf, values), values)
    finite = np.isfinite(e)
    e_finite = np.where(finite, e, 0.0)
    with np.errstate(over="ignore", invalid="ignore"):  # the largest float64 and its negative
        error = np.abs(a - e_finite)
    error = np.where(np.isnan(a), np.inf, error)
    error = np.where(a == np.copysign(np.inf, e_finite), infinity_errors(expected, limit), error)
    error = np.where(a == 0, np.minimum(error, zero_errors(expected, limit)), error)
    if sign_of_zero:
        other_sign = np.signbit(a) != np.signbit(e_finite)
        error = np.where((a == 0) & (e_finite == 0) & other_sign, np.inf, error)
    same = (np.isnan(e) & np.isnan(a)) | (e == a)
    return np.asarray(np.where(finite, error, np.where(same, 0.0, np.inf)))


def infinity_errors(expected: TensorOutput, limit: np.ndarray) -> np.ndarray:
    """The error of the infinity with the sign of each finite element; infinite where it is not allowed."""
    to_infinity = _to_overflow(expected.values, dtypes.FORMATS[expected.dtype])
    allowed = np.isfinite(expected.values) & (to_infinity <= limit)
    return np.where(allowed, to_infinity, np.inf)


def zero_errors(expected: TensorOutput, limit: np.ndarray) -> np.ndarray:
    """The error of a zero in place of a subnormal number; infinite where an element allows none."""
    smallest = dtypes.FORMATS[expected.dtype].min_normal
    sizes = np.abs(expected.values)
    to_subnormal = np.maximum(sizes - smallest, 0.0)
    allowed = np.isfinite(sizes) & ((sizes < smallest) | (to_subnormal < limit))
    return np.where(allowed, to_subnormal, np.inf)


def margin(
    expected: TensorOutput, values: np.ndarray, accuracy: Accuracy, sign_of_zero: bool = False
) -> float:
    """The largest ratio of an error to its limit, of one element or of all together; above 1 exactly if a limit is exceeded."""
    limit = limits(expected, accuracy)
    error = errors(expected, values, limit, sign_of_zero)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = np.where(error == 0, 0.0, error / limit)
    return max(float(ratio.max(initial=0.0)), rms_margin(expected, error, accuracy))


def rms_margin(expected: TensorOutput, error: np.ndarray, accuracy: Accuracy) -> float:
    """The root mean square of all errors, in r, divided by its limit; 0 if this limit does not apply."""
    if accuracy.terms == 0:
        return 0.0
    unit = roundoff_units(expected, accuracy)
    counted = unit > 0
    if counted.sum() < FEWEST_ELEMENTS_FOR_RMS:
        return 0.0
    with np.errstate(over="ignore"):
        rms = math.sqrt(float(np.mean(np.square(error[counted] / unit[counted]))))
    return rms / rms_limit(accuracy)


def rms_limit(accuracy: Accuracy) -> float:
    return accuracy.ulps + 1 + math.sqrt(accuracy.terms) / 2


def roundoff_units(expected: TensorOutput, accuracy: Accuracy) -> np.ndarray:
    """The roundoff r of a sum or of an argument; 0 without one. Near the smallest numbers, errors stop shrinking with the
    terms."""
    form = dtypes.FORMATS[expected.dtype]
    rounded = expected.rounded(accuracy)
    if rounded is None:
        assert accuracy.terms == 0, "terms without a magnitude"
        return np.zeros(expected.values.shape)
    size = np.where(np.isfinite(expected.values), rounded, 0.0)
    return np.where(size > 0, np.maximum(form.roundoff * size, form.min_subnormal), 0.0)


def _to_overflow(values: np.ndarray, form: FloatFormat) -> np.ndarray:
    """The distance of each magnitude from the smallest one that rounds to infinity, which no float64 holds; 0 beyond it."""
    half_the_last_step = 2.0 ** (math.frexp(form.max)[1] - form.precision - 1)
    with np.errstate(over="ignore"):  # far from it in float64
        return np.maximum(form.max - np.abs(values) + half_the_last_step, 0.0)
