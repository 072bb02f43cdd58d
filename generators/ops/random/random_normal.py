"""Oracle for random_normal."""

from __future__ import annotations

from typing import Any

from kassay_generators import random_draws, samples
from kassay_generators.machine import Machine


def oracle(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.normal(float(mean), float(stddev))
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _uniform(
    shape: Any, mean: float, stddev: float, dtype: str | None, seed: int | None, machine: Machine
) -> Any:
    half = 3**0.5 * stddev
    return random_draws.tensor(
        machine, samples.uniform(mean - half, mean + half), shape, dtype, seed
    )


def _truncated(
    shape: Any, mean: float, stddev: float, dtype: str | None, seed: int | None, machine: Machine
) -> Any:
    return random_draws.tensor(machine, samples.truncated_normal(mean, stddev), shape, dtype, seed)


def _at_the_call(
    shape: Any, mean: float, stddev: float, dtype: str | None, seed: int | None, machine: Machine
) -> Any:
    return random_draws.drawn(machine, samples.normal(mean, stddev), shape, dtype, seed)


def _drawing(drawing: random_draws.Drawing) -> Any:
    return lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, mean, stddev, dtype, seed, machine, drawing
    )


confirmation = oracle
READINGS = {
    "stddev-is-variance": lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, mean, stddev**0.5, dtype, seed, machine
    ),
    "variance-returned": lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, mean, stddev**2, dtype, seed, machine
    ),
    "standard-always": lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, 0.0, 1.0, dtype, seed, machine
    ),
    "mean-scaled": lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, mean * stddev, stddev, dtype, seed, machine
    ),
    "mean-and-stddev-swapped": lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, stddev, abs(mean) or 1.0, dtype, seed, machine
    ),
    "uniform-instead": _uniform,
    "truncated": _truncated,
    "dtype-ignored": lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, mean, stddev, None, seed, machine
    ),
    "float64-default": lambda shape, mean, stddev, dtype, seed, machine: oracle(
        shape, mean, stddev, dtype or "float64", seed, machine
    ),
    "same-numbers-every-call": _drawing(random_draws.never_new),
    "one-sequence-for-all-seeds": _drawing(random_draws.one_for_all_seeds),
    "seed-continues": _drawing(random_draws.continued),
    "drawn-at-the-call": _at_the_call,
}
