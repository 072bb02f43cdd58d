"""Oracle for get_variable_shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array


def oracle(x: Variable, machine: Machine) -> list[int]:
    return list(x.value.shape)


def confirmation(x: Variable, machine: Machine) -> list[int]:
    return [int(np.size(x.value.values, axis)) for axis in range(np.ndim(x.value.values))]


def _symbolic(x: Variable, machine: Machine) -> Any:
    shape = machine.tensor(oracle(x, machine), "int32")
    return Array(shape.values, shape.dtype)


READINGS = {
    "reversed": lambda x, machine: oracle(x, machine)[::-1],
    "without-batch": lambda x, machine: oracle(x, machine)[1:],
    "symbolic": _symbolic,
    "scalar-is-one": lambda x, machine: oracle(x, machine) or [1],
}
