"""Oracle for gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Evaluation, Lazy, Node, Part, Placeholder, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers.derivative import Derivative, Tape, Traced
from kassay_generators.numbers.number import ONE, Number
from kassay_generators.numbers.recording import stop_gradient
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import ApiError, refused
from kassay_generators.oracles.kinks import NORMATIVE, OTHERS, Conventions
from ops.graph.differentiation import depends, derivative, difference, dropped

# One gradient, at an evaluation.
Derive = Callable[[Evaluation, Any, Any], Tensor]
Gradients = list[Any]


def _gradient(
    loss: Any, variable: Any, machine: Machine, derive: Derive, through_stopped: bool
) -> Node | None:
    if not depends(machine, loss, variable, through_stopped=through_stopped):
        return None
    return Node(
        machine,
        lambda e: dropped(e, loss, variable, derive(e, loss, variable)),
        (loss, variable),
    )


def gradients_by(derive: Derive, *, through_stopped: bool = True) -> Callable[..., Gradients]:
    return lambda loss, variables, machine: [
        _gradient(loss, variable, machine, derive, through_stopped) for variable in variables
    ]


oracle = gradients_by(derivative)
confirmation = gradients_by(difference)
# For a reading of stop_gradient: a variable that it hides is one that the loss does not depend on.
none_where_stopped = gradients_by(derivative, through_stopped=False)


def _changed(change: Callable[[np.ndarray], np.ndarray]) -> Callable[..., Gradients]:
    """A reading that changes the elements of each gradient."""

    def derive(evaluation: Evaluation, loss: Any, variable: Any) -> Tensor:
        found = derivative(evaluation, loss, variable, dict(NORMATIVE))
        return Tensor(change(found.values), found.dtype)

    return gradients_by(derive)


def _batch_averaged(values: np.ndarray) -> np.ndarray:
    samples = values.shape[0] if values.ndim else 1
    return elementwise(lambda n: n / samples if samples else n, values)


def _of_broadcast(averaged: bool) -> Callable[..., Gradients]:
    """The derivative by every copy of an element that was broadcast to the shape of a fed array."""

    def derive(evaluation: Evaluation, loss: Any, variable: Any) -> Tensor:
        value = evaluation.value(variable)
        fed = [t.shape for t in evaluation.replaced.values() if _stretches(value.shape, t.shape)]
        if not fed:
            return derivative(evaluation, loss, variable)
        copies = Tensor(np.broadcast_to(value.values, fed[0]), value.dtype)
        if not averaged:
            return derivative(evaluation.replacing({variable: copies}), loss, variable)
        found = derivative(evaluation, loss, variable)
        share = value.values.size / copies.values.size
        return Tensor(elementwise(lambda n: n * share, found.values), found.dtype)

    return gradients_by(derive)


def _stretches(shape: tuple[int, ...], to: tuple[int, ...]) -> bool:
    try:
        return shape != to and np.broadcast_shapes(shape, to) == to
    except ValueError:
        return False


def _by(conventions: Conventions) -> Callable[..., Gradients]:
    return gradients_by(lambda e, loss, variable: derivative(e, loss, variable, conventions))


def _first_values(loss: Any, variables: list[Any], machine: Machine) -> Gradients:
    held: dict[Lazy, Any] = {v: v.value for v in _variables_under(loss)}

    def derive(evaluation: Evaluation, loss: Any, variable: Any) -> Tensor:
        return derivative(evaluation.replacing(held), loss, variable)

    return gradients_by(derive)(loss, variables, machine)


def _variables_under(value: Any) -> set[Variable]:
    if isinstance(value, Variable):
        return {value}
    if isinstance(value, Part):
        return _variables_under(value.node)
    sources = value.sources if isinstance(value, Node) else value
    if not isinstance(sources, list | tuple):
        return set()
    return {v for source in sources for v in _variables_under(source)}


def _weighing(weigh: Callable[[np.ndarray], list[Any]]) -> Callable[..., Gradients]:
    return gradients_by(
        lambda e, loss, variable: derivative(e, loss, variable, NORMATIVE, Tape, weigh)
    )


def _split(loss: Any, variables: list[Any], machine: Machine) -> Gradients:
    def derive(evaluation: Evaluation, loss: Any, variable: Any) -> Tensor:
        found, places = derivative(evaluation, loss, variable), variables.count(variable)
        return Tensor(elementwise(lambda n: n / places, found.values), found.dtype)

    return gradients_by(derive)(loss, variables, machine)


def _first_place_only(loss: Any, variables: list[Any], machine: Machine) -> Gradients:
    found = oracle(loss, variables, machine)
    return [
        None if variable in variables[:place] else gradient
        for place, (variable, gradient) in enumerate(zip(variables, found, strict=True))
    ]


def _zeros_for_independent(loss: Any, variables: list[Any], machine: Machine) -> Gradients:
    def zeros(variable: Lazy) -> Node:
        return Node(
            machine,
            lambda e: machine.tensor(np.zeros(e.value(variable).shape), variable.dtype),
            (variable,),
        )

    found = oracle(loss, variables, machine)
    return [
        zeros(v) if gradient is None else gradient
        for v, gradient in zip(variables, found, strict=True)
    ]


def _independent_refused(loss: Any, variables: list[Any], machine: Machine) -> Gradients:
    return without_none(oracle(loss, variables, machine))


def without_none(found: Gradients) -> Gradients:
    if None in found:
        raise ApiError("any")
    return found


def _none_evaluated(loss: Any, variables: list[Any], machine: Machine) -> Gradients:
    """The effect shows in eval."""
    evaluate_none(machine)
    return oracle(loss, variables, machine)


def evaluate_none(machine: Machine) -> None:
    """eval of None is None from now on."""
    evaluate = machine.library.module("eval").oracle
    machine.replacements["eval"] = lambda x, machine: (None if x is None else evaluate(x, machine))


class _Overwriting(Tape):
    """Of several contributions to a number, only the last counts."""

    def _contribute(
        self, found: list[Derivative | None], number: Traced, derivative: Derivative
    ) -> None:
        found[number.position] = derivative


READINGS = {
    "descent": _changed(lambda values: elementwise(lambda n: -n, values)),
    "inverted": _changed(lambda values: elementwise(lambda n: ONE / n, values)),
    "backwards": lambda loss, variables, machine: oracle(loss, variables[::-1], machine),
    "not-reduced": _of_broadcast(averaged=False),
    "averaged-over-broadcast": _of_broadcast(averaged=True),
    "batch-averaged": _changed(_batch_averaged),
    "first-values": _first_values,
    "intermediate-refused": refused(
        oracle, lambda a: not all(isinstance(v, Variable | Placeholder) for v in a["variables"])
    ),
    "not-scalar-refused": refused(oracle, lambda a: a["loss"].shape != ()),
    "averaged": _weighing(lambda losses: [Number.of(1) / losses.size] * losses.size),
    "first-element": _weighing(lambda losses: [int(place == 0) for place in range(losses.size)]),
    "split": _split,
    "first-place-only": _first_place_only,
    "zeros-for-independent": _zeros_for_independent,
    "independent-refused": _independent_refused,
    "none-evaluated": _none_evaluated,
    "constant-once-taken": _changed(lambda values: elementwise(stop_gradient, values)),
    "last-path": gradients_by(
        lambda e, loss, variable: derivative(e, loss, variable, dict(NORMATIVE), _Overwriting)
    ),
    **{name: _by(conventions) for name, conventions in OTHERS.items()},
}
# A convention makes a difference only if its function is called.
ONLY_WITH = {
    name: [function for function in chosen if chosen[function] is not NORMATIVE.get(function)]
    for name, chosen in OTHERS.items()
}
