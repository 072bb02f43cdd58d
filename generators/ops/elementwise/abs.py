"""Oracle for abs."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import maximum
from kassay_generators.numbers.number import INFINITY, Number
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from kassay_generators.oracles.operands import each, float_result

oracle = each(lambda e: abs(e))


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, -x)


def _root_of_square(x: np.ndarray, context: Context) -> np.ndarray:
    form = FORMATS.get(context.dtype)

    def root(e: Number) -> Number:
        if form is None or e.special is not None:
            return abs(e)
        if e * e > form.max:
            return INFINITY
        return Number.of(0) if e * e < form.min_subnormal / 2 else abs(e)

    return each(root)(x)


READINGS = {
    "negative-zero-kept": each(lambda e: -e if e < 0 else e),
    "root-of-square": _root_of_square,
    "negatives-zeroed": each(lambda e: e if e.is_nan else maximum(e, 0)),
    "negated": each(lambda e: -e),
    "float-result": float_result(oracle),
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
