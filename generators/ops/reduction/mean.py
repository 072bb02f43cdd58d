"""Oracle for mean."""

from __future__ import annotations

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.deviations import (
    confirmed_by,
    integer_readings,
    mean,
    typed_where,
    variance,
)
from kassay_generators.oracles.reductions import Slice, axis_readings, of_slices, reduce_slices

oracle = of_slices(mean)
confirmation = confirmed_by(np.mean)


def _sum(elements: Slice) -> Number:
    return sum(elements, Number.of(0))


def _divided(elements: Slice) -> Number:
    """The mean of integers, without its fraction."""
    return Number.of(int(mean(elements)))


READINGS = {
    **axis_readings(oracle),
    **integer_readings(oracle),
    "integers-divided": typed_where("iu", "", oracle, of_slices(_divided)),
    "sum-instead": of_slices(_sum),
    "variance-instead": of_slices(variance),
    "divided-by-all": lambda x, axis, keepdims: reduce_slices(
        lambda e: _sum(e) / x.size, x, axis, keepdims
    ),
    "divided-by-one-less": of_slices(lambda e: _sum(e) / (len(e) - 1)),
}
