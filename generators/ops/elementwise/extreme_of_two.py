"""The larger or the smaller of two elements, for maximum and minimum."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import maximum, minimum
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import fold
from kassay_generators.oracles.operands import BinaryFunction, each_pair, pair_readings


def extreme_oracle(*, larger: bool) -> BinaryFunction:
    """The oracle of maximum or minimum."""
    return each_pair(maximum if larger else minimum)


def extreme_readings(*, larger: bool) -> dict[str, Callable[..., Any]]:
    """The readings that maximum and minimum share."""
    oracle = extreme_oracle(larger=larger)
    choose, ahead = (maximum, operator.gt) if larger else (minimum, operator.lt)

    def beside_nan(chosen: Callable[[Number, Number], Number]) -> BinaryFunction:
        return each_pair(lambda x, y: chosen(x, y) if x.is_nan or y.is_nan else choose(x, y))

    def whole(x: np.ndarray, y: Any) -> np.ndarray:
        return fold(choose, oracle(x, y), empty=0)

    return {
        **pair_readings(oracle),
        "nan-ignored": beside_nan(lambda x, y: y if x.is_nan else x),
        "first-beside-nan": beside_nan(lambda x, y: x),
        "second-beside-nan": beside_nan(lambda x, y: y),
        "minimum" if larger else "maximum": extreme_oracle(larger=not larger),
        "by-magnitude": each_pair(lambda x, y: x if ahead(abs(x), abs(y)) else y),
        "beside-zero": each_pair(lambda x, y: choose(choose(x, y), 0)),
        "whole-tensor": whole,
    }
