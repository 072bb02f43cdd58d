"""Samples: which draws are the same, and the distance between distributions in limits of the checks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kassay_generators.machine import distributions
from kassay_generators.machine.distributions import Distribution
from kassay_generators.machine.values import Sample
from kassay_generators.vectors import sample_distance, samples
from kassay_generators.vectors.sample_distance import FACTOR, distance, distance_from_array
from kassay_generators.vectors.samples import SampleOutput, sample_outputs

STANDARD = distributions.normal(0.0, 1.0)


def sample(draw: object, shape: tuple[int, ...] = (4, 300), axes: tuple[int, ...] = ()) -> Sample:
    return Sample("float32", shape, STANDARD, draw, axes)


def output(law: Distribution, *shape: int, axes: tuple[int, ...] = ()) -> SampleOutput:
    return SampleOutput("float32", shape, law, axes)


def apart(expected: Distribution, other: Distribution, *shape: int) -> float:
    return distance(output(expected, *shape), output(other, *shape))


def test_two_draws_are_independent() -> None:
    outputs = sample_outputs([sample("a"), sample("b")])
    assert outputs[0].independent_of == ()
    assert outputs[1].independent_of == (0,)
    assert outputs[1].same_draw_as is None


def test_one_draw_twice_is_the_same() -> None:
    outputs = sample_outputs([sample("a"), 3, sample("a"), sample("b")])
    assert outputs[2].same_draw_as == 0
    assert outputs[2].independent_of == ()
    assert outputs[3].independent_of == (0,)
    assert set(outputs) == {0, 2, 3}


def test_draws_of_different_sizes_are_not_compared() -> None:
    assert sample_outputs([sample("a"), sample("b", (5, 300))])[1].independent_of == ()
    assert sample_outputs([sample("a"), sample("b", axes=(0,))])[1].independent_of == ()


def test_the_same_distribution_is_at_no_distance() -> None:
    for law in (
        STANDARD,
        distributions.uniform(-3.0, 5.0),
        distributions.truncated_normal(1.0, 2.0),
        distributions.clipped_normal(1.0, 2.0),
        distributions.bernoulli(0.3),
    ):
        assert apart(law, law, 100, 200) == 0, law.name


def test_distance_grows_with_the_root_of_the_size() -> None:
    small = apart(STANDARD, distributions.normal(0.1, 1.0), 10_000)
    large = apart(STANDARD, distributions.normal(0.1, 1.0), 1_000_000)
    assert large == pytest.approx(10 * small)


def test_distance_of_shifted_normal_distributions() -> None:
    # The distribution functions differ most halfway: by 2 F(0.05) - 1.
    difference = math.erf(0.05 / math.sqrt(2))
    # Eight statistics of the elements, and of two lags one for the elements and one for the distances.
    limit = math.sqrt(math.log(2 / (1e-9 / 12)) / (2 * 10_000))
    assert apart(STANDARD, distributions.normal(0.1, 1.0), 10_000) == pytest.approx(
        difference / limit, rel=1e-3
    )


@pytest.mark.parametrize(
    ("expected", "other", "count"),
    [
        (distributions.normal(2.0, 0.5), distributions.normal(2.0, 0.25), 12_000),
        (distributions.normal(0.0, 1.0), distributions.truncated_normal(0.0, 1.0), 1_000_000),
        (distributions.truncated_normal(0.0, 1.0), distributions.clipped_normal(0.0, 1.0), 20_000),
        (distributions.normal(0.0, 1.0), distributions.normal(0.0, 1.03**0.5), 1_000_000),
        (distributions.normal(2.0, 1.0), distributions.normal(2.0, 3.0), 1_000),
        (
            distributions.truncated_normal(0.0, 1.0),
            distributions.truncated_normal(0.0, 1.0, 1.0),
            12_000,
        ),
        (distributions.bernoulli(0.3), distributions.bernoulli(0.7), 2_000),
        (distributions.bernoulli(0.3), distributions.bernoulli(0.32), 409_600),
    ],
)
def test_told_apart(expected: Distribution, other: Distribution, count: int) -> None:
    assert apart(expected, other, count) > FACTOR


def test_not_told_apart_by_too_few() -> None:
    assert apart(distributions.bernoulli(0.3), distributions.bernoulli(0.31), 10_000) < FACTOR
    assert apart(STANDARD, distributions.normal(0.0, 1.01), 10_000) < FACTOR
    assert apart(STANDARD, distributions.normal(5.0, 1.0), 200) == 0  # no statistic of so few


def test_what_is_out_of_range_is_seen() -> None:
    cut = distributions.truncated_normal(0.0, 1.0)
    assert apart(cut, STANDARD, 1_000) == math.inf
    assert apart(cut, STANDARD, 100) == 0  # 100 numbers may all lie within two deviations
    assert apart(distributions.uniform(0.0, 1.0), distributions.uniform(0.0, 2.0), 60) == math.inf
    assert apart(distributions.bernoulli(0.3), distributions.uniform(0.0, 1.0), 5) == math.inf


def test_other_values_are_seen() -> None:
    ones, twos = np.ones(100), np.full(100, 2.0)
    assert (
        apart(distributions.bernoulli(0.3, ones), distributions.bernoulli(0.3, twos), 100)
        == math.inf
    )
    one_differs = np.where(np.arange(100) == 7, 2.0, 1.0)
    assert (
        apart(distributions.bernoulli(0.3, ones), distributions.bernoulli(0.3, one_differs), 100)
        == 0
    )


def test_dtype_and_shape_are_seen() -> None:
    assert apart(STANDARD, STANDARD, 3) == 0
    other = SampleOutput("float64", (3,), STANDARD)
    assert distance(output(STANDARD, 3), other) == math.inf
    assert distance(output(STANDARD, 3), output(STANDARD, 1, 3)) == math.inf


def test_the_same_draw_for_an_independent_one() -> None:
    expected = SampleOutput("float32", (100, 200), STANDARD, independent_of=(0,))
    other = SampleOutput("float32", (100, 200), STANDARD, same_draw_as=0)
    assert distance(expected, other) > FACTOR
    assert distance(other, expected) == math.inf


def test_flags_shared_along_an_axis() -> None:
    law = distributions.bernoulli(0.5)
    each = output(law, 20, 300)
    columns, rows = output(law, 20, 300, axes=(0,)), output(law, 20, 300, axes=(1,))
    assert distance(each, columns) > FACTOR
    assert distance(columns, each) == math.inf
    assert distance(columns, rows) < math.inf  # 20 rows may all be the same
    wide = output(law, 100, 300, axes=(0,)), output(law, 100, 300, axes=(1,))
    assert distance(*wide) == math.inf


def test_one_flag_for_all() -> None:
    law = distributions.bernoulli(0.3)
    assert distance(output(law, 40, 100), output(law, 40, 100, axes=(0, 1))) > FACTOR
    assert distance(output(STANDARD, 40, 100), output(STANDARD, 40, 100, axes=(0, 1))) > FACTOR


def test_an_array_is_no_sample() -> None:
    law = output(distributions.bernoulli(0.3), 1_000)
    assert distance_from_array(law, np.ones(1_000), "float32") == math.inf
    assert distance_from_array(law, np.full(1_000, 0.5), "float32") == math.inf
    assert distance_from_array(law, np.ones(1_000), "int32") == math.inf
    uniform = output(distributions.uniform(0.0, 1.0), 1_000)
    assert distance_from_array(uniform, np.full(1_000, 0.5), "float32") > FACTOR
    assert distance_from_array(uniform, np.full(1_000, 1.5), "float32") == math.inf


def test_a_sample_is_no_array() -> None:
    assert sample_distance.distance_to_array(output(STANDARD, 100)) == math.inf
    assert sample_distance.distance_to_array(output(distributions.bernoulli(0.5), 10)) == 0


def test_a_confirmation_may_round() -> None:
    values = np.array([1.0, 2.0])
    mine = output(distributions.bernoulli(0.3, values), 2)
    assert samples.confirms(
        mine, output(distributions.bernoulli(0.3, values * (1 + 1e-12)), 2), 1e-9
    )
    assert not samples.confirms(mine, output(distributions.bernoulli(0.3, values * 1.01), 2), 1e-9)
    assert not samples.confirms(mine, output(distributions.bernoulli(0.4, values), 2), 1e-9)
