"""How far one answer is from another, in tolerances: the generator's own statement of the tolerance of the specification."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.vectors import sample_distance
from kassay_generators.vectors.answer import Accuracy, Answer, Output, TensorOutput
from kassay_generators.vectors.samples import SampleOutput

# A reading is told apart where it is further away than this many tolerances.
DISTINGUISHED = 10.0
_RMS_ELEMENTS = 64


def ulp(values: np.ndarray, dtype: str) -> np.ndarray:
    """The distance between neighbouring numbers of the dtype at each value."""
    form = dtypes.FORMATS[dtype]
    exponents = np.where(values == 0, form.min_exponent, np.frexp(np.abs(values))[1] - 1)
    return np.asarray(np.ldexp(1.0, np.maximum(exponents, form.min_exponent) - form.precision + 1))


def distance(
    expected: Answer,
    other: Answer,
    accuracy: Accuracy,
    error_kinds: tuple[str, ...] = (),
    *,
    sign_of_zero: bool = False,
) -> float:
    """0 where they are the same; infinite where they differ in kind, number, dtype, shape or a special value."""
    if expected.error is not None:
        told_apart = other.error is None or (
            "any" not in error_kinds and other.error not in (*error_kinds, "any")
        )
        return math.inf if told_apart else 0.0
    if other.error is not None or len(expected.outputs) != len(other.outputs):
        return math.inf
    largest = 0.0
    for mine, theirs in zip(expected.outputs, other.outputs, strict=True):
        if isinstance(mine, SampleOutput) or isinstance(theirs, SampleOutput):
            largest = max(largest, _sample_distance(mine, theirs))
            continue
        if type(mine) is not type(theirs):
            return math.inf
        if hasattr(mine, "value"):
            if mine.value != theirs.value or type(mine.value) is not type(theirs.value):  # type: ignore[union-attr]
                return math.inf
            continue
        largest = max(largest, _tensor_distance(mine, theirs, accuracy, sign_of_zero))  # type: ignore[arg-type]
    return largest


def _sample_distance(expected: Output, other: Output) -> float:
    """So scaled that what is told apart is further away than DISTINGUISHED here too."""
    scale = DISTINGUISHED / sample_distance.FACTOR
    if not isinstance(expected, SampleOutput):
        assert isinstance(other, SampleOutput)
        return sample_distance.distance_to_array(other)
    if isinstance(other, SampleOutput):
        return scale * sample_distance.distance(expected, other)
    values = getattr(other, "values", None)
    if values is None:  # a plain value
        return math.inf
    return scale * sample_distance.distance_from_array(expected, values, other.dtype)  # type: ignore[union-attr]


def _tensor_distance(
    expected: TensorOutput, other: TensorOutput, accuracy: Accuracy, sign_of_zero: bool
) -> float:
    if expected.dtype != other.dtype or expected.values.shape != other.values.shape:
        return math.inf
    if expected.values.size == 0:
        return 0.0
    if expected.magnitude is None:
        return 0.0 if np.array_equal(expected.values, other.values) else math.inf
    if expected.values.tobytes() == other.values.tobytes():
        return 0.0
    form = dtypes.FORMATS[expected.dtype]
    largest = form.max + 2.0 ** (math.frexp(form.max)[1] - form.precision - 1)

    def overflow(values: np.ndarray) -> np.ndarray:
        return np.where(np.abs(values) >= largest, np.copysign(np.inf, values), values)

    e, a = overflow(expected.values), overflow(other.values)
    finite = np.isfinite(e) & np.isfinite(a)
    same = (np.isnan(e) & np.isnan(a)) | (e == a)
    if (~finite & ~same).any():
        return math.inf
    if sign_of_zero and (np.signbit(e) != np.signbit(a))[(e == 0) & (a == 0)].any():
        return math.inf
    with np.errstate(over="ignore"):  # the largest float64 and its negative
        error = np.where(finite, np.abs(np.where(finite, a, 0) - np.where(finite, e, 0)), 0.0)
    magnitude = np.where(finite, expected.magnitude, 0.0)
    # Among the smallest numbers rounding errors stop shrinking with the terms.
    unit = np.where(magnitude > 0, np.maximum(form.roundoff * magnitude, form.min_subnormal), 0.0)
    middle = 2 * (1 + math.sqrt(accuracy.terms)) * unit if accuracy.terms > 0 else 0.0
    limit = accuracy.ulps * ulp(np.where(finite, e, 0.0), expected.dtype) + middle + accuracy.atol
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = np.where(error == 0, 0.0, error / limit)
    # A subnormal result may be flushed to zero.
    ratio = np.where((a == 0) & (np.abs(e) < form.min_normal), 0.0, ratio)
    largest_ratio = float(ratio.max())
    if accuracy.terms > 0 and e.size >= _RMS_ELEMENTS:
        used = finite & (magnitude > 0)
        if used.sum() >= _RMS_ELEMENTS:
            scaled = error[used] / unit[used]
            root = math.sqrt(float(np.mean(np.square(scaled))))
            largest_ratio = max(
                largest_ratio, root / (accuracy.ulps + 1 + math.sqrt(accuracy.terms) / 2)
            )
    return largest_ratio
