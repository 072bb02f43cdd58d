"""Oracle for set_value."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array, Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.interface import refused
from kassay_generators.oracles.narrowing import int64_through_float64
from ops.state import setting


def oracle(x: Variable, value: Any, machine: Machine) -> None:
    setting.set_value(x, value, machine)


def _dtype_of_the_array(x: Variable, value: Any, machine: Machine) -> None:
    oracle(x, value, machine)
    if isinstance(value, Array):
        x.value = machine.tensor(value, value.dtype)


def _rounded_to_float32(x: Variable, value: Any, machine: Machine) -> None:
    narrow = machine.tensor(value, machine.settings.floatx)
    oracle(x, value if x.dtype != "float64" else narrow, machine)


def _first_time_only(x: Variable, value: Any, machine: Machine) -> None:
    if not vars(x).setdefault("was_set", False):
        oracle(x, value, machine)
    vars(x)["was_set"] = True


def _added(x: Variable, value: Any, machine: Machine) -> None:
    before = x.value
    oracle(x, value, machine)
    if dtypes.is_floating(x.dtype):  # a sum of integers may be out of the range of the dtype
        machine.assign(x, machine.operator("add", before, x.value))


def _integers_through_float64(x: Variable, value: Any, machine: Machine) -> None:
    oracle(x, value, machine)
    x.value = Tensor(int64_through_float64(x.value.values, x.dtype), x.dtype)


confirmation = oracle
READINGS = {
    "dtype-of-the-array": _dtype_of_the_array,
    "rounded-to-float32": _rounded_to_float32,
    "first-time-only": _first_time_only,
    "broadcast": setting.broadcast,
    "new-shape": setting.new_shape,
    "number-refused": refused(oracle, lambda a: isinstance(a["value"], int | float)),
    "reshaped": setting.reshaped,
    "added": _added,
    "integers-through-float64": _integers_through_float64,
}
