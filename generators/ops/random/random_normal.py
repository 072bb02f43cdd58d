"""Oracle for random_normal."""

from __future__ import annotations

from kassay_generators import random_draws, samples
from kassay_generators.oracle import with_arguments
from kassay_generators.random_draws import tensor_of


def _law(mean: float, stddev: float) -> samples.Distribution | float:
    return samples.normal(float(mean), float(stddev)) if stddev else float(mean)


oracle = tensor_of(_law)
confirmation = oracle
READINGS = {
    "stddev-is-variance": with_arguments(oracle, stddev=lambda a: a["stddev"] ** 0.5),
    "variance-for-stddev": with_arguments(oracle, stddev=lambda a: a["stddev"] ** 2),
    "standard-always": with_arguments(oracle, mean=lambda a: 0.0, stddev=lambda a: 1.0),
    "mean-scaled": with_arguments(oracle, mean=lambda a: a["mean"] * a["stddev"]),
    "arguments-swapped": with_arguments(
        oracle, mean=lambda a: a["stddev"], stddev=lambda a: abs(a["mean"])
    ),
    "uniform-instead": tensor_of(
        lambda mean, stddev: samples.uniform(mean - stddev, mean + stddev)
    ),
    "truncated": tensor_of(lambda mean, stddev: samples.truncated_normal(mean, stddev)),
    "drawn-at-the-call": random_draws.drawn_at_the_call(oracle),
    **random_draws.dtype_readings(oracle),
    **random_draws.seed_readings(oracle),
}
