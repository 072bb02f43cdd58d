"""Element-wise functions of one tensor, or of two that broadcast, and their misreadings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.oracles.interface import ApiError, Context, Typed, refused

Unary = Callable[[Number], Any]
Binary = Callable[[Number, Number], Any]
UnaryFunction = Callable[[np.ndarray], np.ndarray]
# A function of x and y; y may be a Python number.
BinaryFunction = Callable[[np.ndarray, Any], Any]


def each(function: Unary) -> UnaryFunction:
    return lambda x: elementwise(function, x)


def float_result(oracle: UnaryFunction) -> Callable[[np.ndarray, Context], Typed]:
    """Reading: integers become float32."""
    return lambda x, context: Typed(
        oracle(x), context.dtype if is_floating(context.dtype) else "float32"
    )


def each_pair(function: Binary) -> BinaryFunction:
    """The oracle of a function of two operands. Raises ApiError if they do not broadcast."""

    def oracle(x: np.ndarray, y: Any) -> np.ndarray:
        x, y = as_array(x), as_array(y)
        common_shape(x.shape, y.shape)
        return elementwise(function, x, y)

    return oracle


def common_shape(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Aligned at the right, a dimension of 1 stretches. Raises ApiError."""
    rank = max(len(first), len(second))
    result = []
    for a, b in zip(
        (1,) * (rank - len(first)) + first, (1,) * (rank - len(second)) + second, strict=True
    ):
        if a != b and 1 not in (a, b):
            raise ApiError("value")
        result.append(b if a == 1 else a)
    return tuple(result)


def left_aligned(oracle: BinaryFunction) -> BinaryFunction:
    """Reading: the shapes are aligned at the left."""

    def reading(x: np.ndarray, y: Any) -> Any:
        x, y = as_array(x), as_array(y)
        rank = max(x.ndim, y.ndim)
        return oracle(
            x.reshape(x.shape + (1,) * (rank - x.ndim)), y.reshape(y.shape + (1,) * (rank - y.ndim))
        )

    return reading


def first_shape_kept(oracle: BinaryFunction) -> BinaryFunction:
    """Reading: y is stretched to the shape of x, never x to that of y."""

    def reading(x: np.ndarray, y: Any) -> Any:
        if common_shape(x.shape, np.shape(y)) != x.shape:
            raise ApiError("value")
        return oracle(x, y)

    return reading


def through_float32(oracle: BinaryFunction) -> Callable[[np.ndarray, Any, Context], Any]:
    """Reading: integers are first converted to float32, which cannot represent all of them."""

    def reading(x: np.ndarray, y: Any, context: Context) -> Any:
        if context.dtype == "bool" or is_floating(context.dtype):
            return oracle(x, y)
        limits = np.iinfo(context.dtype)

        def narrow(value: Number) -> Number:
            return Number.of(
                min(max(int(np.float32(int(value))), int(limits.min)), int(limits.max))
            )

        return oracle(elementwise(narrow, x), elementwise(narrow, as_array(y)))

    return reading


def pair_readings(oracle: BinaryFunction) -> dict[str, Callable[..., Any]]:
    """The readings of every function that `each_pair` makes."""
    return {
        "number-refused": refused(oracle, lambda a: not isinstance(a["y"], np.ndarray)),
        "left-aligned": left_aligned(oracle),
        "first-shape-kept": first_shape_kept(oracle),
        "through-float32": through_float32(oracle),
    }


def same_dtype(oracle: BinaryFunction) -> Callable[[np.ndarray, Any, Context], Typed]:
    """Reading: the truth values are 0 and 1 in the dtype of x."""

    def reading(x: np.ndarray, y: Any, context: Context) -> Typed:
        return Typed(
            elementwise(lambda truth: Number.of(int(truth)), oracle(x, y)), context.dtypes["x"]
        )

    return reading


def comparison_readings(oracle: BinaryFunction) -> dict[str, Callable[..., Any]]:
    return {**pair_readings(oracle), "same-dtype": same_dtype(oracle)}


def order_readings(compare: Binary, opposite: Binary) -> dict[str, Callable[..., Any]]:
    """The readings of a comparison by size. Of two numbers, either it or its opposite is true."""
    return {
        **comparison_readings(each_pair(compare)),
        "swapped": each_pair(lambda x, y: compare(y, x)),
        "negated-opposite": each_pair(lambda x, y: not opposite(x, y)),
        "by-magnitude": each_pair(lambda x, y: compare(abs(x), abs(y))),
    }
