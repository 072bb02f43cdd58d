"""Where accepted readings of the functions that make graphs differ: in errors, in the values that outputs and updates see, and
in the shapes of placeholders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from kassay_generators.fuzzing.open_readings import accepted_in, different, opened
from kassay_generators.machine.lazy import Lazy, Update, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array, ProgramError, Sample, Tensor
from kassay_generators.oracles.interface import ApiError, Typed, call
from kassay_generators.oracles.kinks import OTHERS
from kassay_generators.specification.function import Function

# Their readings about sparse tensors are not tried: no drawn call has a sparse tensor.
GRAPHS = frozenset(("variable", "placeholder", "function", "eval", "get_value", "gradients"))
# Accepted readings of these functions that are tried in another way.
_ASKED_ELSEWHERE = {"gradients": frozenset(OTHERS)}
# By clause: whether readings of it can tell apart calls of a function with such updates.
_ABOUT: dict[str, Callable[[list[Any]], bool]] = {
    "function.simultaneous": lambda updates: len(updates) > 1,
    "function.same-variable": lambda updates: len(set(_variables(updates))) < len(updates),
}

Called = Callable[[Any], list[Any]]


class Answers:
    """The results of a call in its accepted readings. `refused`: one of them raises an error."""

    def __init__(self, machine: Machine, function: Function, bound: Mapping[str, Any]) -> None:
        self.refused = False
        self.others: list[Any] = []
        readings = machine.library.module(function.name).READINGS
        clauses = {r["id"]: r["clause"] for r in function.raw["readings"]}
        kept = dict(machine.replacements)
        for name in accepted_in(function):
            is_about = _ABOUT.get(clauses[name])
            if name in _ASKED_ELSEWHERE.get(function.name, ()):
                continue
            if is_about is not None and not is_about(bound["updates"] or []):
                continue
            try:
                answer = call(readings[name], dict(bound), machine.context(bound), machine)
                self.others.append(answer)
            except ApiError:
                self.refused = True
        machine.replacements = kept


def soundly_called(inputs: list[Any], updates: Any, result: Called) -> Called:
    """A graph's function; feeding it an array of another shape than the placeholder's is unspecified. Raises ProgramError if an
    update is not one."""
    if not all(
        isinstance(u, Update) or (isinstance(u, list | tuple) and len(u) == 2)
        for u in updates or []
    ):
        raise ProgramError("an update is an operation, or a pair of a variable and its new value")

    def called(arrays: Any) -> list[Any]:
        for tensor, array in zip(inputs, arrays, strict=False):
            if array is not None and not _fits(np.shape(getattr(array, "values", array)), tensor):
                raise ProgramError("an array of another shape than that of the placeholder")
        return result(arrays)

    return called


def _fits(shape: tuple[int, ...], placeholder: Lazy) -> bool:
    known = placeholder.shape
    if known is None:
        return True
    pairs = zip(shape, known, strict=False)
    return len(shape) == len(known) and all(n in (None, size) for size, n in pairs)


def require_one_type(result: Any, others: list[Any]) -> None:
    """Raises ProgramError if a reading makes a variable or placeholder of another dtype or shape."""
    if any((other.dtype, other.shape) != (result.dtype, result.shape) for other in others):
        raise ProgramError("an unspecified shape or dtype")


def openly_called(
    updates: Any, result: Called, others: list[Called], refuse: Callable[[], None]
) -> Called:
    """A graph's function. Elements of its outputs and variables in which one of the others differs are undecided. Calls
    `refuse` if one of the others raises an error."""
    variables = _variables(updates)

    def called(arrays: Any) -> list[Any]:
        answers = []
        for other in others:
            try:
                answers.append(_without_effect(other, arrays, variables))
            except ApiError:
                refuse()
        outputs = result(arrays)
        for found, values in answers:
            outputs = [_opened(o, f) for o, f in zip(outputs, found, strict=True)]
            for variable, value in zip(variables, values, strict=True):
                variable.value = _opened(variable.value, value)
        return outputs

    return called


def _variables(updates: list[Any]) -> list[Variable]:
    return [u.variable if isinstance(u, Update) else u[0] for u in updates]


def _without_effect(
    function: Called, arrays: Any, variables: list[Variable]
) -> tuple[list[Any], list[Tensor]]:
    """The outputs, and what the variables would be."""
    before = [variable.value for variable in variables]
    try:
        outputs = function(arrays)
        return outputs, [variable.value for variable in variables]
    finally:
        for variable, value in zip(variables, before, strict=True):
            variable.value = value


def _opened(mine: Any, other: Any) -> Any:
    """Raises ProgramError if they differ in more than elements."""
    if isinstance(mine, Sample) or isinstance(other, Sample):
        laws = [
            (s.dtype, s.shape, s.distribution, s.constant_axes)
            for s in (mine, other)
            if isinstance(s, Sample)
        ]
        if len(laws) < 2 or laws[0] != laws[1]:
            raise ProgramError("a sample of an unspecified distribution")
        return mine
    marks = different(Typed(mine.values, mine.dtype), Typed(other.values, other.dtype))
    if marks is None:
        raise ProgramError("an unspecified shape or dtype")
    if not marks.any():
        return mine
    values = opened(mine.values, marks)
    return Array(values, mine.dtype) if isinstance(mine, Array) else replace(mine, values=values)
