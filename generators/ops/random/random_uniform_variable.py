"""Oracle for random_uniform_variable."""

from __future__ import annotations

from typing import Any

from kassay_generators import random_draws, samples
from kassay_generators.machine import Machine
from kassay_generators.random_draws import with_arguments


def oracle(
    shape: Any,
    low: float,
    high: float,
    dtype: str | None,
    name: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.uniform(float(low), float(high))
    sample = random_draws.drawn(machine, law, shape, dtype, seed, drawing)
    return machine.variable(sample)


def _normal(
    shape: Any,
    low: float,
    high: float,
    dtype: str | None,
    name: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.normal((low + high) / 2, (high - low) / 12**0.5)
    sample = random_draws.drawn(machine, law, shape, dtype, seed, drawing)
    return machine.variable(sample)


def _redrawn(
    shape: Any,
    low: float,
    high: float,
    dtype: str | None,
    name: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    """A tensor, not a variable."""
    law = samples.uniform(float(low), float(high))
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


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
    "normal-instead": _normal,
    "redrawn": _redrawn,
    **random_draws.dtype_readings(oracle),
    **random_draws.seed_readings(oracle),
}
