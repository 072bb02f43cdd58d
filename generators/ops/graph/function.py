"""Oracle for function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kassay_generators.machine.lazy import Evaluation, Lazy, Node, Update, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import ApiError, only_where, refused, with_arguments

Called = Callable[[Any], list[Any]]


def _pairs(updates: Any) -> list[Any]:
    """The variable and the new value of each update; an update may itself be such a pair."""
    return [(u.variable, u.new_value) if isinstance(u, Update) else tuple(u) for u in updates or []]


def _require_sound(inputs: Any, outputs: Any, updates: Any, kwargs: Any) -> None:
    if kwargs:
        raise ApiError("value")
    _require_lists(inputs, outputs, updates or [])


def _require_lists(*arguments: Any) -> None:
    if not all(isinstance(a, list | tuple) for a in arguments):
        raise ApiError("type")


def _feeds(inputs: list[Any], arrays: Any, machine: Machine) -> dict[Lazy, Tensor]:
    _require_lists(arrays)
    if len(arrays) != len(inputs) or not all(isinstance(tensor, Lazy) for tensor in inputs):
        raise ApiError("any")
    return {
        tensor: machine.tensor(array, tensor.dtype)
        for tensor, array in zip(inputs, arrays, strict=True)
    }


def _outputs(evaluation: Evaluation, outputs: list[Any]) -> list[Any]:
    return [evaluation.array(output) for output in outputs]


def _assign(machine: Machine, assignments: Iterable[tuple[Variable, Any]]) -> None:
    for variable, value in assignments:
        machine.assign(variable, value)


def oracle(inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine) -> Called:
    _require_sound(inputs, outputs, updates, kwargs)

    def called(arrays: Any) -> list[Any]:
        evaluation = machine.evaluation(_feeds(inputs, arrays, machine))
        results = _outputs(evaluation, outputs)
        _assign(machine, [(v, evaluation.value(new)) for v, new in _pairs(updates)])
        return results

    return called


def _first_of_each_variable(updates: Any) -> list[tuple[Variable, Any]]:
    first: dict[Variable, Any] = {}
    for variable, new in _pairs(updates):
        first.setdefault(variable, new)
    return list(first.items())


def _one_after_the_other(
    inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine
) -> Called:
    _require_sound(inputs, outputs, updates, kwargs)

    def called(arrays: Any) -> list[Any]:
        feeds = _feeds(inputs, arrays, machine)
        results = _outputs(machine.evaluation(feeds), outputs)
        for variable, new in _pairs(updates):
            _assign(machine, [(variable, machine.evaluation(feeds).value(new))])
        return results

    return called


def _same_variable_one_after_the_other(
    inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine
) -> Called:
    """Only the updates of one variable see each other."""
    _require_sound(inputs, outputs, updates, kwargs)

    def called(arrays: Any) -> list[Any]:
        feeds = _feeds(inputs, arrays, machine)
        before = machine.evaluation(feeds)
        results = _outputs(before, outputs)
        current: dict[Lazy, Tensor] = {}
        for variable, new in _pairs(updates):
            seen = machine.evaluation({**feeds, variable: current.get(variable, variable.value)})
            current[variable] = machine.tensor(seen.value(new), variable.dtype)
        _assign(machine, current.items())  # type: ignore[arg-type]
        return results

    return called


def _before_outputs(is_first: Callable[[Any], bool]) -> Callable[..., Called]:
    """The outputs are computed after the updates of one kind and before those of the other."""

    def reading(inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine) -> Called:
        _require_sound(inputs, outputs, updates, kwargs)

        def called(arrays: Any) -> list[Any]:
            feeds = _feeds(inputs, arrays, machine)
            before = machine.evaluation(feeds)
            new_values = [
                (update, variable, before.value(new))
                for update, (variable, new) in zip(updates or [], _pairs(updates), strict=True)
            ]
            _assign(machine, [(v, new) for update, v, new in new_values if is_first(update)])
            results = _outputs(machine.evaluation(feeds), outputs)
            _assign(machine, [(v, new) for update, v, new in new_values if not is_first(update)])
            return results

        return called

    return reading


def _first_call_only(
    inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine
) -> Called:
    with_updates = oracle(inputs, outputs, updates, kwargs, machine)
    without = oracle(inputs, outputs, [], kwargs, machine)
    calls = iter([with_updates])
    return lambda arrays: next(calls, without)(arrays)


def _variables_captured(
    inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine
) -> Called:
    """The outputs see the values that the variables had when the function was made."""
    held: dict[Lazy, Tensor] = {}
    update = oracle(inputs, [], updates, kwargs, machine)

    def hold(value: Any) -> None:
        if isinstance(value, Variable):
            held[value] = value.value
        elif isinstance(value, Node):
            for source in value.sources:
                hold(source)
        elif isinstance(value, list | tuple):
            for element in value:
                hold(element)

    hold(outputs)

    def called(arrays: Any) -> list[Any]:
        feeds = _feeds(inputs, arrays, machine)
        results = _outputs(machine.evaluation({**held, **feeds}), outputs)
        update(arrays)
        return results

    return called


def _first_answer_kept(
    inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine
) -> Called:
    """A second call with arrays of the same shapes returns the result of the first."""
    answers: dict[Any, list[Any]] = {}
    function = oracle(inputs, outputs, updates, kwargs, machine)

    def called(arrays: Any) -> list[Any]:
        shapes = tuple(getattr(a, "shape", ()) for a in arrays)
        results = function(arrays)
        return answers.setdefault(shapes, results)

    return called


def _first_shape_kept(
    inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine
) -> Called:
    """Later calls must pass arrays of the same shapes as the first."""
    first: list[Any] = []
    function = oracle(inputs, outputs, updates, kwargs, machine)

    def called(arrays: Any) -> list[Any]:
        shapes = [getattr(a, "shape", ()) for a in arrays]
        first[:] = first or [shapes]
        if first != [shapes]:
            raise ApiError("value")
        return function(arrays)

    return called


def _fed_dtype_kept(
    inputs: Any, outputs: Any, updates: Any, kwargs: Any, machine: Machine
) -> Called:
    """Fed arrays keep their own dtypes, and so do the outputs computed from them."""
    _require_sound(inputs, outputs, updates, kwargs)

    def called(arrays: Any) -> list[Any]:
        feeds = {
            tensor: Tensor(array.values, array.dtype)
            for tensor, array in zip(inputs, arrays, strict=True)
        }
        evaluation = machine.evaluation(feeds)
        results = _outputs(evaluation, outputs)
        _assign(machine, [(v, evaluation.value(new)) for v, new in _pairs(updates)])
        return results

    return called


def _of_updates(reading: Callable[..., Called]) -> Callable[..., Called]:
    return only_where(lambda a: a["updates"], oracle, reading)


confirmation = oracle
READINGS = {
    "pair-refused": refused(
        oracle, lambda a: not all(isinstance(update, Update) for update in a["updates"] or [])
    ),
    "first-update-counts": with_arguments(
        oracle, updates=lambda a: a["updates"] and _first_of_each_variable(a["updates"])
    ),
    "same-variable-in-turn": _of_updates(_same_variable_one_after_the_other),
    "same-variable-refused": refused(
        oracle, lambda a: len(_first_of_each_variable(a["updates"])) < len(_pairs(a["updates"]))
    ),
    "updates-in-turn": _of_updates(_one_after_the_other),
    "updates-in-turn-backwards": _of_updates(
        with_arguments(_one_after_the_other, updates=lambda a: list(a["updates"])[::-1])
    ),
    "operations-first": _of_updates(_before_outputs(lambda update: isinstance(update, Update))),
    "pairs-first": _of_updates(_before_outputs(lambda update: not isinstance(update, Update))),
    "updates-need-outputs": with_arguments(
        oracle, updates=lambda a: a["updates"] if a["outputs"] else []
    ),
    "updates-once": _first_call_only,
    "first-update-only": with_arguments(oracle, updates=lambda a: list(a["updates"] or [])[:1]),
    "updates-ignored": with_arguments(oracle, updates=lambda a: []),
    "variables-captured": _variables_captured,
    "first-answer-kept": _first_answer_kept,
    "first-shape-kept": _first_shape_kept,
    "inputs-reversed": with_arguments(oracle, inputs=lambda a: list(reversed(a["inputs"]))),
    "outputs-reversed": with_arguments(oracle, outputs=lambda a: list(reversed(a["outputs"]))),
    # Every position of the list holds the last output.
    "last-output-only": with_arguments(
        oracle, outputs=lambda a: a["outputs"][-1:] * len(a["outputs"])
    ),
    "fed-dtype-kept": _fed_dtype_kept,
    "keyword-ignored": with_arguments(oracle, kwargs=lambda a: {}),
}
