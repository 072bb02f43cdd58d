"""The elements of a tensor one after the other: what map_fn and foldr have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine import Machine
from kassay_generators.machine_values import Tensor
from kassay_generators.oracle import ApiError

Combine = Callable[[Any, Any], Any]
Fold = Callable[[Machine, Combine, list[Tensor], Any], Any]
Divide = Callable[[Tensor], list[Tensor]]


def along_first(x: Tensor) -> list[Tensor]:
    return [Tensor(np.asarray(values), x.dtype) for values in x.values]


def along_last(x: Tensor) -> list[Tensor]:
    return along_first(Tensor(np.moveaxis(x.values, -1, 0), x.dtype))


def single_numbers(x: Tensor) -> list[Tensor]:
    return along_first(Tensor(x.values.ravel(), x.dtype))


def stacked(machine: Machine, results: list[Any], axis: int = 0) -> Any:
    """Along a new dimension; lazy where one of the results is."""

    def stack(*tensors: Tensor) -> Tensor:
        shapes = {t.shape for t in tensors}
        if len(shapes) > 1:
            raise ApiError("any")
        return Tensor(np.stack([t.values for t in tensors], axis=axis), tensors[0].dtype)

    return machine.lazily(stack, *results)


def from_the_right(machine: Machine, combine: Combine, elements: list[Tensor], first: Any) -> Any:
    """`first` is None where there is no initializer."""
    elements = elements[::-1]
    value, rest = (elements[0], elements[1:]) if first is None else (first, elements)
    for element in rest:
        value = combine(value, element)
    return value


def folding(fold: Fold, divide: Divide = along_first) -> Any:
    """An answer of foldr that combines in a way."""

    def answer(
        fn: Combine, elems: Any, initializer: Any, name: str | None, machine: Machine
    ) -> Any:
        def run(x: Tensor, first: Any) -> Any:
            return fold(machine, fn, divide(x), first)

        return machine.lazily(run, elems, initializer)

    return answer
