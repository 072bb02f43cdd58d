"""Oracle for stop_gradient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Evaluation, Lazy, Node, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers import recording
from kassay_generators.numbers.number import MINUS_ONE, Number
from kassay_generators.oracles.arrays import elementwise

Change = Callable[[np.ndarray], np.ndarray]


def _of_each(change: Change) -> Callable[..., Any]:
    def one(tensor: Any, machine: Machine) -> Any:
        def changed(evaluation: Evaluation) -> Tensor:
            value = evaluation.value(tensor)
            passes = evaluation.passes_stopped
            return value if passes else Tensor(change(value.values), value.dtype)  # type: ignore[no-any-return]

        if isinstance(tensor, Lazy):
            return Node(machine, changed, (tensor,))
        return Tensor(change(tensor.values), tensor.dtype)

    def answer(variables: Any, machine: Machine) -> Any:
        if isinstance(variables, list):
            return [one(tensor, machine) for tensor in variables]
        return one(variables, machine)

    return answer


def _stopped(values: np.ndarray) -> np.ndarray:
    return elementwise(recording.stop_gradient, values) if values.dtype == object else values


oracle = _of_each(_stopped)


def confirmation(variables: Any, machine: Machine) -> Any:
    """The perturbation of a difference does not reach the result."""

    def one(tensor: Any) -> Any:
        if not isinstance(tensor, Lazy):
            return tensor

        def constant(evaluation: Evaluation) -> Tensor:
            if evaluation.passes_stopped:
                return evaluation.value(tensor)  # type: ignore[no-any-return]
            value = (evaluation.unperturbed or evaluation).value(tensor)
            return Tensor(_stopped(value.values), value.dtype)

        return Node(machine, constant, (tensor,))

    return [one(t) for t in variables] if isinstance(variables, list) else one(variables)


@recording.with_partials(lambda n, result: MINUS_ONE, rounds=0)
def _with_negative_slope(n: Number) -> Number:
    return n


def _frozen(variables: Any, machine: Machine) -> Any:
    def one(tensor: Any) -> Any:
        if not isinstance(tensor, Variable):
            return oracle(tensor, machine)
        held = Tensor(_stopped(tensor.value.values), tensor.value.dtype)
        return Node(machine, lambda e: e.value(tensor) if e.passes_stopped else held, (tensor,))

    return [one(t) for t in variables] if isinstance(variables, list) else one(variables)


def _gradients_with_none(change: Callable[[Any, Machine], Any]) -> Callable[..., Any]:
    """The variables that the result hides have None for a gradient; `change` is done to a list of gradients."""

    def answer(variables: Any, machine: Machine) -> Any:
        gradients = machine.library.module("gradients")

        def found(loss: Any, variables: list[Any], machine: Machine) -> Any:
            return change(gradients.none_where_stopped(loss, variables, machine), machine)

        machine.replacements["gradients"] = found
        return oracle(variables, machine)

    return answer


def _evaluated(found: list[Any], machine: Machine) -> list[Any]:
    machine.library.module("gradients").evaluate_none(machine)
    return found


def _refused(found: list[Any], machine: Machine) -> Any:
    return machine.library.module("gradients").without_none(found)


READINGS = {
    "passed-on": _of_each(lambda values: values),
    "zero-value": _of_each(
        lambda values: elementwise(lambda n: n * 0 if n.special is None else Number.of(0), values)
    ),
    "frozen": _frozen,
    "list-backwards": lambda variables, machine: (
        oracle(variables[::-1], machine)
        if isinstance(variables, list)
        else oracle(variables, machine)
    ),
    "reversed-gradient": _of_each(lambda values: elementwise(_with_negative_slope, values)),
    "none-for-zeros": _gradients_with_none(lambda found, machine: found),
    "none-evaluated": _gradients_with_none(_evaluated),
    "refused": _gradients_with_none(_refused),
}
