"""Arrays of Numbers: made, mapped element by element, folded along axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError


def as_array(value: Any) -> np.ndarray:
    """An object array of Numbers, of rank 0 for a single one."""
    array = np.asarray(value, dtype=object)
    return (
        np.frompyfunc(Number.of, 1, 1)(array)
        if array.ndim
        else np.array(Number.of(array.item()), dtype=object)
    )


def elementwise(function: Callable[..., Any], *arrays: Any) -> np.ndarray:
    """The function on every element, with NumPy's broadcasting; the result is an array for rank 0 too."""
    broadcast = np.broadcast_arrays(*[np.asarray(a, dtype=object) for a in arrays])
    result = np.empty(broadcast[0].shape, dtype=object)
    for index in np.ndindex(result.shape):
        result[index] = function(*(array[index] for array in broadcast))
    return result


def total(
    x: np.ndarray, axis: int | tuple[int, ...] | None = None, keepdims: bool = False
) -> np.ndarray:
    """The sum along axes; 0 where there is nothing to add."""
    return fold(lambda a, b: a + b, x, axis, keepdims, empty=0)


def fold(
    combine: Callable[[Any, Any], Any],
    x: np.ndarray,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    empty: Any = None,
) -> np.ndarray:
    """Combines the elements along axes (None: all), first to last. `empty` is the result of no elements."""
    rank = x.ndim
    axes = (
        tuple(range(rank))
        if axis is None
        else tuple(a % rank for a in np.atleast_1d(np.asarray(axis, dtype=int)))
    )
    kept = [d for d in range(rank) if d not in axes]
    moved = np.transpose(x, [*kept, *sorted(axes)])
    outer = tuple(x.shape[d] for d in kept)
    result = np.empty(outer, dtype=object)
    for index in np.ndindex(outer):
        elements = moved[index].ravel() if axes else np.array([moved[index]], dtype=object)
        if len(elements) == 0:
            if empty is None:
                raise ApiError("any")
            result[index] = Number.of(empty)
            continue
        value = elements[0]
        for element in elements[1:]:
            value = combine(value, element)
        result[index] = value
    return (
        result.reshape([1 if d in axes else x.shape[d] for d in range(rank)])
        if keepdims
        else result
    )
