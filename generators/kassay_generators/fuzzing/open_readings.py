"""Unspecified results: where an accepted reading of a call answers differently from the normative one."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from flint import arb

from kassay_generators.machine.values import ProgramError
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.recording import Recorded
from kassay_generators.numbers.undecided import Undecided, guess_of, undecided
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.oracles.interface import ApiError, Context, Typed, call
from kassay_generators.specification.function import SUBNORMAL_READING, Function

# Each number is moved by one step more than the number before it.
_STEP = 2.0**-16


class Openness(NamedTuple):
    """`refused`: by a reading. `elements`: for each result, where a reading has another element; None if it differs as a
    whole."""

    refused: bool
    elements: list[np.ndarray | None]


def accepted_in(function: Function) -> list[str]:
    return [
        r["id"]
        for r in function.raw["readings"]
        if r["verdict"] == "accepted" and r["id"] != SUBNORMAL_READING
    ]


class Nearby:
    """Replaces each element with a history by a nearby number; all of them become different."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, number: Any) -> Number:
        if not isinstance(number, Recorded):
            return guess_of(number)
        self.count += 1
        plain = guess_of(number.without_history())
        return plain if plain.special is not None else plain + Number.of(self.count * _STEP)


def openness(
    function: Function,
    module: ModuleType,
    arguments: Mapping[str, Any],
    results: tuple[Any, ...],
    context: Context,
) -> Openness:
    refused = False
    found: list[np.ndarray | None] = [np.zeros(np.shape(_values(r)), dtype=bool) for r in results]
    for name in accepted_in(function):
        try:
            answer = call(module.READINGS[name], dict(arguments), context)
        except ApiError:
            refused = True
            continue
        except (ProgramError, Exception):
            found = [None] * len(results)
            continue
        answers = answer if isinstance(answer, tuple) and len(results) > 1 else (answer,)
        for place, (mine, other) in enumerate(zip(results, answers, strict=False)):
            marked = found[place]
            marks = different(mine, other)
            found[place] = None if marked is None or marks is None else marked | marks
    return Openness(refused, found)


def _values(result: Any) -> Any:
    return result.values if isinstance(result, Typed) else result


def different(mine: Any, other: Any) -> np.ndarray | None:
    """Which elements differ; None if the dtypes or the shapes do."""
    if isinstance(other, Typed) and (not isinstance(mine, Typed) or mine.dtype != other.dtype):
        return None
    first, second = as_array(_values(mine)), as_array(_values(other))
    if first.shape != second.shape:
        return None
    pairs = zip(first.flat, second.flat, strict=True)
    return np.array([not _same(a, b) for a, b in pairs], dtype=bool).reshape(first.shape)


def refuses(
    function: Function, module: ModuleType, arguments: Mapping[str, Any], context: Context
) -> bool:
    """Whether an accepted reading refuses the call."""
    return openness(function, module, arguments, (), context).refused


def opened(values: Any, marks: np.ndarray) -> np.ndarray:
    """The elements; the marked ones become undecided."""
    flags = elementwise(bool, marks)
    return elementwise(lambda n, flag: undecided(n) if flag else n, as_array(values), flags)


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Undecided) or isinstance(b, Undecided):
        return isinstance(a, Undecided) and isinstance(b, Undecided)
    if a.special is not None or b.special is not None:
        return a.special == b.special or (a.is_nan and b.is_nan)
    if isinstance(a.real, arb) or isinstance(b.real, arb):
        x, y = a.as_ball(), b.as_ball()
        return bool(x.contains(y)) and bool(y.contains(x))
    return bool(a.real == b.real)
