"""Oracle for batch_set_value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.interface import ApiError
from ops.state import setting

Pairs = list[list[Any]]


def _each(setter: setting.Setter, rearrange: Callable[[Pairs], Any] = list) -> Callable[..., None]:
    def answer(tuples: Pairs, machine: Machine) -> None:
        for variable, value in rearrange(tuples):
            setter(variable, value, machine)

    return answer


def oracle(tuples: Pairs, machine: Machine) -> None:
    _each(setting.set_value)(tuples, machine)


def _values_backwards(tuples: Pairs) -> list[tuple[Any, Any]]:
    return [(t[0], other[1]) for t, other in zip(tuples, reversed(tuples), strict=True)]


def _two_lists(tuples: Pairs) -> list[tuple[Any, Any]]:
    if len(tuples) != 2:
        raise ApiError("value")
    variables, values = tuples
    if not all(isinstance(v, Variable) for v in variables):
        raise ApiError("type")
    return list(zip(variables, values, strict=False))


def _empty_refused(tuples: Pairs) -> Pairs:
    if not tuples:
        raise ApiError("value")
    return tuples


confirmation = oracle
READINGS = {
    "first-only": _each(setting.set_value, lambda tuples: tuples[:1]),
    "last-value-everywhere": _each(
        setting.set_value, lambda tuples: [(t[0], tuples[-1][1]) for t in tuples]
    ),
    "values-backwards": _each(setting.set_value, _values_backwards),
    "two-lists": _each(setting.set_value, _two_lists),
    "empty-refused": _each(setting.set_value, _empty_refused),
    "broadcast": _each(setting.broadcast),
    "new-shape": _each(setting.new_shape),
}
