"""Sums of products along one dimension of two tensors, and a mistake that all of them share."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from flint import fmpq, fmpz_mat

from kassay_generators.numbers.number import ONE, ZERO, Number
from kassay_generators.numbers.recording import Recorded, with_partials
from kassay_generators.numbers.rounding import to_float
from kassay_generators.oracles.arrays import array_of, elementwise, slices
from kassay_generators.oracles.interface import ApiError

# The significand of the narrower format that fast matrix units round the operands of a dtype to.
_NARROWER_BITS = {
    "float16": 4,
    "float32": 11,
    "float64": 24,
}  # an 8-bit float (E4M3), TF32, float32

# Numerator and denominator of numbers by their identity: those of an image stand in many windows.
Ratios = dict[int, tuple[int, int] | None]


def contract(x: np.ndarray, y: np.ndarray, x_axis: int, y_axis: int) -> np.ndarray:
    """The other dimensions of x, then those of y. Raises ApiError where the sizes differ."""
    if x.shape[x_axis] != y.shape[y_axis]:
        raise ApiError("value")
    known: Ratios = {}
    rows = [_Line(line, known) for line in slices(x, [x_axis % x.ndim])]
    columns = [_Line(line, known) for line in slices(y, [y_axis % y.ndim])]
    if all(line.numerators is not None for line in rows + columns):
        results = list(_matrix_product(rows, columns))
    else:
        results = [_sum_of_products(row, column) for row in rows for column in columns]
    return array_of(results, _without(x.shape, x_axis) + _without(y.shape, y_axis))


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return tuple(np.delete(shape, axis).tolist())


class _Line:
    """Exact numbers over one denominator, so that their products are added as integers, which is
    much faster than one by one. `numerators` is None where one of the elements is special or recorded."""

    def __init__(self, elements: Sequence[Number], known: Ratios) -> None:
        self.elements = elements
        self.denominator = 1
        self.numerators: list[int] | None = None
        ratios = [known[id(e)] if id(e) in known else _ratio(e, known) for e in elements]
        if None not in ratios:
            self.denominator = math.lcm(*{q for _, q in ratios})  # type: ignore[misc]
            self.numerators = [p * (self.denominator // q) for p, q in ratios]  # type: ignore[misc]


def _ratio(element: Number, known: Ratios) -> tuple[int, int] | None:
    """Of an exact number without history; it joins the known ones."""
    plain = _is_plain_rational(element)
    known[id(element)] = (int(element.real.p), int(element.real.q)) if plain else None  # type: ignore[union-attr]
    return known[id(element)]


def _is_plain_rational(element: Number) -> bool:
    return element.exact and type(element.real) is fmpq and not isinstance(element, Recorded)


def _matrix_product(rows: list[_Line], columns: list[_Line]) -> Iterator[Number]:
    """The sum of products of each row with each column, all of them exact numbers."""
    if not rows or not columns:
        return
    terms = len(rows[0].elements)
    left = [n for row in rows for n in row.numerators or ()]
    right = [n for column in columns for n in column.numerators or ()]
    sums = _integer_product(left, right, len(rows), terms, len(columns))
    sizes = _integer_product(map(abs, left), map(abs, right), len(rows), terms, len(columns))
    for place, (total, size) in enumerate(zip(sums, sizes, strict=True)):
        row, column = divmod(place, len(columns))
        denominator = rows[row].denominator * columns[column].denominator
        yield Number(fmpq(total, denominator), int(size) / denominator)


def _integer_product(
    left: Iterable[int], right: Iterable[int], rows: int, terms: int, columns: int
) -> list[Any]:
    """Of rows with columns, in row-major order."""
    product = fmpz_mat(rows, terms, list(left)) * fmpz_mat(columns, terms, list(right)).transpose()
    return product.entries()  # type: ignore[no-any-return]


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
        row, column = _Line(factors[:terms], {}), _Line(factors[terms:], {})
        if row.numerators is None or column.numerators is None:
            return sum(map(operator.mul, factors[:terms], factors[terms:]), ZERO)
        products = list(map(operator.mul, row.numerators, column.numerators))
        denominator = row.denominator * column.denominator
        magnitude = 0.0
        for product in products:  # as Numbers add it, one after the other
            magnitude += abs(to_float(product, denominator))
        return Number(fmpq(sum(products), denominator), magnitude)

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
