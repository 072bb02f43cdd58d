"""Draws chains of calls on tensors: each may read the results of those before it."""

from __future__ import annotations

import contextlib
import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kassay_generators.cases.case import TensorValue
from kassay_generators.cases.modes import permitted
from kassay_generators.fuzzing import kinds
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.call_drawing import Available, Shape, draw_call, template_for
from kassay_generators.fuzzing.json_names import refs_in
from kassay_generators.fuzzing.producers import Producers, Wanted
from kassay_generators.fuzzing.settings import calls_of
from kassay_generators.fuzzing.swarm import Swarm
from kassay_generators.fuzzing.templates import gives_tensors, templates
from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.values import ProgramError, Tensor
from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.oracles.interface import FAILURES, ApiError
from kassay_generators.oracles.library import own_library

_TRIES = 3
# How often all results have one floating dtype, so that they have a gradient.
_DIFFERENTIABLE = 0.6
_MOST_ELEMENTS = 120

# Errors that mean: the specification does not describe the call, or nothing certain is known about it.
NOT_DRAWN = (ApiError, ProgramError, *FAILURES)


class Chain:
    """`modes`: those that every call permits. `results`: the tensors so far, by name."""

    def __init__(self, builder: Builder, swarm: Swarm, stream: random.Random) -> None:
        self.builder, self.swarm, self.stream = builder, swarm, stream
        self.available: Available = {}
        self.modes = ["eager", "function", "dynamic"]
        self.used: set[str] = set()
        self.results: list[str] = []
        self.producers = Producers(self, swarm, stream)

    def extend(self, name: str) -> bool:
        """Adds a call of the function, and the calls that make its arguments; False if none of a few tries was valid."""
        for _ in range(_TRIES):
            case = template_for(name, self.swarm, self.stream)
            if case is None:
                return False
            with self._all_or_none():
                drawn = draw_call(case, self.swarm, self.stream, self)
                for n, values in drawn.inputs.items():
                    self._add_input(n, values, is_raw=n in drawn.raw)
                count = len(case.function.raw["returns"])
                self._add(drawn.json, count, permitted(case))
                return True
        return False

    def add_input(self, values: np.ndarray) -> str:
        name = self.fresh()
        self._add_input(name, values)
        return name

    def add_call(self, function: str, arguments: Sequence[Any]) -> str:
        """The name of its result. Raises what the machine raises, and ProgramError for arguments that no case shows."""
        if self.swarm.leaves_out(function):
            raise ProgramError("a function that is left out")
        parameter = own_library().functions[function].parameters[0].name
        for name in refs_in(arguments[0]):
            dtype, _, found = self.available[name]
            if dtype not in kinds.dtypes_seen(function, parameter):
                raise ProgramError("a dtype that no case shows")
            if not found <= kinds.seen(function, parameter):
                raise ProgramError("elements of a kind that no case shows")
        modes = permitted(templates().calls[function][0])
        [name] = self._add({"call": function, "args": list(arguments)}, 1, modes)
        return name

    def fresh(self) -> str:
        return self.builder.fresh()

    def produced(self, like: TensorValue, shape: Shape, allowed: kinds.Kinds) -> str | None:
        if np.prod(shape) > _MOST_ELEMENTS:
            return None
        with self._all_or_none():
            return self.producers.draw(Wanted(like, shape, allowed))
        return None

    def _add_input(self, name: str, values: np.ndarray, *, is_raw: bool = False) -> None:
        self.builder.add_inputs({name: values}, as_tensors=not is_raw)
        if not is_raw:
            found = frozenset(kinds.of_array(values))
            self.available[name] = (values.dtype.name, values.shape, found)

    def _add(self, call: dict[str, Any], count: int, modes: Sequence[str]) -> list[str]:
        """The names of the results. Raises what the machine raises."""
        lets = [self.builder.fresh("t") for _ in range(count)]
        self.builder.add({**({"let": lets} if lets else {}), **call})
        for let in lets:
            found = self._shape(let)
            if found is not None:
                self.available[let] = found
        self.used |= set(refs_in(call))
        self.results += lets
        if not gives_tensors(call["call"]):
            modes = ["eager"]
        self.modes = [m for m in self.modes if m in modes]
        return lets

    @contextlib.contextmanager
    def _all_or_none(self) -> Iterator[None]:
        """If the body fails because a call is not valid, removes what it added, and goes on after it."""
        builder = self.builder
        count = len(builder.json["calls"])
        names, kept = copy.copy(builder.names), copy.copy(self)
        kept.available, kept.used = self.available.copy(), self.used.copy()
        kept.modes, kept.results = self.modes.copy(), self.results.copy()
        try:
            yield
        except NOT_DRAWN:
            del builder.json["calls"][count:]
            builder.names, self.available, self.used = names, kept.available, kept.used
            self.modes, self.results = kept.modes, kept.results

    def _shape(self, let: str) -> tuple[str, Shape, kinds.Kinds] | None:
        value = self.builder.evaluated(self.builder.names[let])
        if isinstance(value, Tensor) and not value.is_sparse:
            if value.values.size > _MOST_ELEMENTS:
                raise ProgramError("a large result")
            return (
                value.dtype,
                value.shape,
                frozenset(kinds.of_numbers(value.values, value.dtype)),
            )
        if isinstance(value, Tensor | Lazy):
            raise ProgramError("a sparse result")
        return None

    def returned(self) -> list[str]:
        """The results that no later call reads, and now and then one that is read."""
        found = [r for r in self.results if r not in self.used or self.stream.random() < 0.1][-4:]
        if self.stream.random() < _DIFFERENTIABLE:
            kinds_of = [self.available[r][0] if r in self.available else "" for r in found]
            floating = [d for d in kinds_of if is_floating(d)]
            if floating:
                return [r for r, d in zip(found, kinds_of, strict=True) if d == floating[-1]]
        return found


def draw_chain(builder: Builder, swarm: Swarm, stream: random.Random) -> Chain | None:
    """A chain that ends with the wanted function; None if no call of it was valid."""
    chain = Chain(builder, swarm, stream)
    builder.add(*calls_of(swarm.settings))
    for _ in range(swarm.depth - 1 if gives_tensors(swarm.wanted) or stream.random() < 0.5 else 0):
        chain.extend(stream.choice(swarm.functions))
    return chain if chain.extend(swarm.wanted) else None
