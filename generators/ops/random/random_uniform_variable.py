"""Oracle for random_uniform_variable."""

from __future__ import annotations

from kassay_generators.machine import distributions
from kassay_generators.oracles.interface import with_arguments
from ops.random import draws
from ops.random.draws import tensor_of, variable_of


def _law(low: float, high: float) -> distributions.Distribution:
    return distributions.uniform(float(low), float(high))


oracle = variable_of(_law)
confirmation = oracle
READINGS = {
    "unit-interval-always": with_arguments(oracle, low=lambda a: 0.0, high=lambda a: 1.0),
    "upper-end-is-width": with_arguments(oracle, high=lambda a: a["low"] + abs(a["high"])),
    "lower-end-not-added": with_arguments(
        oracle, low=lambda a: 0.0, high=lambda a: a["high"] - a["low"]
    ),
    "centred": with_arguments(
        oracle,
        low=lambda a: (a["low"] - a["high"]) / 2,
        high=lambda a: (a["high"] - a["low"]) / 2,
    ),
    "normal-instead": variable_of(
        lambda low, high: distributions.normal((low + high) / 2, (high - low) / 12**0.5)
    ),
    "redrawn": tensor_of(_law),
    **draws.dtype_readings(oracle),
    **draws.seed_readings(oracle),
}
