"""The fold of foldl and foldr, over the elements in either order, and its misreadings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import ApiError
from ops.control_flow.elements import along, along_last, single_numbers, stacked

Combine = Callable[[Any, Any], Any]
# Arguments: the function, the elements in the order of combination, the initializer or None.
Fold = Callable[[Machine, Combine, list[Any], Any], Any]
Divide = Callable[[Tensor], list[Tensor]]


def fold(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    """Raises ApiError if there is neither an initializer nor an element."""
    values = elements if initializer is None else [initializer, *elements]
    if not values:
        raise ApiError("any")
    accumulator = values[0]
    for element in values[1:]:
        accumulator = fn(accumulator, element)
    return accumulator


def folding(by: Fold, divide: Divide = along, *, backwards: bool) -> Callable[..., Any]:
    """An answer of foldl, or backwards of foldr, with the given way to combine the elements."""

    def answer(
        fn: Combine, elems: Any, initializer: Any, name: str | None, machine: Machine
    ) -> Any:
        def run(x: Tensor, first: Any) -> Any:
            elements = divide(x)
            return by(machine, fn, elements[::-1] if backwards else elements, first)

        return machine.lazily(run, elems, initializer)

    return answer


def confirming(*, backwards: bool) -> Callable[..., Any]:
    """The correct answer by positions, for a confirmation."""

    def answer(
        fn: Combine, elems: Any, initializer: Any, name: str | None, machine: Machine
    ) -> Any:
        def run(x: Tensor, first: Any) -> Any:
            positions = list(range(len(x.values)))
            if first is None:
                first = Tensor(x.values[positions.pop(-1 if backwards else 0)], x.dtype)
            while positions:
                position = positions.pop(-1 if backwards else 0)
                first = fn(first, Tensor(x.values[position], x.dtype))
            return first

        return machine.lazily(run, elems, initializer)

    return answer


def fold_readings(*, backwards: bool) -> dict[str, Callable[..., Any]]:
    """Misreadings by id; "begin" and "end" refer to the order of combination."""

    def by(other: Fold, divide: Divide = along) -> Callable[..., Any]:
        return folding(other, divide, backwards=backwards)

    return {
        "wrong-end": folding(fold, backwards=not backwards),
        "arguments-swapped": by(_swapped),
        "initializer-ignored": by(_initializer_ignored),
        "initializer-last": by(_initializer_last),
        "begin-twice": by(_begin_twice),
        "begin-skipped": by(_begin_skipped),
        "end-skipped": by(_end_skipped),
        "end-begins": by(_end_begins),
        "zero-begins": by(_zero_begins),
        "last-axis": by(fold, along_last),
        "single-numbers": by(fold, single_numbers),
        "every-value": by(_every_value),
    }


def _swapped(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return fold(machine, lambda accumulator, x: fn(x, accumulator), elements, initializer)


def _initializer_ignored(
    machine: Machine, fn: Combine, elements: list[Any], initializer: Any
) -> Any:
    return fold(machine, fn, elements, None)


def _initializer_last(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return fold(machine, fn, [*elements, *([] if initializer is None else [initializer])], None)


def _begin_twice(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return fold(machine, fn, elements, elements[0] if initializer is None else initializer)


def _begin_skipped(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return fold(machine, fn, elements[initializer is not None :], initializer)


def _end_skipped(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    return fold(machine, fn, elements[:-1] or elements, initializer)


def _end_begins(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    if initializer is None:
        elements = [elements[-1], *elements[:-1]]
    return fold(machine, fn, elements, initializer)


def _zero_begins(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    if initializer is None:
        initializer = machine.tensor(np.zeros(elements[0].shape), elements[0].dtype)
    return fold(machine, fn, elements, initializer)


def _every_value(machine: Machine, fn: Combine, elements: list[Any], initializer: Any) -> Any:
    values = [elements[0]] if initializer is None else []

    def noted(accumulator: Any, element: Any) -> Any:
        values.append(fn(accumulator, element))
        return values[-1]

    result = fold(machine, noted, elements, initializer)
    return stacked(machine, values) if values else result
