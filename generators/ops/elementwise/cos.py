"""Oracle for cos."""

from __future__ import annotations

import numpy as np
from flint import arb

from kassay_generators.numbers.elementary import apply, cos, sin
from kassay_generators.oracles.operands import each
from ops.elementwise.angles import angle_readings

oracle = each(cos)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.cos(x)


READINGS = {
    **angle_readings(cos, arb.cos),
    "sine": each(sin),
    "hyperbolic": each(lambda e: apply(e, arb.cosh, lambda b, value: arb(1), lambda s: abs(s))),
}
