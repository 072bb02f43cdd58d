"""The distance between answers, in tolerances."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kassay_generators.vectors.answer import Accuracy, Answer, TensorOutput, ValueOutput
from kassay_generators.vectors.distance import distance

EXACT = Accuracy(0, 0, 0)
ONE_ULP = Accuracy(1, 0, 0)


def _tensor(values: list[float], dtype: str = "float32") -> Answer:
    array = np.array(values, dtype=np.float64)
    return Answer((TensorOutput(dtype, array, np.abs(array)),))


def test_equal_answers_have_no_distance() -> None:
    assert (
        distance(_tensor([1.0, math.nan, math.inf]), _tensor([1.0, math.nan, math.inf]), EXACT) == 0
    )


def test_the_distance_counts_tolerances() -> None:
    assert distance(_tensor([1.0]), _tensor([1.0 + 3 * 2.0**-23]), ONE_ULP) == 3


@pytest.mark.parametrize("other", [[math.nan], [math.inf], [1.0, 2.0]])
def test_other_kinds_are_infinitely_far(other: list[float]) -> None:
    assert distance(_tensor([1.0]), _tensor(other), ONE_ULP) == math.inf


def test_another_dtype_is_infinitely_far() -> None:
    assert distance(_tensor([1.0]), _tensor([1.0], "float64"), ONE_ULP) == math.inf


def test_a_value_beyond_the_range_is_an_infinity() -> None:
    assert distance(_tensor([1e39]), _tensor([math.inf]), EXACT) == 0


def test_a_subnormal_may_be_flushed() -> None:
    assert distance(_tensor([1e-40]), _tensor([0.0]), EXACT) == 0


def test_the_sign_of_zero_counts_where_it_is_promised() -> None:
    assert distance(_tensor([0.0]), _tensor([-0.0]), EXACT) == 0
    assert distance(_tensor([0.0]), _tensor([-0.0]), EXACT, sign_of_zero=True) == math.inf


def test_a_bias_that_no_element_shows_is_seen_in_the_mean_square() -> None:
    accuracy = Accuracy(1, 100, 0)
    roundoff = 2.0**-24
    expected = _tensor([1.0] * 64)
    other = _tensor([1.0 + 9 * roundoff] * 64)
    assert distance(expected, other, accuracy) > 1
    assert distance(_tensor([1.0] * 63), _tensor([1.0 + 9 * roundoff] * 63), accuracy) < 1


def test_roundoff_does_not_shrink_below_the_smallest_number() -> None:
    accuracy = Accuracy(0, 1, 0)
    smallest = 2.0**-149
    expected, other = _tensor([8 * smallest] * 64), _tensor([10 * smallest] * 64)
    assert distance(expected, other, Accuracy(0, 0, 0)) == math.inf
    # 2 (1 + 1) of the smallest number for an element; 1 + 1/2 of it for the mean square.
    assert distance(expected, other, accuracy) == pytest.approx(2 / 1.5)


def test_plain_values_differ_by_type_too() -> None:
    assert distance(Answer((ValueOutput(1),)), Answer((ValueOutput(1.0),)), EXACT) == math.inf


def test_an_error_is_told_from_values_and_from_another_kind() -> None:
    error = Answer(error="value")
    assert distance(error, _tensor([1.0]), EXACT, ("value",)) == math.inf
    assert distance(error, Answer(error="type"), EXACT, ("value",)) == math.inf
    assert distance(error, Answer(error="type"), EXACT, ("any",)) == 0
