"""Oracle for random_binomial."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine import distributions
from kassay_generators.machine.machine import Machine
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.interface import with_arguments
from ops.random import draws
from ops.random.draws import tensor_of


def _law(p: float) -> distributions.Distribution | float:
    return float(p) if p in (0, 1) else distributions.bernoulli(float(p))


oracle = tensor_of(_law)


def _divided(
    shape: Any,
    p: float,
    dtype: str | None,
    seed: int | None,
    machine: Machine,
    drawing: draws.Drawing = draws.by_seed,
) -> Any:
    """Scaled as dropout scales the elements that it keeps."""
    one = np.full(draws.sizes(shape), 1 / p if p else 1.0)
    values = dtypes.round_to(dtype or machine.settings.floatx, one).astype(np.float64)
    law = (
        distributions.bernoulli(float(p), values) if 0 < p < 1 else distributions.uniform(0.0, 1.0)
    )
    return draws.tensor(machine, law, shape, dtype, seed, drawing)


confirmation = oracle
READINGS = {
    "p-inverted": with_arguments(oracle, p=lambda a: 1 - a["p"]),
    "fair-always": with_arguments(oracle, p=lambda a: 0.5),
    "uniform-numbers": tensor_of(lambda p: distributions.uniform(0.0, 1.0)),
    "divided-by-p": _divided,
    "bool-flags": with_arguments(oracle, dtype=lambda a: "bool"),
    "int-flags": with_arguments(oracle, dtype=lambda a: "int32"),
    "drawn-at-the-call": draws.drawn_at_the_call(oracle),
    **draws.dtype_readings(oracle),
    **draws.seed_readings(oracle),
}
