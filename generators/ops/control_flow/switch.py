"""Oracle for switch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.oracles.interface import ApiError
from ops.control_flow.selection import expression, require_alike, select, select_with_numpy, truth

Select = Callable[[Tensor, Tensor, Tensor], Tensor]


def _by(selection: Select, *, any_rank: bool = False) -> Any:
    """The answer of switch with a given way to select elements."""

    def answer(condition: Any, then_expression: Any, else_expression: Any, machine: Machine) -> Any:
        chosen, otherwise = expression(then_expression), expression(else_expression)
        shape, decided = condition.shape, chosen.shape
        if None not in (shape, decided) and len(shape) > len(decided) and not any_rank:
            raise ApiError("value")
        return machine.lazily(selection, condition, chosen, otherwise)

    return answer


oracle = _by(select)
confirmation = _by(select_with_numpy)


def _where(condition: Callable[[Any], bool]) -> Any:
    """With another test of whether an element of the condition is true."""

    def selection(tested: Tensor, chosen: Tensor, otherwise: Tensor) -> Tensor:
        true = as_array(elementwise(lambda n: int(condition(n)), tested.values))
        return select(Tensor(true, tested.dtype), chosen, otherwise)

    return _by(selection)


def _as_a_whole(decide: Callable[[np.ndarray], Any]) -> Any:
    """One decision from all elements of the condition."""

    def selection(condition: Tensor, chosen: Tensor, otherwise: Tensor) -> Tensor:
        require_alike(chosen, otherwise)
        return chosen if decide(truth(condition.values)) else otherwise

    return _by(selection)


def _broadcast(condition: Tensor, chosen: Tensor, otherwise: Tensor) -> Tensor:
    try:
        values = np.where(truth(condition.values), chosen.values, otherwise.values)
    except ValueError:  # the shapes do not broadcast
        raise ApiError("any") from None
    return Tensor(values, chosen.dtype)


def _blended(condition: Tensor, chosen: Tensor, otherwise: Tensor) -> Tensor:
    rank = chosen.values.ndim - condition.values.ndim
    weight = condition.values.reshape(condition.shape + (1,) * rank)
    if chosen.dtype == "bool":
        return select(condition, chosen, otherwise)
    blend = elementwise(
        lambda c, a, b: c * a + (1 - c) * b, weight, chosen.values, otherwise.values
    )
    return Tensor(blend, chosen.dtype)


def _in_floatx(condition: Any, then_expression: Any, else_expression: Any, machine: Machine) -> Any:
    result = oracle(condition, then_expression, else_expression, machine)
    return machine.lazily(lambda t: Tensor(t.values, machine.settings.floatx), result)


READINGS = {
    "exchanged": lambda condition, then_expression, else_expression, machine: oracle(
        condition, else_expression, then_expression, machine
    ),
    "one-only": _where(lambda n: n == 1),
    "positive-only": _where(lambda n: n > 0),
    "lowest-bit": _where(lambda n: int(n) % 2 == 1),
    "blended": _by(_blended),
    "right-aligned": _by(_broadcast),
    "first-element": _as_a_whole(lambda true: true.flat[0]),
    "any-element": _as_a_whole(lambda true: true.any()),
    "every-element": _as_a_whole(lambda true: true.all()),
    "rank-not-checked": _by(_broadcast, any_rank=True),
    "in-floatx": _in_floatx,
}
