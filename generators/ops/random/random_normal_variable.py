"""Oracle for random_normal_variable."""

from __future__ import annotations

from kassay_generators.machine import distributions
from kassay_generators.oracles.interface import with_arguments
from ops.random import draws
from ops.random.draws import tensor_of, variable_of


def _law(mean: float, scale: float) -> distributions.Distribution | float:
    return distributions.normal(float(mean), float(scale)) if scale else float(mean)


oracle = variable_of(_law)
confirmation = oracle
READINGS = {
    "scale-is-variance": with_arguments(oracle, scale=lambda a: a["scale"] ** 0.5),
    "variance-for-scale": with_arguments(oracle, scale=lambda a: a["scale"] ** 2),
    "standard-always": with_arguments(oracle, mean=lambda a: 0.0, scale=lambda a: 1.0),
    "mean-scaled": with_arguments(oracle, mean=lambda a: a["mean"] * a["scale"]),
    "arguments-swapped": with_arguments(
        oracle, mean=lambda a: a["scale"], scale=lambda a: abs(a["mean"])
    ),
    "uniform-instead": variable_of(
        lambda mean, scale: distributions.uniform(mean - scale, mean + scale)
    ),
    "redrawn": tensor_of(_law),
    **draws.dtype_readings(oracle),
    **draws.seed_readings(oracle),
}
