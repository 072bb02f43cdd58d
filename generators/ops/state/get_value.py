"""Oracle for get_value."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine import Machine
from kassay_generators.machine_values import Array, Variable


def oracle(x: Any, machine: Machine) -> Any:
    return machine.evaluation().array(x)


class _View(Array):
    """Shows the elements that a variable has, rather than those that it had."""

    def __init__(self, variable: Variable) -> None:
        object.__setattr__(self, "dtype", variable.dtype)
        object.__setattr__(self, "_variable", variable)

    @property
    def values(self) -> np.ndarray:  # type: ignore[override]
        variable: Variable = self._variable  # type: ignore[attr-defined]
        return variable.value.values


def _first_value(x: Variable, machine: Machine) -> Any:
    """What the variable held when it was first asked for."""
    return vars(x).setdefault("first_value", oracle(x, machine))


def _initial_value(x: Any, machine: Machine) -> Any:
    return machine.evaluation().array(x.initial if isinstance(x, Variable) else x)


def _at_least_rank_1(x: Any, machine: Machine) -> Array:
    array = oracle(x, machine)
    return Array(array.values.reshape(array.shape or (1,)), array.dtype)


def _float64(x: Any, machine: Machine) -> Array:
    return Array(oracle(x, machine).values, "float64")


confirmation = oracle
READINGS = {
    "view": lambda x, machine: _View(x),
    "first-value-kept": _first_value,
    "initial-value": _initial_value,
    "scalar-is-rank-1": _at_least_rank_1,
    "float64-always": _float64,
}
