"""Oracle for cumprod."""

from __future__ import annotations

import itertools
import operator

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.reductions import Slice, map_lines
from ops.reduction.cumulative import running_oracle, running_readings

oracle = running_oracle(operator.mul)


def confirmation(x: np.ndarray, axis: int) -> np.ndarray:
    return np.cumprod(x, axis=axis)


def _until_zero(line: Slice) -> Slice:
    products = list(itertools.accumulate(line, operator.mul))
    zeros = list(itertools.accumulate((e == 0 for e in line), operator.or_))
    return [Number.of(0) if zero else e for zero, e in zip(zeros, products, strict=True)]


READINGS = {
    **running_readings(operator.mul, neutral=1),
    "sum-instead": running_oracle(operator.add),
    "zero-absorbs": lambda x, axis: map_lines(_until_zero, x, axis),
}
