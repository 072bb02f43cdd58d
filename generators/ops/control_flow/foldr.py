"""Oracle for foldr."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.elements import (
    Combine,
    along_last,
    folding,
    from_the_right,
    single_numbers,
    stacked,
)
from kassay_generators.machine import Machine
from kassay_generators.machine_values import Tensor

Elements = list[Tensor]

oracle = folding(from_the_right)


def confirmation(
    fn: Combine, elems: Any, initializer: Any, name: str | None, machine: Machine
) -> Any:
    def run(x: Tensor, first: Any) -> Any:
        last = len(x.values) - 1
        if first is None:
            first, last = Tensor(x.values[last], x.dtype), last - 1
        for position in range(last, -1, -1):
            first = fn(first, Tensor(x.values[position], x.dtype))
        return first

    return machine.lazily(run, elems, initializer)


def _from_the_left(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    return from_the_right(machine, fn, elements[::-1], first)


def _element_first(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    return from_the_right(machine, lambda sofar, element: fn(element, sofar), elements, first)


def _initializer_ignored(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    return from_the_right(machine, fn, elements, None)


def _initializer_last(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    value = from_the_right(machine, fn, elements, None)
    return value if first is None else fn(value, first)


def _last_element_twice(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    return from_the_right(machine, fn, elements, elements[-1] if first is None else first)


def _zero_at_first(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    if first is None:
        first = machine.tensor(np.zeros(elements[0].shape), elements[0].dtype)
    return from_the_right(machine, fn, elements, first)


def _first_element_at_first(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    if first is None:
        first, elements = elements[0], elements[1:]
    return from_the_right(machine, fn, elements, first)


def _every_value(machine: Machine, fn: Combine, elements: Elements, first: Any) -> Any:
    values: list[Any] = [elements[-1]] if first is None else []

    def noted(sofar: Any, element: Any) -> Any:
        values.append(fn(sofar, element))
        return values[-1]

    from_the_right(machine, noted, elements, first)
    return stacked(machine, values)


READINGS = {
    "from-the-left": folding(_from_the_left),
    "element-first": folding(_element_first),
    "initializer-ignored": folding(_initializer_ignored),
    "initializer-last": folding(_initializer_last),
    "last-element-twice": folding(_last_element_twice),
    "zero-at-first": folding(_zero_at_first),
    "first-element-at-first": folding(_first_element_at_first),
    "single-numbers": folding(from_the_right, single_numbers),
    "last-dimension": folding(from_the_right, along_last),
    "every-value": folding(_every_value),
}
