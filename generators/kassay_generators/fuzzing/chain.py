"""Draws chains of calls on tensors: each may read the results of those before it."""

from __future__ import annotations

import random

from kassay_generators.cases.modes import permitted
from kassay_generators.fuzzing import kinds
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.call_drawing import Available, draw_call, template_for
from kassay_generators.fuzzing.json_names import refs_in
from kassay_generators.fuzzing.swarm import Swarm
from kassay_generators.fuzzing.templates import gives_tensors
from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.values import ProgramError, Tensor
from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.numbers.precision import Uncertain
from kassay_generators.oracles.interface import ApiError

_TRIES = 3
# How often all results have one floating dtype, so that they have a gradient.
_DIFFERENTIABLE = 0.6
_MOST_ELEMENTS = 120

# What says that a call is not one that the specification describes, or that nothing certain is known of it. Some oracles
# meet arguments that no case has, and then fail as NumPy does.
NOT_DRAWN = (
    ApiError,
    ProgramError,
    Uncertain,
    IndexError,
    ValueError,
    TypeError,
    ZeroDivisionError,
    AttributeError,
    KeyError,
    OverflowError,
    AssertionError,
)


class Chain:
    """`modes`: those that every call permits. `results`: the tensors so far, by name."""

    def __init__(self, builder: Builder, swarm: Swarm, stream: random.Random) -> None:
        self.builder, self.swarm, self.stream = builder, swarm, stream
        self.available: Available = {}
        self.modes = ["eager", "function", "dynamic"]
        self.used: set[str] = set()
        self.results: list[str] = []

    def extend(self, name: str) -> bool:
        """Adds a call of the function; False if none of a few was valid."""
        for _ in range(_TRIES):
            case = template_for(name, self.swarm, self.stream)
            if case is None:
                return False
            try:
                drawn = draw_call(case, self.swarm, self.stream, self.available, self.builder.fresh)
            except ApiError:
                continue
            count = len(case.function.raw["returns"])
            lets = [self.builder.fresh("t") for _ in range(count)]
            self.builder.add_inputs(
                {n: v for n, v in drawn.inputs.items() if n not in drawn.raw}, as_tensors=True
            )
            self.builder.add_inputs({n: v for n, v in drawn.inputs.items() if n in drawn.raw})
            try:
                self.builder.add({**({"let": lets} if lets else {}), **drawn.json})
                shapes = [self._shape(let) for let in lets]
            except NOT_DRAWN:
                self._forget(lets)
                continue
            if any(s is not None and s[3] > _MOST_ELEMENTS for s in shapes):
                self.builder.json["calls"].pop()
                self._forget(lets)
                continue
            self.used |= set(refs_in(drawn.json))
            self.results += lets
            permitted_modes = permitted(case)
            self.modes = [m for m in self.modes if m in permitted_modes]
            if not gives_tensors(name):
                self.modes = [m for m in self.modes if m == "eager"]
            for let, found in zip(lets, shapes, strict=True):
                if found is not None:
                    self.available[let] = found[:3]
            for n, v in drawn.inputs.items():
                if n not in drawn.raw:
                    self.available[n] = (v.dtype.name, v.shape, frozenset(kinds.of_array(v)))
            return True
        return False

    def _shape(self, let: str) -> tuple[str, tuple[int, ...], frozenset[str], int] | None:
        value = self.builder.evaluated(self.builder.names[let])
        if isinstance(value, Tensor) and not value.is_sparse:
            found = frozenset(kinds.of_numbers(value.values, value.dtype))
            return value.dtype, value.shape, found, value.values.size
        if isinstance(value, Tensor | Lazy):
            raise ProgramError("a sparse result")
        return None

    def _forget(self, lets: list[str]) -> None:
        calls = self.builder.json["calls"]
        if calls and calls[-1].get("let") == lets and lets:
            calls.pop()
        for let in lets:
            self.builder.names.pop(let, None)

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
    for _ in range(swarm.depth - 1 if gives_tensors(swarm.wanted) or stream.random() < 0.5 else 0):
        chain.extend(stream.choice(swarm.functions))
    return chain if chain.extend(swarm.wanted) else None
