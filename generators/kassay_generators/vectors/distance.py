"""The distance between two answers, in tolerances."""

from __future__ import annotations

import math

import numpy as np

from kassay_generators.vectors import sample_distance, tolerance
from kassay_generators.vectors.answer import Accuracy, Answer, Output, TensorOutput
from kassay_generators.vectors.samples import SampleOutput

# A reading is distinguishable if it is further away than this many tolerances.
DISTINGUISHED = 10.0
# Two answers count as the same up to this distance. The rest of the tolerance is for the rounding errors of a correct backend
# that gives the other answer.
SAME = 0.25


def distance(
    expected: Answer,
    other: Answer,
    accuracy: Accuracy,
    error_kinds: tuple[str, ...] = (),
    *,
    sign_of_zero: bool = False,
) -> float:
    """0 if the answers are equal; infinite if they differ in the kind of answer, the number of outputs, or the kind, dtype,
    shape, plain value or a special value of an output."""
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
    """The distance between samples, scaled so that DISTINGUISHED is also the threshold of distinguishable samples."""
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
    return tolerance.margin(expected, other.values, accuracy, sign_of_zero)
