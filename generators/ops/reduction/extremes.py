"""Largest and smallest elements, for max, min, argmax and argmin."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.elementary import maximum, minimum
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError, Context, Remembered, Typed, of_dtype
from kassay_generators.oracles.reductions import (
    Slice,
    axis_readings,
    of_slices,
    off_by_one,
    reduce_slices,
)
from kassay_generators.oracles.searches import NAN_READINGS, Search, nan_readings


def extreme_oracle(*, larger: bool) -> Callable[..., np.ndarray]:
    """The oracle of max or min."""
    return of_slices(_selection(larger=larger))


def _selection(*, larger: bool) -> Search:
    def select(elements: Slice) -> Number:
        if not elements:
            raise ApiError("value")
        return functools.reduce(maximum if larger else minimum, elements)

    return select


def extreme_readings(*, larger: bool) -> dict[str, Callable[..., Any]]:
    """The readings that max and min share."""
    oracle = extreme_oracle(larger=larger)
    combine = maximum if larger else minimum

    def first_by_magnitude(elements: Slice) -> Number:
        return elements[first_position(elements, larger=larger, key=abs)]

    def starts_at_zero(elements: Slice) -> Number:
        return functools.reduce(combine, elements, Number.of(0))

    def folded(name: str) -> Callable[..., np.ndarray]:
        def reading(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
            search = _selection(larger=larger)
            found = nan_readings(search, larger=larger, dtype=context.dtypes["x"])
            return reduce_slices(found[name], x, axis, keepdims)

        return reading

    def empty_is_limit(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
        dtype = context.dtypes["x"]
        if dtypes.is_floating(dtype):
            limit: float = -np.inf if larger else np.inf
        else:
            limit = int(np.iinfo(dtype).min if larger else np.iinfo(dtype).max)

        def select(elements: Slice) -> Number:
            return functools.reduce(combine, elements) if elements else Number.of(limit)

        return reduce_slices(select, x, axis, keepdims)

    return {
        **axis_readings(oracle),
        "minimum-instead" if larger else "maximum-instead": extreme_oracle(larger=not larger),
        "starts-at-zero": of_slices(starts_at_zero),
        "by-magnitude": of_slices(first_by_magnitude),
        **{name: folded(name) for name in NAN_READINGS},
        "empty-is-lowest" if larger else "empty-is-highest": empty_is_limit,
    }


def first_position(
    elements: Slice, *, larger: bool, key: Callable[[Number], Number] = lambda e: e
) -> int:
    """The position of the first largest (smallest) element. Raises ApiError for no elements."""
    if not elements:
        raise ApiError("value")
    best = 0
    for place, element in enumerate(elements):
        ahead = key(element) > key(elements[best]) if larger else key(element) < key(elements[best])
        if ahead:
            best = place
    return best


def position_oracle(*, larger: bool) -> Remembered:
    """The oracle of argmax or argmin."""
    return Remembered(
        lambda x, axis: reduce_slices(lambda e: first_position(e, larger=larger), x, axis)
    )


def position_readings(oracle: Remembered, *, larger: bool) -> dict[str, Callable[..., Any]]:
    """The readings that argmax and argmin share."""

    def last_of_ties(elements: Slice) -> int:
        return len(elements) - 1 - first_position(elements[::-1], larger=larger)

    def last(x: np.ndarray, axis: int) -> np.ndarray:
        return reduce_slices(last_of_ties, x, axis)

    def element_itself(x: np.ndarray, axis: int, context: Context) -> Typed:
        elements = reduce_slices(lambda e: e[first_position(e, larger=larger)], x, axis)
        return Typed(elements, context.dtypes["x"])

    def by_magnitude(x: np.ndarray, axis: int) -> np.ndarray:
        return reduce_slices(lambda e: first_position(e, larger=larger, key=abs), x, axis)

    def kept(x: np.ndarray, axis: int) -> np.ndarray:
        return reduce_slices(lambda e: first_position(e, larger=larger), x, axis, keepdims=True)

    return {
        "axis-ignored": lambda x, axis: oracle(x, -1),
        "axis-off-by-one": lambda x, axis: oracle(x, off_by_one(axis)),
        "first-axis-default": lambda x, axis: oracle(x, 0 if axis == -1 else axis),
        "flat-default": lambda x, axis: oracle(x, None if axis == -1 else axis),
        "minimum-instead" if larger else "maximum-instead": position_oracle(larger=not larger),
        "by-magnitude": by_magnitude,
        "value-instead": element_itself,
        "dimension-kept": kept,
        "floating-result": lambda x, axis, context: of_dtype(oracle(x, axis), context.floatx),
        "last-of-ties": last,
        "int32-result": lambda x, axis: of_dtype(oracle(x, axis), "int32"),
    }
