"""Oracle for truncated_normal."""

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
    law = samples.truncated_normal(float(mean), float(stddev))
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _untruncated(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.normal(mean, stddev)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _clipped(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.clipped_normal(mean, stddev)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _at_one_deviation(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.truncated_normal(mean, stddev, bound=1.0)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _at_two(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    """Two, whatever the standard deviation is."""
    law = samples.truncated_normal(mean, stddev, bound=2.0 / stddev)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _widened(
    shape: Any,
    mean: float,
    stddev: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    """So that the standard deviation after the cut is stddev."""
    remaining = 0.8796256610342398  # of a standard normal cut at two
    law = samples.truncated_normal(mean, stddev / remaining)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


confirmation = oracle
READINGS = {
    "untruncated": _untruncated,
    "clipped": _clipped,
    "cut-at-one-deviation": _at_one_deviation,
    "cut-at-two": _at_two,
    "widened": _widened,
    "mean-ignored": with_arguments(oracle, mean=lambda a: 0.0),
    "stddev-is-variance": with_arguments(oracle, stddev=lambda a: a["stddev"] ** 0.5),
    "standard-always": with_arguments(oracle, mean=lambda a: 0.0, stddev=lambda a: 1.0),
    "drawn-at-the-call": random_draws.drawn_at_the_call(oracle),
    **random_draws.dtype_readings(oracle),
    **random_draws.seed_readings(oracle),
}
