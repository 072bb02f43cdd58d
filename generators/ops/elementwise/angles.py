"""The readings that sin and cos share."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb

from kassay_generators.numbers.dtypes import round_to
from kassay_generators.numbers.elementary import apply
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.operands import Unary, UnaryFunction, each


def angle_readings(function: Unary, of_ball: Callable[[arb], arb]) -> dict[str, Callable[..., Any]]:
    def in_units_of(radians: Callable[[], arb]) -> UnaryFunction:
        return each(
            lambda e: apply(
                e,
                lambda b: of_ball(b * radians()),
                lambda b, value: arb(1),
                lambda s: math.nan,
            )
        )

    def coarsely_reduced(x: np.ndarray, context: Context) -> np.ndarray:
        turn = float(round_to(context.dtype, np.array(2 * math.pi)))

        def reduce(e: Number) -> Any:
            if e.special is not None:
                return function(e)
            return function(e - turn * round(float(e) / turn))

        return each(reduce)(x)

    return {
        "degrees": in_units_of(lambda: arb.pi() / 180),
        "half-turns": in_units_of(arb.pi),
        "coarse-reduction": coarsely_reduced,
    }
