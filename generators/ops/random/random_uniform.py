"""Oracle for random_uniform."""

from __future__ import annotations

from typing import Any

from kassay_generators import random_draws, samples
from kassay_generators.machine import Machine


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
    shape: Any, minval: float, maxval: float, dtype: str | None, seed: int | None, machine: Machine
) -> Any:
    law = samples.normal((minval + maxval) / 2, (maxval - minval) / 12**0.5)
    return random_draws.tensor(machine, law, shape, dtype, seed)


def _at_the_call(
    shape: Any, minval: float, maxval: float, dtype: str | None, seed: int | None, machine: Machine
) -> Any:
    law = samples.uniform(float(minval), float(maxval))
    return random_draws.drawn(machine, law, shape, dtype, seed)


def _drawing(drawing: random_draws.Drawing) -> Any:
    return lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, minval, maxval, dtype, seed, machine, drawing
    )


confirmation = oracle
READINGS = {
    "unit-interval-always": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, 0.0, 1.0, dtype, seed, machine
    ),
    "maxval-is-width": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, minval, minval + abs(maxval), dtype, seed, machine
    ),
    "minval-not-added": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, 0.0, maxval - minval, dtype, seed, machine
    ),
    "maxval-not-reduced": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, minval, minval + maxval if maxval > 0 else maxval, dtype, seed, machine
    ),
    "centred": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, (minval - maxval) / 2, (maxval - minval) / 2, dtype, seed, machine
    ),
    "normal-instead": _normal,
    "dtype-ignored": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, minval, maxval, None, seed, machine
    ),
    "float64-default": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, minval, maxval, dtype or "float64", seed, machine
    ),
    "whole-numbers": lambda shape, minval, maxval, dtype, seed, machine: oracle(
        shape, minval, maxval, "int32", seed, machine
    ),
    "same-numbers-every-call": _drawing(random_draws.never_new),
    "one-sequence-for-all-seeds": _drawing(random_draws.one_for_all_seeds),
    "seed-continues": _drawing(random_draws.continued),
    "drawn-at-the-call": _at_the_call,
}
