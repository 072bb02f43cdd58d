"""Oracle for sin."""

from __future__ import annotations

import numpy as np
from flint import arb

from kassay_generators.numbers.elementary import apply, cos, sin
from kassay_generators.oracles.operands import each
from ops.elementwise.angles import angle_readings

oracle = each(sin)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.sin(x)


READINGS = {
    **angle_readings(sin, arb.sin),
    "cosine": each(cos),
    "hyperbolic": each(lambda e: apply(e, arb.sinh, lambda b, value: arb(1), lambda s: s)),
}
