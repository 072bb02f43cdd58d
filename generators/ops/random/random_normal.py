"""Oracle for random_normal."""

from __future__ import annotations

from kassay_generators.machine import distributions
from kassay_generators.oracles.interface import with_arguments
from ops.random import draws
from ops.random.draws import tensor_of


def _law(mean: float, stddev: float) -> distributions.Distribution | float:
    return distributions.normal(float(mean), float(stddev)) if stddev else float(mean)


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
        lambda mean, stddev: distributions.uniform(mean - stddev, mean + stddev)
    ),
    "truncated": tensor_of(lambda mean, stddev: distributions.truncated_normal(mean, stddev)),
    "drawn-at-the-call": draws.drawn_at_the_call(oracle),
    **draws.dtype_readings(oracle),
    **draws.seed_readings(oracle),
}
