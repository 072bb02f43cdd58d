"""The kinds of elements that the cases give an argument; random programs give it no others. If no case has negative numbers,
for example, the documents say nothing about them."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np
from flint import arb

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.cases.kinds import empty_at, of_array
from kassay_generators.fuzzing.templates import templates
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.undecided import Undecided

Kinds = frozenset[str]


@functools.cache
def seen(function: str, parameter: str) -> Kinds:
    """The kinds of elements of an argument in the calls of all cases."""
    found: set[str] = set()
    for case in templates().calls.get(function, ()):
        for value in tensors_of(case, parameter):
            found |= of_array(value.values)
    return frozenset(found)


@functools.cache
def dtypes_seen(function: str, parameter: str) -> frozenset[str]:
    """The dtypes of an argument in the calls of all cases."""
    cases = templates().calls.get(function, ())
    return frozenset(value.dtype for case in cases for value in tensors_of(case, parameter))


@functools.cache
def seen_in_fragments(function: str, group: str, name: str) -> Kinds:
    """The kinds of elements of an input in a group of programs."""
    found: set[str] = set()
    for case in templates().fragments.get(function, ()):
        if case.group["name"] == group and name in case.arguments:
            found |= of_array(case.arguments[name].values)
    return frozenset(found)


def tensors_of(case: Case, parameter: str) -> Iterable[TensorValue]:
    return case.tensors(parameter).values()


def of_numbers(values: np.ndarray, dtype: str) -> set[str]:
    """The kinds of elements that a correct backend may have: any number in their balls."""
    if dtype == "bool" or values.size == 0:
        return empty_at(values)
    if any(isinstance(n, Undecided) for n in values.flat):
        return {"undecided"}
    bounds = np.array([b for n in values.flat for b in _bounds(n)], np.float64)
    found = of_array(dtypes.round_to(dtype, bounds) if dtypes.is_floating(dtype) else bounds)
    middles = [float(b) for b in bounds[::2]]
    if len(set(middles)) == len(middles):
        found.discard("repeated")
    return found


def _bounds(n: Any) -> tuple[float, float]:
    if n.special is not None:
        return n.special, n.special
    if isinstance(n.real, arb):
        return float(n.real.lower()), float(n.real.upper())
    return n.nearest, n.nearest
