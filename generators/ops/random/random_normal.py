"""Oracle for random_normal."""

from __future__ import annotations

from typing import Any

from kassay_generators import random_draws, samples
from kassay_generators.machine import Machine
from kassay_generators.random_draws import with_arguments


def oracle(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    if stddev == 0:
        return random_draws.filled(machine, mean, shape, dtype)
    law = samples.normal(float(mean), float(stddev))
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _uniform(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.uniform(mean - stddev, mean + stddev)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _truncated(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.truncated_normal(mean, stddev)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


confirmation = oracle
READINGS = {
    "stddev-is-variance": with_arguments(oracle, stddev=lambda a: a["stddev"] ** 0.5),
    "variance-for-stddev": with_arguments(oracle, stddev=lambda a: a["stddev"] ** 2),
    "standard-always": with_arguments(oracle, mean=lambda a: 0.0, stddev=lambda a: 1.0),
    "mean-scaled": with_arguments(oracle, mean=lambda a: a["mean"] * a["stddev"]),
    "arguments-swapped": with_arguments(
        oracle, mean=lambda a: a["stddev"], stddev=lambda a: abs(a["mean"])
    ),
    "uniform-instead": _uniform,
    "truncated": _truncated,
    "drawn-at-the-call": random_draws.drawn_at_the_call(oracle),
    **random_draws.dtype_readings(oracle),
    **random_draws.seed_readings(oracle),
}
