"""Arrays with one value everywhere, and readings shared by the functions that make tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.number import NAN, Number, Scalar
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Context, Typed, with_arguments

Oracle = Callable[..., Any]


def filled(shape: Any, value: Scalar) -> np.ndarray:
    """`shape` may hold ints or Numbers."""
    array = np.empty([int(n) for n in shape], dtype=object)
    array[...] = Number.of(value)
    return array


def constant_instead(oracle: Oracle) -> Oracle:
    """The reading that a function returns a constant instead of a variable with the same elements."""

    @functools.wraps(oracle)
    def constant(*arguments: Any, **keywords: Any) -> Any:
        return oracle(*arguments, **keywords)

    vars(constant)["makes_constant"] = True
    return constant


def dtype_readings(oracle: Oracle) -> dict[str, Oracle]:
    """For an oracle with an argument dtype."""

    def reading(chosen: Callable[[str | None], str]) -> Oracle:
        @functools.wraps(oracle)
        def typed(**arguments: Any) -> Typed:
            return Typed(oracle(**arguments), chosen(arguments["dtype"]))

        return typed

    return {
        "dtype-ignored": reading(lambda dtype: "float32"),
        "float64-default": reading(lambda dtype: dtype or "float64"),
        "first-floatx": reading(lambda dtype: dtype or "float32"),
    }


def oracle_of(value: int) -> Oracle:
    """The oracle of ones or zeros."""
    return lambda shape, dtype, name: filled(shape, value)


def readings_of(value: int) -> dict[str, Oracle]:
    oracle = oracle_of(value)
    return {
        **dtype_readings(oracle),
        "constant-instead": constant_instead(oracle),
        "zeros-instead" if value else "ones-instead": oracle_of(1 - value),
        "shape-reversed": with_arguments(oracle, shape=lambda a: list(a["shape"])[::-1]),
    }


def like_oracle_of(value: int) -> Oracle:
    """The oracle of ones_like or zeros_like."""

    def oracle(x: np.ndarray, dtype: str | None, name: str | None, context: Context) -> Typed:
        return Typed(filled(x.shape, value), dtype or context.dtypes["x"])

    return oracle


def like_readings_of(value: int) -> dict[str, Oracle]:
    oracle = like_oracle_of(value)

    def multiplied(x: np.ndarray, dtype: str | None, name: str | None, context: Context) -> Typed:
        values = elementwise(lambda n: NAN if n.special is not None else Number.of(value), x)
        return Typed(values, dtype or context.dtypes["x"])

    return {
        "floatx-default": with_arguments(oracle, dtype=lambda a: a["dtype"] or "float32"),
        "zeros-instead" if value else "ones-instead": like_oracle_of(1 - value),
        "dtype-ignored": with_arguments(oracle, dtype=lambda a: None),
        "multiplied": multiplied,
    }
