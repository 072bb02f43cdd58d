"""Oracle for random_uniform."""

from __future__ import annotations

from kassay_generators.machine import distributions
from kassay_generators.oracles.interface import with_arguments
from ops.random import draws
from ops.random.draws import tensor_of

oracle = tensor_of(lambda minval, maxval: distributions.uniform(float(minval), float(maxval)))
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
    "normal-instead": tensor_of(
        lambda minval, maxval: distributions.normal(
            (minval + maxval) / 2, (maxval - minval) / 12**0.5
        )
    ),
    "drawn-at-the-call": draws.drawn_at_the_call(oracle),
    **draws.dtype_readings(oracle),
    **draws.seed_readings(oracle),
}
