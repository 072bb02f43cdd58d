"""Arrays of Numbers: construction, element-wise functions, folds along axes."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.numbers.recording import stop_gradient
from kassay_generators.oracles.interface import ApiError


def array_of(elements: Iterable[Any], shape: tuple[int, ...]) -> np.ndarray:
    """Objects in row-major order as an array of that shape."""
    return np.fromiter(elements, dtype=object, count=math.prod(shape)).reshape(shape)


def as_array(value: Any) -> np.ndarray:
    """An object array of Numbers, of rank 0 for a single one."""
    array = np.asarray(value, dtype=object)
    return array_of(map(Number.of, array.ravel().tolist()), array.shape)


def elementwise(function: Callable[..., Any], *arrays: Any) -> np.ndarray:
    """Applies the function to every element, with NumPy's broadcasting; the result is an array even for rank 0."""
    operands = [np.asarray(a, dtype=object) for a in arrays]
    if any(o.shape != operands[0].shape for o in operands):
        operands = np.broadcast_arrays(*operands)  # type: ignore[assignment]
    elements = map(function, *(o.ravel().tolist() for o in operands))
    return array_of(elements, operands[0].shape)


def without_history(value: Any) -> Any:
    """An argument whose Numbers no tape records; a list of arrays too. Any other value is returned unchanged."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        return elementwise(stop_gradient, value)
    return [without_history(v) for v in value] if isinstance(value, list) else value


def slices(x: np.ndarray, axes: Sequence[int]) -> list[list[Any]]:
    """The elements along the axes, in row-major order, for each index of the other dimensions."""
    kept = [d for d in range(x.ndim) if d not in axes]
    outer = math.prod(x.shape[d] for d in kept)
    inner = math.prod(x.shape[d] for d in axes)
    return np.transpose(x, [*kept, *sorted(axes)]).reshape(outer, inner).tolist()  # type: ignore[no-any-return]


def total(
    x: np.ndarray, axis: int | tuple[int, ...] | None = None, keepdims: bool = False
) -> np.ndarray:
    """The sum along axes; 0 for no elements."""
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
    results = []
    for elements in slices(x, axes):
        if not elements and empty is None:
            raise ApiError("any")
        results.append(functools.reduce(combine, elements) if elements else Number.of(empty))
    result = array_of(results, tuple(n for d, n in enumerate(x.shape) if d not in axes))
    return (
        result.reshape([1 if d in axes else x.shape[d] for d in range(rank)])
        if keepdims
        else result
    )
