"""Oracle for dot."""

from __future__ import annotations

import operator

import numpy as np

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.contraction import contract, multiply_stacks, with_fewer_digits
from kassay_generators.oracles.interface import ApiError, Context
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed


def oracle(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return contract(x, y, -1, max(y.ndim - 2, 0))


def confirmation(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray(np.dot(x, y))


def _stacks(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    if x.ndim < 2 or y.ndim < 2:
        return oracle(x, y)
    try:
        return multiply_stacks(x, y)
    except ValueError:  # the leading dimensions do not broadcast
        raise ApiError("value") from None


def _columns_first(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    result = oracle(x, y)
    return np.moveaxis(result, -1, x.ndim - 1) if y.ndim > 1 else result


def _reduced_precision(x: np.ndarray, y: np.ndarray, context: Context) -> np.ndarray:
    return oracle(with_fewer_digits(x, context.dtype), with_fewer_digits(y, context.dtype))


def _vector_refused(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    if min(x.ndim, y.ndim) == 1:
        raise ApiError("any")
    return oracle(x, y)


def _sparse_element_wise(x: np.ndarray, y: np.ndarray, context: Context) -> np.ndarray:
    if not context.sparse or x.shape != y.shape:
        return oracle(x, y)
    return elementwise(operator.mul, x, y)


def _sparse_refused(x: np.ndarray, y: np.ndarray, context: Context) -> np.ndarray:
    if context.sparse:
        raise ApiError("any")
    return oracle(x, y)


def _integers_refused(x: np.ndarray, y: np.ndarray, context: Context) -> np.ndarray:
    if not is_floating(context.dtypes["x"]):
        raise ApiError("any")
    return oracle(x, y)


READINGS = {
    "sparse-element-wise": _sparse_element_wise,
    "sparse-refused": _sparse_refused,
    "last-with-last": lambda x, y: contract(x, y, -1, -1),
    "last-with-first": lambda x, y: contract(x, y, -1, 0),
    "stacks-of-matrices": _stacks,
    "operands-exchanged": lambda x, y: oracle(y, x),
    "columns-first": _columns_first,
    "reduced-precision": _reduced_precision,
    "vector-refused": _vector_refused,
    "integers-refused": _integers_refused,
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
