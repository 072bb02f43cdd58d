"""Sums of products along one dimension of two tensors, and a mistake that all of them share."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import fmpq

from kassay_generators.numbers.number import ONE, ZERO, Number
from kassay_generators.numbers.recording import Recorded, with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import ApiError

# The significand of the narrower format that fast matrix units round the operands of a dtype to.
_NARROWER_BITS = {
    "float16": 4,
    "float32": 11,
    "float64": 24,
}  # an 8-bit float (E4M3), TF32, float32


def contract(x: np.ndarray, y: np.ndarray, x_axis: int, y_axis: int) -> np.ndarray:
    """The other dimensions of x, then those of y. Raises ApiError where the sizes differ."""
    if x.shape[x_axis] != y.shape[y_axis]:
        raise ApiError("value")
    rows, columns = np.moveaxis(x, x_axis, -1), np.moveaxis(y, y_axis, -1)
    lines = {beside: _Line(columns[beside]) for beside in np.ndindex(columns.shape[:-1])}
    result = np.empty(rows.shape[:-1] + columns.shape[:-1], dtype=object)
    for at in np.ndindex(rows.shape[:-1]):
        row = _Line(rows[at])
        for beside, column in lines.items():
            result[at + beside] = _sum_of_products(row, column)
    return result


class _Line:
    """Exact numbers over one denominator, so that their products are added as integers, which is
    much faster than one by one. `numerators` is None where one of the elements is special or recorded."""

    def __init__(self, elements: np.ndarray) -> None:
        self.elements = list(elements)
        self.denominator = 1
        self.numerators: list[int] | None = None
        if all(map(_is_plain_rational, self.elements)):
            self.denominator = math.lcm(*(int(e.real.q) for e in self.elements))
            self.numerators = [
                int(e.real.p) * (self.denominator // int(e.real.q)) for e in self.elements
            ]


def _is_plain_rational(element: Number) -> bool:
    return isinstance(element.real, fmpq) and element.exact and not isinstance(element, Recorded)


def _sum_of_products(row: _Line, column: _Line) -> Number:
    if row.numerators is None or column.numerators is None:
        return _recordable(len(row.elements))(*row.elements, *column.elements)
    products = [a * b for a, b in zip(row.numerators, column.numerators, strict=True)]
    denominator = row.denominator * column.denominator
    return Number(fmpq(sum(products), denominator), sum(map(abs, products)) / denominator)


@functools.cache
def _recordable(terms: int) -> Callable[..., Number]:
    """The sum of products of the first half of its arguments with the second, recorded as one operation."""

    def other_factor(place: int) -> Callable[..., Number]:
        return lambda *arguments: arguments[(place + terms) % (2 * terms)]

    def sum_of_products(*factors: Number) -> Number:
        return sum(map(operator.mul, factors[:terms], factors[terms:]), ZERO)

    partials = [other_factor(place) for place in range(2 * terms)]
    return with_partials(*partials, rounds=terms + 1)(sum_of_products)


def multiply_stacks(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Matrix products of the last two dimensions, the leading ones broadcast, as in matmul.

    Both operands have rank 2 or more.
    """
    leading = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    left, right = (
        np.broadcast_to(x, leading + x.shape[-2:]),
        np.broadcast_to(y, leading + y.shape[-2:]),
    )
    result = np.empty((*leading, x.shape[-2], y.shape[-1]), dtype=object)
    for index in np.ndindex(leading):
        result[index] = contract(left[index], right[index], -1, -2)
    return result


def with_fewer_digits(x: np.ndarray, dtype: str) -> np.ndarray:
    """Each element rounded to the narrower format of the dtype; integers as they are."""
    bits = _NARROWER_BITS.get(dtype)

    @with_partials(lambda element, result: ONE)
    def narrowed(element: Any) -> Number:
        if bits is None or element.special is not None:
            return Number.of(element)
        fraction, exponent = math.frexp(float(element))
        return Number.of(math.ldexp(round(math.ldexp(fraction, bits)), exponent - bits))

    return elementwise(narrowed, x)
