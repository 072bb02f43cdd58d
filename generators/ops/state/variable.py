"""Oracle for variable."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array, StaticShape, Tensor
from kassay_generators.oracles.interface import only_where, refused, with_arguments
from kassay_generators.oracles.narrowing import int64_through_float64


def _is_sparse(value: Any) -> bool:
    return isinstance(value, Array) and value.is_sparse


def _initial(value: Any, dtype: str | None, machine: Machine) -> Tensor:
    if dtype is None and _is_sparse(value):
        return machine.tensor(value, value.dtype)
    return machine.tensor(value, dtype or machine.settings.floatx)


def oracle(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    return machine.variable(_initial(value, dtype, machine))


def _own_dtype(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    own = value.dtype if isinstance(value, Array) else np.asarray(value).dtype.name
    return machine.variable(_initial(value, dtype or own, machine))


def _at_least_rank_1(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    initial = _initial(value, dtype, machine)
    values = initial.values.reshape(initial.shape or (1,))
    return machine.variable(Tensor(values, initial.dtype))


def _constraint_at_once(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    initial = _initial(value, dtype, machine)
    return machine.variable(
        machine.evaluation().value(constraint(initial)) if constraint else initial
    )


def _zeros(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    initial = _initial(value, dtype, machine)
    return machine.variable(machine.tensor(np.zeros(initial.shape), initial.dtype))


# Per machine: the variables with the arrays from which they were made.
_variables: WeakKeyDictionary[Machine, list[tuple[Any, Variable]]] = WeakKeyDictionary()


def _shared(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    made = _variables.setdefault(machine, [])
    same = [variable for array, variable in made if array is value and isinstance(value, Array)]
    variable = same[0] if same else oracle(value, dtype, name, constraint, machine)
    made.append((value, variable))
    return variable


class _OfUnknownShape(Variable):
    @property
    def shape(self) -> StaticShape:
        return None


def _shape_unknown(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    return _OfUnknownShape(machine, _initial(value, dtype, machine))


def _sparse_made_dense(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    initial = _initial(value, dtype, machine)
    return machine.variable(Tensor(initial.values, initial.dtype))


def _integers_through_float64(
    value: Any, dtype: str | None, name: str | None, constraint: Any, machine: Machine
) -> Variable:
    initial = _initial(value, dtype, machine)
    return machine.variable(
        Tensor(int64_through_float64(initial.values, initial.dtype), initial.dtype)
    )


confirmation = oracle
READINGS = {
    "numbers-refused": refused(oracle, lambda a: isinstance(a["value"], int | float)),
    "sparse-made-dense": only_where(lambda a: _is_sparse(a["value"]), oracle, _sparse_made_dense),
    "sparse-in-floatx": with_arguments(
        oracle, dtype=lambda a: a["dtype"] or a["machine"].settings.floatx
    ),
    "sparse-refused": refused(oracle, lambda a: _is_sparse(a["value"])),
    "keeps-dtype": _own_dtype,
    "dtype-ignored": with_arguments(oracle, dtype=lambda a: None),
    "scalar-is-rank-1": _at_least_rank_1,
    "shared": _shared,
    "shape-unknown": _shape_unknown,
    "constraint-at-once": _constraint_at_once,
    "not-initialised": _zeros,
    "integers-through-float64": _integers_through_float64,
}
