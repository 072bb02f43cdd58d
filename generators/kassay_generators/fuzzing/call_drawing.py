"""Draws one call: the call of a case, with other sizes, elements and plain arguments, or with results of earlier calls in place
of its tensors. The machine decides whether it is valid."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.cases.settings import INSTEAD
from kassay_generators.fuzzing import kinds, values
from kassay_generators.fuzzing.swarm import Swarm
from kassay_generators.fuzzing.templates import arguments_seen, templates
from kassay_generators.oracles.interface import ApiError

_OTHER_ARGUMENT = 0.15
_NEW = 0.75  # how often a fitting tensor is not reused: new elements show what a call does with special ones
_LEFT_OUT = 0.7  # how often an argument is omitted, so that a call reads the setting
_TRIES_OF_A_TEMPLATE = 6

# The tensors that a call may take: dtype, shape and kinds of elements, by name.
Shape = tuple[int, ...]
Available = dict[str, tuple[str, Shape, frozenset[str]]]


class Tensors(Protocol):
    """Where the tensors of a call come from."""

    available: Available

    def fresh(self) -> str:
        """A name for a new input."""

    def produced(self, like: TensorValue, shape: Shape, allowed: kinds.Kinds) -> str | None:
        """The name of a tensor that other calls return, with elements of the allowed kinds; None for an input."""


@dataclass
class DrawnCall:
    """`arguments` by name: JSON; `inputs` are new, by name."""

    case: Case
    json: dict[str, Any]
    inputs: dict[str, np.ndarray]
    raw: set[str]


def template_for(name: str, swarm: Swarm, stream: random.Random) -> Case | None:
    """A case of the function, if possible in the dtype of the swarm."""
    cases = templates().calls.get(name, ())
    best = None
    for _ in range(_TRIES_OF_A_TEMPLATE):
        case = stream.choice(cases) if cases else None
        if case is None or swarm.edition not in case.editions:
            continue
        best = case
        if case.dtype == swarm.dtype:
            break
    return best


def draw_call(
    case: Case,
    swarm: Swarm,
    stream: random.Random,
    tensors: Tensors,
) -> DrawnCall:
    sizes: dict[int, int] = {}
    if stream.random() < swarm.remap:
        for given in _tensors(case):
            for n in given.values.shape:
                sizes.setdefault(n, stream.choice(swarm.sizes))
    drawn = DrawnCall(case, {}, {}, set())
    changed = False
    optional = {p.name for p in case.function.parameters if p.optional}
    left_out = {
        name
        for name, setting in INSTEAD.items()
        if name in optional and setting in swarm.settings and stream.random() < _LEFT_OUT
    }

    def one(value: Any, parameter: str) -> Any:
        nonlocal changed
        if isinstance(value, TensorValue):
            return tensor(value, kinds.seen(case.function.name, parameter))
        if isinstance(value, list) and any(isinstance(v, TensorValue) for v in value):
            return [one(v, parameter) for v in value]
        # Without a tensor the plain arguments belong together: the begin, the end and the step of a range.
        seen = arguments_seen(case, parameter) if _tensors(case) else []
        if (
            not changed
            and parameter not in left_out
            and len(seen) > 1
            and stream.random() < _OTHER_ARGUMENT
        ):
            changed = True
            value = stream.choice(seen)
        return plain(value)

    def tensor(value: TensorValue, allowed: kinds.Kinds) -> Any:
        shape = tuple(sizes.get(n, n) for n in value.values.shape)
        if not value.raw:
            usable = {n: a for n, a in tensors.available.items() if a[2] <= allowed}
            found = _fitting(value, shape, sizes, usable, stream)
            if found is None:
                found = tensors.produced(value, shape, allowed)
            if found is not None:
                return {"ref": found}
        name = tensors.fresh()
        drawn.inputs[name] = elements(value, shape, stream, swarm.edges, allowed)
        if value.raw:
            drawn.raw.add(name)
        return {"input" if value.raw else "ref": name}

    drawn.json = {
        "call": case.function.name,
        "args": [one(None if n in left_out else case.arguments[n], n) for n in case.positional],
        "kwargs": {n: one(case.arguments[n], n) for n in case.keyword if n not in left_out},
    }
    return drawn


def elements(
    value: TensorValue,
    shape: Shape,
    stream: random.Random,
    edges: float,
    allowed: kinds.Kinds,
) -> np.ndarray:
    """Elements of kinds that occur in some case; the case's own elements if a few draws have other kinds."""
    for _ in range(4):
        found = values.tensor(value.values, shape, stream, edges)
        if kinds.of_array(found) <= allowed:
            return found
    if value.values.size:
        found = values.resampled(value.values, shape, stream)
    if not kinds.of_array(found) <= allowed:
        raise ApiError("any")  # a backend may raise one too: the answer is unspecified
    return found


def _fitting(
    value: TensorValue,
    shape: Shape,
    sizes: dict[int, int],
    available: Available,
    stream: random.Random,
) -> str | None:
    """An earlier tensor of the dtype and rank; the call then adopts its sizes."""
    candidates = []
    for name, (dtype, other, _) in available.items():
        if dtype != value.dtype or len(other) != len(shape):
            continue
        mapping = dict(sizes)
        if other == shape or all(
            mapping.setdefault(n, m) == m for n, m in zip(value.values.shape, other, strict=True)
        ):
            candidates.append((name, mapping if other != shape else sizes))
    if not candidates or stream.random() < _NEW:
        return None
    name, mapping = candidates[stream.randrange(len(candidates))]
    sizes.update(mapping)
    return name


def _tensors(case: Case) -> list[TensorValue]:
    return [t for name in case.arguments for t in case.tensors(name).values()]


def plain(value: Any) -> Any:
    """A plain argument as JSON."""
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return {"float": "nan" if value != value else "inf" if value > 0 else "-inf"}
    return value
