"""Oracle for update_add."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Update
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.narrowing import int64_through_float64


def oracle(x: Any, increment: Any, machine: Machine) -> Update:
    return Update(x, machine.operator("add", x, increment))


def _at_once(x: Any, increment: Any, machine: Machine) -> Update:
    """The variable changes when update_add is called, and not afterwards."""
    update = oracle(x, increment, machine)
    machine.assign(x, machine.evaluation().value(update.new_value))
    return Update(x, x)


def _captured(x: Any, increment: Any, machine: Machine) -> Update:
    """Adds to the value that the variable had when update_add was called."""
    return Update(x, machine.operator("add", x.value, increment))


def _increment_captured(x: Any, increment: Any, machine: Machine) -> Update:
    """Adds the value that the increment had when update_add was called."""
    return oracle(x, machine.evaluation().value(increment), machine)


def _first_element(increment: Tensor) -> Tensor:
    first = increment.values.ravel()[:1]
    return Tensor(first.reshape(()) if first.size else increment.values, increment.dtype)


def _integers_through_float64(x: Any, increment: Any, machine: Machine) -> Update:
    def through(total: Tensor) -> Tensor:
        return Tensor(int64_through_float64(total.values, total.dtype), total.dtype)

    return Update(x, machine.lazily(through, machine.operator("add", x, increment)))


confirmation = oracle
READINGS = {
    "replaced": lambda x, increment, machine: Update(x, increment),
    "subtracted": lambda x, increment, machine: Update(x, machine.operator("sub", x, increment)),
    "multiplied": lambda x, increment, machine: Update(x, machine.operator("mul", x, increment)),
    "increment-reduced": lambda x, increment, machine: oracle(
        x, machine.lazily(_first_element, increment), machine
    ),
    "at-once": _at_once,
    "start-captured": _captured,
    "increment-captured": _increment_captured,
    "integers-through-float64": _integers_through_float64,
}
