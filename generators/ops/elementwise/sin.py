"""Oracle for sin."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from flint import arb

from kassay_generators.numbers.dtypes import round_to
from kassay_generators.numbers.elementary import apply, cos, sin
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.operands import each

oracle = each(sin)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.sin(x)


def _in_units_of(radians: Callable[[], arb], e: Number) -> Number:
    """Sin of an angle in the given unit."""
    return apply(e, lambda b: (b * radians()).sin(), lambda b, value: arb(1), lambda s: math.nan)


def _coarsely_reduced(x: np.ndarray, context: Context) -> np.ndarray:
    turn = float(round_to(context.dtype, np.array(2 * math.pi)))

    def reduce(e: Number) -> Number:
        if e.special is not None:
            return sin(e)
        return sin(e - turn * round(float(e) / turn))

    return each(reduce)(x)


READINGS = {
    "cosine": each(cos),
    "degrees": each(lambda e: _in_units_of(lambda: arb.pi() / 180, e)),
    "half-turns": each(lambda e: _in_units_of(arb.pi, e)),
    "hyperbolic": each(
        lambda e: apply(e, lambda b: b.sinh(), lambda b, value: arb(1), lambda s: s)
    ),
    "coarse-reduction": _coarsely_reduced,
}
