"""Oracle for cos."""

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

oracle = each(cos)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.cos(x)


def _in_units_of(radians: Callable[[], arb], e: Number) -> Number:
    """Cos of an angle in the given unit."""
    return apply(e, lambda b: (b * radians()).cos(), lambda b, value: arb(1), lambda s: math.nan)


def _coarsely_reduced(x: np.ndarray, context: Context) -> np.ndarray:
    turn = float(round_to(context.dtype, np.array(2 * math.pi)))

    def reduce(e: Number) -> Number:
        if e.special is not None:
            return cos(e)
        return cos(e - turn * round(float(e) / turn))

    return each(reduce)(x)


READINGS = {
    "sine": each(sin),
    "degrees": each(lambda e: _in_units_of(lambda: arb.pi() / 180, e)),
    "half-turns": each(lambda e: _in_units_of(arb.pi, e)),
    "hyperbolic": each(
        lambda e: apply(e, lambda b: b.cosh(), lambda b, value: arb(1), lambda s: abs(s))
    ),
    "coarse-reduction": _coarsely_reduced,
}
