"""Equality of elements, for equal and not_equal."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError
from kassay_generators.oracles.operands import (
    Binary,
    BinaryFunction,
    comparison_readings,
    each_pair,
)


def equality_oracle(*, equal: bool, same: Binary = operator.eq) -> BinaryFunction:
    """The oracle of equal or not_equal. `same`: whether two elements count as equal."""
    return each_pair(lambda x, y: same(x, y) == equal)


def equality_readings(*, equal: bool) -> dict[str, Callable[..., Any]]:
    """The readings that equal and not_equal share."""
    oracle = equality_oracle(equal=equal)

    def by(same: Binary) -> BinaryFunction:
        return equality_oracle(equal=equal, same=same)

    def whole(x: np.ndarray, y: Any) -> bool:
        answers = oracle(x, y)
        return bool(answers.all() if equal else answers.any())

    def shapes_differ(x: np.ndarray, y: Any) -> Any:
        try:
            return oracle(x, y)
        except ApiError:
            return not equal

    return {
        **comparison_readings(oracle),
        "approximately": by(_approximately),
        "nan-equals-itself": by(lambda x, y: (x.is_nan and y.is_nan) or x == y),
        "zeros-differ": by(_by_bits),
        "by-difference": by(lambda x, y: x - y == 0),
        "whole-tensor": whole,
        "shapes-differ": shapes_differ,
    }


def _approximately(x: Number, y: Number) -> bool:
    if x.special is not None or y.special is not None:
        return x == y
    return abs(x - y) <= 1e-5 * max(abs(x), abs(y))


def _by_bits(x: Number, y: Number) -> bool:
    both_zero = x.is_zero and y.is_zero
    return x.negative_zero == y.negative_zero if both_zero else x == y
