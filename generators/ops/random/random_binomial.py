"""Oracle for random_binomial."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators import dtypes, random_draws, samples
from kassay_generators.machine import Machine
from kassay_generators.oracle import with_arguments
from kassay_generators.random_draws import tensor_of


def _law(p: float) -> samples.Distribution | float:
    return float(p) if p in (0, 1) else samples.bernoulli(float(p))


oracle = tensor_of(_law)


def _divided(
    shape: Any,
    p: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: random_draws.Drawing = random_draws.by_seed,
) -> Any:
    """As dropout scales what it keeps."""
    one = np.full(random_draws.sizes(shape), 1 / p if p else 1.0)
    values = dtypes.round_to(dtype or machine.settings.floatx, one).astype(np.float64)
    law = samples.bernoulli(float(p), values) if 0 < p < 1 else samples.uniform(0.0, 1.0)
    return random_draws.tensor(machine, law, shape, dtype, seed, drawing)


confirmation = oracle
READINGS = {
    "p-inverted": with_arguments(oracle, p=lambda a: 1 - a["p"]),
    "fair-always": with_arguments(oracle, p=lambda a: 0.5),
    "uniform-numbers": tensor_of(lambda p: samples.uniform(0.0, 1.0)),
    "divided-by-p": _divided,
    "bool-flags": with_arguments(oracle, dtype=lambda a: "bool"),
    "int-flags": with_arguments(oracle, dtype=lambda a: "int32"),
    "drawn-at-the-call": random_draws.drawn_at_the_call(oracle),
    **random_draws.dtype_readings(oracle),
    **random_draws.seed_readings(oracle),
}
