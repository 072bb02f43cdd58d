"""Oracle for update."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Update, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import ApiError
from kassay_generators.oracles.narrowing import float64_through_float32
from ops.graph.updating import first_call_only, first_value


def oracle(x: Variable, new_x: Any, machine: Machine) -> Update:
    def same_shape(new: Tensor) -> Tensor:
        if new.shape != x.value.shape:
            raise ApiError("value")
        return new

    return Update(x, machine.lazily(same_shape, new_x, always=True))


def _at_once(x: Variable, new_x: Any, machine: Machine) -> Update:
    """The variable changes when update is called, and not afterwards."""
    machine.assign(x, machine.evaluation().value(new_x))
    return Update(x, x)


def _tied(x: Variable, new_x: Any, machine: Machine) -> Update:
    """After the call, x always has the value of new_x, if that is a variable."""

    def tie(new: Tensor) -> Tensor:
        if isinstance(new_x, Variable):
            vars(x)["compute"] = lambda evaluation: evaluation.value(new_x)
        return new

    return Update(x, machine.lazily(tie, new_x, always=True))


def _broadcast(x: Variable, new_x: Any, machine: Machine) -> Update:
    def fit(new: Tensor) -> Tensor:
        try:
            return Tensor(np.broadcast_to(new.values, x.value.shape), new.dtype)
        except ValueError:
            raise ApiError("value") from None

    return Update(x, machine.lazily(fit, new_x, always=True))


def _added(x: Variable, new_x: Any, machine: Machine) -> Update:
    return oracle(x, new_x if x.dtype == "bool" else machine.operator("add", x, new_x), machine)


def _through_float32(tensor: Tensor) -> Tensor:
    return Tensor(float64_through_float32(tensor.values, tensor.dtype), tensor.dtype)


confirmation = oracle
READINGS = {
    "ignored": lambda x, new_x, machine: Update(x, x),
    "added": _added,
    "at-once": _at_once,
    "first-value": lambda x, new_x, machine: first_value(oracle(x, new_x, machine), machine),
    "tied": _tied,
    "first-call-only": lambda x, new_x, machine: first_call_only(
        oracle(x, new_x, machine), machine
    ),
    "broadcast": _broadcast,
    "new-shape": lambda x, new_x, machine: Update(x, new_x),
    "float64-through-float32": lambda x, new_x, machine: oracle(
        x, machine.lazily(_through_float32, new_x), machine
    ),
}
