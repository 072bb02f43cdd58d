"""Oracle for batch_get_value. In ja the argument is called xs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.machine import Machine
from ops.state.variable_view import VariableView


def _values(variables: list[Variable], machine: Machine) -> list[Any]:
    evaluation = machine.evaluation()
    return [evaluation.array(variable) for variable in variables]


def _of_list(answer: Callable[[list[Variable], Machine], list[Any]]) -> Callable[..., Any]:
    def called(
        machine: Machine, ops: list[Variable] | None = None, xs: list[Variable] | None = None
    ) -> list[Any]:
        return answer(xs if ops is None else ops, machine)  # type: ignore[arg-type]

    return called


oracle = _of_list(_values)


def _first_values(variables: list[Variable], machine: Machine) -> list[Any]:
    return [
        vars(variable).setdefault("first_value", _values([variable], machine)[0])
        for variable in variables
    ]


confirmation = oracle
READINGS = {
    "first-values-kept": _of_list(_first_values),
    "views": _of_list(lambda variables, machine: [VariableView(v) for v in variables]),
    "each-once": _of_list(lambda variables, machine: _values([*dict.fromkeys(variables)], machine)),
    "backwards": _of_list(lambda variables, machine: _values(variables[::-1], machine)),
    "scalar-is-rank-1": _of_list(
        lambda variables, machine: [
            type(a)(a.values.reshape(a.shape or (1,)), a.dtype) for a in _values(variables, machine)
        ]
    ),
}
