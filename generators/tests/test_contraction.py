"""Sums of products: the fast path for exact numbers gives the same result as Numbers one by one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kassay_generators.numbers.number import ZERO, Number
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.contraction import contract

_X = [[0.1, -2.5, 3e-300, 5e-324], [1e300, 0.0, -0.0, 7.0]]
_Y = [[3.0, 0.25, -1e-9], [1.5, -0.125, 2.0], [1e10, 1e-10, 1.0], [-4.0, 0.1, 0.7]]


def _one_by_one(row: np.ndarray, column: np.ndarray) -> Number:
    return sum((a * b for a, b in zip(row, column, strict=True)), ZERO)


def test_exact_numbers_give_the_sums_that_numbers_give() -> None:
    x, y = as_array(_X), as_array(_Y)
    result = contract(x, y, 1, 0)
    assert result.shape == (2, 3)
    for at in np.ndindex(result.shape):
        expected = _one_by_one(x[at[0]], y[:, at[1]])
        assert result[at].real == expected.real
        assert result[at].magnitude == pytest.approx(expected.magnitude, rel=1e-15)


def test_special_values_follow_ieee() -> None:
    result = contract(as_array([[math.inf, 1.0], [2.0, 1.0]]), as_array([[0.5], [3.0]]), 1, 0)
    assert [float(n) for n in result.flat] == [math.inf, 4.0]


@pytest.mark.parametrize(("rows", "terms", "columns"), [(0, 3, 2), (2, 3, 0), (2, 0, 2)])
def test_nothing_to_add(rows: int, terms: int, columns: int) -> None:
    x, y = as_array(np.zeros((rows, terms))), as_array(np.zeros((terms, columns)))
    result = contract(x, y, 1, 0)
    assert result.shape == (rows, columns)
    assert all(float(n) == 0 for n in result.flat)
