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
        return machine.lazily(lambda t: Tensor(change(t.values), t.dtype), tensor)

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
        held = tensor.value
        return machine.lazily(lambda t: Tensor(_stopped(held.values), held.dtype), tensor)

    return [one(t) for t in variables] if isinstance(variables, list) else one(variables)


def _with_gradients(reading: str) -> Callable[..., Any]:
    """The same as the reading of gradients, where its effect shows."""

    def answer(variables: Any, machine: Machine) -> Any:
        gradients = machine.library.module("gradients")
        machine.replacements["gradients"] = gradients.READINGS[reading]
        return oracle(variables, machine)

    return answer


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
    "zeros-for-none": _with_gradients("zeros-for-independent"),
    "none-evaluated": _with_gradients("none-evaluated"),
    "refused": _with_gradients("independent-refused"),
}
