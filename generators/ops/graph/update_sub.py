"""Oracle for update_sub."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Update, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.narrowing import float64_through_float32
from ops.graph.updating import first_call_only, first_value


def oracle(x: Variable, decrement: Any, machine: Machine) -> Update:
    return Update(x, machine.operator("sub", x, decrement))


def _at_once(x: Variable, decrement: Any, machine: Machine) -> Update:
    """The variable changes when update_sub is called, and not afterwards."""
    machine.assign(x, machine.evaluation().value(machine.operator("sub", x, decrement)))
    return Update(x, x)


def _first_decrement(x: Variable, decrement: Any, machine: Machine) -> Update:
    kept = first_value(Update(x, decrement), machine)
    return oracle(x, kept.new_value, machine)


def _exchanged(x: Variable, decrement: Any, machine: Machine) -> Update:
    if x.dtype == "uint8":  # which cannot represent numbers below 0
        return oracle(x, decrement, machine)
    return Update(x, machine.operator("sub", decrement, x))


def _through_float32(tensor: Tensor) -> Tensor:
    return Tensor(float64_through_float32(tensor.values, tensor.dtype), tensor.dtype)


confirmation = oracle
READINGS = {
    "added": lambda x, decrement, machine: Update(x, machine.operator("add", x, decrement)),
    "exchanged": _exchanged,
    "replaced": lambda x, decrement, machine: Update(x, decrement),
    "first-decrement": _first_decrement,
    "first-call-only": lambda x, decrement, machine: first_call_only(
        oracle(x, decrement, machine), machine
    ),
    "from-initial-value": lambda x, decrement, machine: Update(
        x, machine.operator("sub", x.value, decrement)
    ),
    "at-once": _at_once,
    "float64-through-float32": lambda x, decrement, machine: oracle(
        x, machine.lazily(_through_float32, decrement), machine
    ),
}
