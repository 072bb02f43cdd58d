"""The material of random programs: the calls and the programs of the cases in spec/ops. Arguments that belong together are
taken from them, and then changed."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.cases.expansion import expand
from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.oracles.interface import takes_machine
from kassay_generators.oracles.library import own_library

# Of the inputs and the outputs of a case together: exact arithmetic is slow, and small tensors show as much.
_MOST_ELEMENTS = 150
_MOST_FRAGMENT_ELEMENTS = 300


# Functions that repeat a function of the program.
LOOPS = ("map_fn", "foldl", "foldr", "rnn")


class Templates(NamedTuple):
    """`calls`: cases of a single call by function, `fragments`: whole programs by function."""

    calls: dict[str, list[Case]]
    fragments: dict[str, list[Case]]


@functools.cache
def templates() -> Templates:
    library = own_library()
    calls: dict[str, list[Case]] = {}
    fragments: dict[str, list[Case]] = {}
    for name, function in library.functions.items():
        module = library.module(name)
        for case in expand(function, by_edition=getattr(module, "BY_EDITION", False)):
            if case.raises:
                continue
            size = sum(t.values.size for n in case.arguments for t in case.tensors(n).values())
            if case.program is not None:
                if size <= _MOST_FRAGMENT_ELEMENTS and _is_small(case.program):
                    fragments.setdefault(name, []).append(case)
            elif size <= _MOST_ELEMENTS:
                calls.setdefault(name, []).append(case)
    return Templates(calls, fragments)


@functools.cache
def gives_tensors(name: str) -> bool:
    """Whether a call of the function can be part of a chain of calls on tensors."""
    function = own_library().functions[name]
    kinds = {entry["kind"] for entry in function.raw["returns"]}
    module = own_library().module(name)
    takes_functions = any("function" in p.kind for p in function.parameters)
    is_graph = takes_machine(module) and takes_functions and name not in ("switch",)
    return kinds == {"tensor"} and not getattr(module, "RANDOM", False) and not is_graph


def arguments_seen(case: Case, parameter: str) -> list[Any]:
    """The plain values that cases of the function, with tensors of a similar dtype, give an argument."""
    return _seen(case.function.name, is_floating(case.dtype)).get(parameter, [])


@functools.cache
def _seen(name: str, floating: bool) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for case in templates().calls.get(name, []):
        if is_floating(case.dtype) != floating:
            continue
        for parameter, value in case.arguments.items():
            if not _holds_tensor(value) and value not in found.setdefault(parameter, []):
                found[parameter].append(value)
    return found


def _holds_tensor(value: Any) -> bool:
    return isinstance(value, TensorValue) or (
        isinstance(value, list) and any(map(_holds_tensor, value))
    )


def _is_small(program: Any) -> bool:
    """Whether it has no long loop, and no number that means a large tensor."""
    if isinstance(program, dict):
        if program.get("times", 1) > 4:
            return False
        return all(map(_is_small, program.values()))
    if isinstance(program, list):
        if program and all(isinstance(n, int) and not isinstance(n, bool) for n in program):
            return int(np.prod(np.abs(program))) <= _MOST_FRAGMENT_ELEMENTS
        return all(map(_is_small, program))
    return True


@functools.cache
def is_unary(name: str) -> bool:
    """Whether it takes one tensor, and gives one like it."""
    function = own_library().functions[name]
    required = [p for p in function.parameters if not p.defaults]
    first = function.parameters[0].name if function.parameters else ""
    returns = function.raw["returns"]
    return (
        gives_tensors(name)
        and len(required) == 1
        and required[0].kind == "tensor"
        and len(returns) == 1
        and returns[0].get("shape") == f"{first}.shape"
        and returns[0].get("dtype") == first
    )
