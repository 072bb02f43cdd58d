"""How set_value and batch_set_value assign values, and the misreadings that both share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import ApiError

Setter = Callable[[Variable, Any, Machine], None]


def set_value(x: Variable, value: Any, machine: Machine) -> None:
    """Assigns in the dtype of the variable. Raises ApiError if the shapes differ or x is not a variable."""
    if not isinstance(x, Variable):
        raise ApiError("any")
    tensor = machine.tensor(value, x.dtype)
    if tensor.shape != x.value.shape:
        raise ApiError("value")
    machine.assign(x, tensor)


def new_shape(x: Variable, value: Any, machine: Machine) -> None:
    machine.assign(x, value)


def broadcast(x: Variable, value: Any, machine: Machine) -> None:
    tensor = machine.tensor(value, x.dtype)
    try:
        values = np.broadcast_to(tensor.values, x.value.shape)
    except ValueError:
        raise ApiError("value") from None
    machine.assign(x, Tensor(values, tensor.dtype))


def reshaped(x: Variable, value: Any, machine: Machine) -> None:
    tensor = machine.tensor(value, x.dtype)
    if tensor.values.size != x.value.values.size:
        raise ApiError("value")
    machine.assign(x, Tensor(tensor.values.reshape(x.value.shape), tensor.dtype))
