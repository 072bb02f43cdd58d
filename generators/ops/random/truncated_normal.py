"""Oracle for truncated_normal."""

from __future__ import annotations

from kassay_generators.machine import distributions
from kassay_generators.oracles.interface import with_arguments
from ops.random import draws
from ops.random.draws import tensor_of

# The standard deviation of a standard normal distribution truncated at 2.
_REMAINING = 0.8796256610342398


def _law(mean: float, stddev: float) -> distributions.Distribution:
    return distributions.truncated_normal(float(mean), float(stddev))


oracle = tensor_of(_law)
confirmation = oracle
READINGS = {
    "untruncated": tensor_of(lambda mean, stddev: distributions.normal(mean, stddev)),
    "clipped": tensor_of(lambda mean, stddev: distributions.clipped_normal(mean, stddev)),
    "cut-at-one-deviation": tensor_of(
        lambda mean, stddev: distributions.truncated_normal(mean, stddev, bound=1.0)
    ),
    "cut-at-two": tensor_of(
        lambda mean, stddev: distributions.truncated_normal(mean, stddev, bound=2.0 / stddev)
    ),
    "widened": tensor_of(
        lambda mean, stddev: distributions.truncated_normal(mean, stddev / _REMAINING)
    ),
    "mean-ignored": with_arguments(oracle, mean=lambda a: 0.0),
    "stddev-is-variance": with_arguments(oracle, stddev=lambda a: a["stddev"] ** 0.5),
    "standard-always": with_arguments(oracle, mean=lambda a: 0.0, stddev=lambda a: 1.0),
    "drawn-at-the-call": draws.drawn_at_the_call(oracle),
    **draws.dtype_readings(oracle),
    **draws.seed_readings(oracle),
}
