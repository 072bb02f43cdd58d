"""Oracle for foldl."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine import Machine
from kassay_generators.machine_values import Tensor
from kassay_generators.oracle import ApiError

Combine = Callable[[Any, Any], Any]
Fold = Callable[[Combine, list[Any], Any], Any]


def _elements(elems: Tensor, axis: int = 0) -> list[Tensor]:
    """What lies along an axis, each without it. Raises ApiError for a scalar."""
    if elems.values.ndim == 0:
        raise ApiError("any")
    moved = np.moveaxis(elems.values, axis, 0)
    return [Tensor(np.asarray(moved[i]), elems.dtype) for i in range(moved.shape[0])]


def _from_the_left(fn: Combine, elements: list[Any], initializer: Any) -> Any:
    """Raises ApiError where there is nothing to begin with."""
    values = elements if initializer is None else [initializer, *elements]
    if not values:
        raise ApiError("any")
    accumulator = values[0]
    for element in values[1:]:
        accumulator = fn(accumulator, element)
    return accumulator


def _folding(fold: Fold, axis: int = 0) -> Callable[..., Any]:
    """A reading of foldl that combines the elements along an axis in its own way."""

    def reading(
        fn: Combine, elems: Any, initializer: Any, name: str | None, machine: Machine
    ) -> Any:
        return machine.lazily(lambda e, i: fold(fn, _elements(e, axis), i), elems, initializer)

    return reading


def oracle(fn: Combine, elems: Any, initializer: Any, name: str | None, machine: Machine) -> Any:
    return _folding(_from_the_left)(fn, elems, initializer, name, machine)


def _from_the_right(fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return _from_the_left(fn, elements[::-1], initializer)


def _swapped(fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return _from_the_left(lambda accumulator, x: fn(x, accumulator), elements, initializer)


def _first_twice(fn: Combine, elements: list[Any], initializer: Any) -> Any:
    begin = elements[0] if initializer is None else initializer
    return _from_the_left(fn, elements, begin)


def _first_skipped(fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return _from_the_left(fn, elements[initializer is not None :], initializer)


def _last_skipped(fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return _from_the_left(fn, elements[:-1] or elements, initializer)


def _initializer_last(fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return _from_the_left(fn, [*elements, *([] if initializer is None else [initializer])], None)


def _from_zero(
    fn: Combine, elems: Any, initializer: Any, name: str | None, machine: Machine
) -> Any:
    def fold(e: Tensor, i: Any) -> Any:
        zeros = machine.tensor(np.zeros(e.shape[1:]), e.dtype)
        return _from_the_left(fn, _elements(e), zeros if i is None else i)

    return machine.lazily(fold, elems, initializer)


confirmation = oracle
READINGS = {
    "from-the-right": _folding(_from_the_right),
    "arguments-swapped": _folding(_swapped),
    "initializer-ignored": _folding(lambda fn, elements, _: _from_the_left(fn, elements, None)),
    "initializer-last": _folding(_initializer_last),
    "first-twice": _folding(_first_twice),
    "first-skipped": _folding(_first_skipped),
    "last-skipped": _folding(_last_skipped),
    "zero-begins": _from_zero,
    "last-axis": _folding(_from_the_left, axis=-1),
}
