"""Oracle for get_value."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array
from kassay_generators.oracles.narrowing import int64_through_float64
from ops.state.variable_view import VariableView


def oracle(x: Any, machine: Machine) -> Any:
    return machine.evaluation().array(x)


def _first_value(x: Variable, machine: Machine) -> Any:
    """The value of the variable at the first call."""
    return vars(x).setdefault("first_value", oracle(x, machine))


def _initial_value(x: Any, machine: Machine) -> Any:
    return machine.evaluation().array(x.initial if isinstance(x, Variable) else x)


def _at_least_rank_1(x: Any, machine: Machine) -> Array:
    array = oracle(x, machine)
    return Array(array.values.reshape(array.shape or (1,)), array.dtype)


def _float64(x: Any, machine: Machine) -> Array:
    return Array(oracle(x, machine).values, "float64")


def _integers_through_float64(x: Any, machine: Machine) -> Array:
    array = oracle(x, machine)
    return Array(int64_through_float64(array.values, array.dtype), array.dtype)


confirmation = oracle
READINGS = {
    "view": lambda x, machine: VariableView(x),
    "first-value-kept": _first_value,
    "initial-value": _initial_value,
    "scalar-is-rank-1": _at_least_rank_1,
    "float64-always": _float64,
    "integers-through-float64": _integers_through_float64,
}
