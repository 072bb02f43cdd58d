"""Functions of the slices of a reduction, and misreadings common to reductions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import array_of, slices
from kassay_generators.oracles.axes import axes_tuple

Slice = list[Number]
Oracle = Callable[..., Any]


def reduce_slices(
    function: Callable[[Slice], Any], x: np.ndarray, axis: Any, keepdims: bool = False
) -> np.ndarray:
    """Applies the function to the elements, in row-major order, of every slice along the axes.

    An empty slice is an empty list.
    """
    axes = axes_tuple(axis, x.ndim)
    results = [function([Number.of(e) for e in elements]) for elements in slices(x, axes)]
    result = array_of(results, tuple(n for d, n in enumerate(x.shape) if d not in axes))
    return (
        result.reshape([1 if d in axes else size for d, size in enumerate(x.shape)])
        if keepdims
        else result
    )


def of_slices(function: Callable[[Slice], Any]) -> Oracle:
    """The oracle of x, axis and keepdims that does so."""
    return lambda x, axis, keepdims: reduce_slices(function, x, axis, keepdims)


def map_lines(function: Callable[[Slice], Slice], x: np.ndarray, axis: int) -> np.ndarray:
    """Replaces every line along the axis by function(line), which has the same length."""
    (at,) = axes_tuple(axis, x.ndim)
    lines = np.moveaxis(x, at, -1)
    result = np.empty(lines.shape, dtype=object)
    for index in np.ndindex(lines.shape[:-1]):
        for place, element in enumerate(function(list(lines[index]))):
            result[(*index, place)] = element
    return np.moveaxis(result, -1, at)


def numpy_axis(axis: Any) -> Any:
    """A list of axes as the tuple that NumPy's functions take."""
    return tuple(axis) if isinstance(axis, list) else axis


def off_by_one(axis: Any) -> Any:
    """The axis, read as counted from 1."""
    return axis - 1 if isinstance(axis, int) and axis > 0 else axis


def axis_readings(oracle: Oracle) -> dict[str, Oracle]:
    """Misreadings of axis and keepdims, for an oracle of x, axis, keepdims."""

    def first_of_list(x: np.ndarray, axis: Any, keepdims: bool) -> Any:
        return oracle(x, axis[0] if isinstance(axis, list) else axis, keepdims)

    return {
        "axis-ignored": lambda x, axis, keepdims: oracle(x, None, keepdims),
        "axis-off-by-one": lambda x, axis, keepdims: oracle(x, off_by_one(axis), keepdims),
        "keepdims-ignored": lambda x, axis, keepdims: oracle(x, axis, False),
        "first-axis-of-list": first_of_list,
        "middle-axis-is-last": lambda x, axis, keepdims: oracle(
            x, middle_is_last(axis, x.ndim), keepdims
        ),
    }


def middle_is_last(axis: Any, rank: int) -> Any:
    """Misreading: an axis that is neither the first nor the last counts as the last."""
    return -1 if isinstance(axis, int) and 0 < axis < rank - 1 else axis
