"""Oracle for random_uniform."""

from __future__ import annotations

from typing import Any

from kassay_generators import random_draws, samples
from kassay_generators.machine import Machine
from kassay_generators.random_draws import with_arguments


def oracle(
    shape: Any,
    minval: float,
    maxval: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.uniform(float(minval), float(maxval))
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


def _normal(
    shape: Any,
    minval: float,
    maxval: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    law = samples.normal((minval + maxval) / 2, (maxval - minval) / 12**0.5)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


confirmation = oracle
READINGS = {
    "unit-interval-always": with_arguments(oracle, minval=lambda a: 0.0, maxval=lambda a: 1.0),
    "upper-end-is-width": with_arguments(oracle, maxval=lambda a: a["minval"] + abs(a["maxval"])),
    "lower-end-not-added": with_arguments(
        oracle, minval=lambda a: 0.0, maxval=lambda a: a["maxval"] - a["minval"]
    ),
    "centred": with_arguments(
        oracle,
        minval=lambda a: (a["minval"] - a["maxval"]) / 2,
        maxval=lambda a: (a["maxval"] - a["minval"]) / 2,
    ),
    "normal-instead": _normal,
    "drawn-at-the-call": random_draws.drawn_at_the_call(oracle),
    **random_draws.dtype_readings(oracle),
    **random_draws.seed_readings(oracle),
}
