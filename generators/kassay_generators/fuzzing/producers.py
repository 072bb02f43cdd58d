"""Draws the calls that make an argument: their result has the shape, the dtype and only the kinds of elements that a call
wants."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from kassay_generators.cases.case import TensorValue
from kassay_generators.fuzzing import kinds
from kassay_generators.fuzzing.call_drawing import Available, elements, template_for
from kassay_generators.fuzzing.moves import draw_change, draw_move
from kassay_generators.fuzzing.swarm import Swarm
from kassay_generators.fuzzing.templates import is_unary
from kassay_generators.machine.values import ProgramError
from kassay_generators.oracles.library import own_library

# How often an argument stays an input, is made of an earlier result, or of the result of a function; how often what a call reads
# is made in turn.
_INPUT, _FROM_RESULT, _FUNCTION, _DEEPER = 0.12, 0.2, 0.1, 0.7
_DEEPEST, _SMALL = 3, 16  # more calls than one only for tensors of so few elements


class Wanted(NamedTuple):
    like: TensorValue
    shape: tuple[int, ...]
    allowed: kinds.Kinds


class Calls(Protocol):
    """The program to which calls are added; each runs at once. `results`: the tensors that calls gave, in order."""

    available: Available
    results: list[str]

    def add_input(self, values: np.ndarray) -> str: ...

    def add_call(self, function: str, arguments: Sequence[Any]) -> str:
        """The name of its result. Raises what the machine raises."""


class Producers:
    def __init__(self, calls: Calls, swarm: Swarm, stream: random.Random) -> None:
        self.calls, self.swarm, self.stream = calls, swarm, stream
        self.unary = [name for name in swarm.functions if is_unary(name)]

    def draw(self, wanted: Wanted) -> str | None:
        """The name of the result; None if it is to be an input. Raises what the machine raises."""
        if self.stream.random() < _INPUT:
            return None
        name = self._from_result(wanted) if self.stream.random() < _FROM_RESULT else None
        if name is None:
            name = self._made(wanted, _DEEPEST if np.prod(wanted.shape) <= _SMALL else 1)
        if not self._fits(name, wanted):
            raise ProgramError("another tensor than the one that is wanted")
        return name

    def _fits(self, name: str, wanted: Wanted) -> bool:
        dtype, shape, found = self.calls.available[name]
        return (dtype, shape) == (wanted.like.dtype, wanted.shape) and found <= wanted.allowed

    def _from_result(self, wanted: Wanted) -> str | None:
        """An earlier result in the wanted shape; None if none has the dtype."""
        usable = [
            name
            for name in self.calls.results
            if name in self.calls.available
            and self.calls.available[name][0] == wanted.like.dtype
            and 0 not in (*self.calls.available[name][1], *wanted.shape)
        ]
        if not usable:
            return None
        name = self.stream.choice(usable)
        shape = self.calls.available[name][1]
        for function, plain in draw_change(shape, wanted.shape, self.stream):
            name = self.calls.add_call(function, [{"ref": name}, *plain])
        return name

    def _made(self, wanted: Wanted, depth: int) -> str:
        if self.stream.random() < _FUNCTION:
            usable = [f for f in self.unary if _takes(f, wanted.like.dtype)]
            if usable:
                return self._computed(self.stream.choice(usable), wanted, depth)
        return self._moved(self._elements(wanted), depth)

    def _elements(self, wanted: Wanted) -> np.ndarray:
        like, shape, allowed = wanted
        return elements(like, shape, self.stream, self.swarm.edges, allowed)

    def _computed(self, function: str, wanted: Wanted, depth: int) -> str:
        """The result of a function for which the shape does not matter."""
        case = template_for(function, self.swarm, self.stream)
        parameter = _first_parameter(function)
        like = case.arguments.get(parameter) if case is not None else None
        if not isinstance(like, TensorValue) or like.dtype != wanted.like.dtype:
            like = wanted.like
        argument = Wanted(like, wanted.shape, kinds.seen(function, parameter))
        if depth > 1 and self.stream.random() < _DEEPER:
            name = self._made(argument, depth - 1)
        else:
            name = self.calls.add_input(self._elements(argument))
        return self.calls.add_call(function, [{"ref": name}])

    def _moved(self, values: np.ndarray, depth: int) -> str:
        move = draw_move(values, self.stream)
        refs: list[Any] = []
        for part in move.reads:
            goes_on = part.dtype == values.dtype and depth > 1 and self.stream.random() < _DEEPER
            name = self._moved(part, depth - 1) if goes_on else self.calls.add_input(part)
            refs.append({"ref": name})
        reads = [refs] if move.takes_list else refs
        return self.calls.add_call(move.function, [*reads, *move.plain])


def _first_parameter(function: str) -> str:
    return own_library().functions[function].parameters[0].name


def _takes(function: str, dtype: str) -> bool:
    return dtype in kinds.dtypes_seen(function, _first_parameter(function))
