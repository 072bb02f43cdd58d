"""Oracle for random_normal_variable."""

from __future__ import annotations

from typing import Any

from kassay_generators import random_draws, samples
from kassay_generators.machine import Machine
from kassay_generators.random_draws import with_arguments


def oracle(
    shape: Any,
    mean: float,
    scale: float,
    dtype: str | None,
    name: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    if scale == 0:
        return machine.variable(random_draws.filled(machine, mean, shape, dtype))
    law = samples.normal(float(mean), float(scale))
    sample = random_draws.drawn(machine, law, shape, dtype, seed, drawing)
    return machine.variable(sample)


def _uniform(
    shape: Any,
    mean: float,
    scale: float,
    dtype: str | None,
    name: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.uniform(mean - scale, mean + scale)
    sample = random_draws.drawn(machine, law, shape, dtype, seed, drawing)
    return machine.variable(sample)


def _redrawn(
    shape: Any,
    mean: float,
    scale: float,
    dtype: str | None,
    name: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    """A tensor, not a variable."""
    law = samples.normal(float(mean), float(scale))
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


confirmation = oracle
READINGS = {
    "scale-is-variance": with_arguments(oracle, scale=lambda a: a["scale"] ** 0.5),
    "variance-for-scale": with_arguments(oracle, scale=lambda a: a["scale"] ** 2),
    "standard-always": with_arguments(oracle, mean=lambda a: 0.0, scale=lambda a: 1.0),
    "mean-scaled": with_arguments(oracle, mean=lambda a: a["mean"] * a["scale"]),
    "arguments-swapped": with_arguments(
        oracle, mean=lambda a: a["scale"], scale=lambda a: abs(a["mean"])
    ),
    "uniform-instead": _uniform,
    "redrawn": _redrawn,
    **random_draws.dtype_readings(oracle),
    **random_draws.seed_readings(oracle),
}
