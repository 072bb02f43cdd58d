"""Sums of products along one dimension of two tensors, and a misreading that all of them share."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from kassay_generators.numbers.number import ONE, ZERO, Number
from kassay_generators.numbers.recording import Recorded, with_partials
from kassay_generators.numbers.rounding import nearest_float
from kassay_generators.oracles.arrays import array_of, elementwise, slices
from kassay_generators.oracles.interface import ApiError

# The significand of the narrower format that fast matrix units round the operands of a dtype to.
_NARROWER_BITS = {
    "float16": 4,
    "float32": 11,
    "float64": 24,
}  # an 8-bit float (E4M3), TF32, float32


def contract(x: np.ndarray, y: np.ndarray, x_axis: int, y_axis: int) -> np.ndarray:
    """The result has the other dimensions of x, then those of y. Raises ApiError if the sizes differ."""
    if x.shape[x_axis] != y.shape[y_axis]:
        raise ApiError("value")
    rows, columns = slices(x, [x_axis % x.ndim]), slices(y, [y_axis % y.ndim])
    plain_rows, plain_columns = list(map(_are_plain, rows)), list(map(_are_plain, columns))
    if all(plain_rows) and all(plain_columns):
        results = _matrix_product(rows, columns)
    else:
        results = [
            _matrix_product([row], [column])[0]
            if is_plain_row and is_plain_column
            else _recordable(len(row))(*row, *column)
            for row, is_plain_row in zip(rows, plain_rows, strict=True)
            for column, is_plain_column in zip(columns, plain_columns, strict=True)
        ]
    return array_of(results, _without(x.shape, x_axis) + _without(y.shape, y_axis))


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return tuple(np.delete(shape, axis).tolist())


def _are_plain(elements: Sequence[Number]) -> bool:
    """Whether all are exact numbers without history."""
    return all(e.exact and type(e.real) is fmpq and not isinstance(e, Recorded) for e in elements)


def _matrix_product(rows: list[list[Number]], columns: list[list[Number]]) -> list[Number]:
    """The sum of products of each row with each column, in row-major order; all of them are plain."""
    if not rows or not columns:
        return []
    left: list[Any] = [n.real for row in rows for n in row]
    right: list[Any] = [n.real for column in columns for n in column]

    def product(left: Iterable[Any], right: Iterable[Any]) -> list[fmpq]:
        terms = len(rows[0])
        first = fmpq_mat(len(rows), terms, list(left))
        second = fmpq_mat(len(columns), terms, list(right))
        return (first * second.transpose()).entries()  # type: ignore[no-any-return]

    sizes = product(map(abs, left), map(abs, right))
    return list(map(Number, product(left, right), map(nearest_float, sizes)))


@functools.cache
def _recordable(terms: int) -> Callable[..., Number]:
    """The sum of products of the first half of its arguments with the second, recorded as one operation."""

    def other_factor(place: int) -> Callable[..., Number]:
        return lambda *arguments: arguments[(place + terms) % (2 * terms)]

    def sum_of_products(*factors: Number) -> Number:
        left, right = factors[:terms], factors[terms:]
        if not _are_plain(factors):
            return sum(map(operator.mul, left, right), ZERO)
        products = [a.real * b.real for a, b in zip(left, right, strict=True)]  # type: ignore[operator]
        magnitude = 0.0
        for product in products:  # as Numbers add it, one after the other
            magnitude += abs(nearest_float(product))
        return Number(sum(products, fmpq(0)), magnitude)

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
