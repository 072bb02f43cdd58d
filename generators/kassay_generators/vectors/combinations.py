"""The readings that a case is tried with, one by one and together: a backend may use several accepted ones at once.

A program is also tried with the accepted readings of the other functions that it calls.

Accepted readings are combined if each changes the answer of the case on its own; if the case is an error, a reading that gives
values is combined with any other. Two readings of one function are put one over the other, in both orders (`over` of
interface.py). If they do not misread the same clause, their changes are also merged, unless both change one element. Answers
that agree with a known answer are dropped, so readings that exclude each other add nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.interface import NotComposable, over
from kassay_generators.oracles.library import own_library
from kassay_generators.specification.function import SUBNORMAL_READING
from kassay_generators.specification.program_text import api_calls
from kassay_generators.vectors.answer import (
    Accuracy,
    Answer,
    Output,
    ReadingAnswer,
    TensorOutput,
    ValueOutput,
)
from kassay_generators.vectors.distance import SAME, distance
from kassay_generators.vectors.run_oracle import OracleError, map_tensors

# More would mean that the readings of the function are too fine.
_MOST_COMBINATIONS = 24


@dataclass(frozen=True)
class Candidate:
    """`replacements`: readings by the function whose oracle they replace. `arguments`: those of the case, or what a reading makes
    of them. `misread`: by the id of each reading, the clause."""

    id: str
    verdict: str
    replacements: dict[str, Callable[..., Any]]
    arguments: dict[str, Any]
    misread: dict[str, str]


def candidates(case: Case, module: ModuleType) -> Iterator[Candidate]:
    """The readings that may differ in the case, each on its own."""
    called = {call["call"] for call in api_calls(case.program)} if case.program else set()
    library = own_library()
    others = sorted(called & library.functions.keys() - {case.function.name})
    modules = [(library.functions[name], library.module(name)) for name in others]
    for function, oracles in [(case.function, module), *modules]:
        is_own = function is case.function
        only_with = getattr(oracles, "ONLY_WITH", {})
        for reading in function.raw["readings"]:
            identifier = reading["id"]
            if not is_own and reading["verdict"] != "accepted":
                continue
            if identifier in only_with and called.isdisjoint(only_with[identifier]):
                continue
            name = identifier if is_own else f"{function.name}/{identifier}"
            replaced = {function.name: oracles.READINGS[identifier]}
            misread = {name: reading["clause"]}
            yield Candidate(name, reading["verdict"], replaced, case.bound, misread)
    if _has_subnormals(case.bound):
        flushed = {name: map_tensors(value, _flush) for name, value in case.bound.items()}
        yield Candidate(SUBNORMAL_READING, "accepted", {}, flushed, {SUBNORMAL_READING: ""})


def combinations(
    case: Case,
    module: ModuleType,
    answer: Answer,
    accuracy: Accuracy,
    accepted: Sequence[tuple[Candidate, ReadingAnswer]],
    answer_with: Callable[[Candidate], ReadingAnswer],
) -> list[ReadingAnswer]:
    """The answers of two and more accepted readings at once that differ from those in `accepted` and from `answer`."""
    active = [pair for pair in accepted if pair[1].distance > SAME and pair[1].answer.outputs]
    partners = [pair for pair in accepted if pair[1].answer.outputs or answer.error is not None]
    if answer.error is None:
        partners = active
    known = [answer, *(found.answer for _, found in accepted)]
    result: list[ReadingAnswer] = []

    def is_new(other: Answer) -> bool:
        return bool(other.outputs) and not any(
            _same(before, other, accuracy, case.sign_of_zero) for before in known
        )

    level = active
    while level:
        grown = []
        for one, other in itertools.product(level, partners):
            if other[0].id in one[0].misread:
                continue
            for both in _together(case, module, one, other, answer, answer_with):
                if is_new(both[1].answer):
                    known.append(both[1].answer)
                    grown.append(both)
        result += [found for _, found in grown]
        level = grown
        if len(result) > _MOST_COMBINATIONS:
            raise OracleError(
                case, f"over {_MOST_COMBINATIONS} answers of accepted readings together"
            )
    return result


def _together(
    case: Case,
    module: ModuleType,
    one: tuple[Candidate, ReadingAnswer],
    other: tuple[Candidate, ReadingAnswer],
    answer: Answer,
    answer_with: Callable[[Candidate], ReadingAnswer],
) -> Iterator[tuple[Candidate, ReadingAnswer]]:
    """Each way to use both readings."""
    first, second = one[0], other[0]
    both = Candidate(
        f"{first.id}+{second.id}",
        "accepted",
        {**first.replacements, **second.replacements},
        second.arguments if SUBNORMAL_READING in second.misread else first.arguments,
        {**first.misread, **second.misread},
    )
    shared = first.replacements.keys() & second.replacements.keys()
    if not shared:
        yield both, answer_with(both)
        return
    (name,) = shared
    of_case = name == case.function.name
    oracles = module if of_case else own_library().module(name)
    for upper, lower in ((first, second), (second, first)):
        function = over(oracles, upper.replacements[name], lower.replacements[name])
        if function is None:
            continue
        composed = replace(both, replacements={**both.replacements, name: function})
        try:
            yield composed, answer_with(composed)
        except NotComposable:
            continue
    if not of_case or set(first.misread.values()) & set(second.misread.values()):
        return
    laid = merged(answer, one[1].answer, other[1].answer)
    if laid is not None:
        yield both, replace(one[1], id=both.id, answer=laid)


def merged(answer: Answer, one: Answer, other: Answer) -> Answer | None:
    """The changes of both to the answer; None if an element has two, or an output another form."""
    if not len(answer.outputs) == len(one.outputs) == len(other.outputs):
        return None
    outputs: list[Output] = []
    for right, mine, theirs in zip(answer.outputs, one.outputs, other.outputs, strict=True):
        output = _merged_output(right, mine, theirs)
        if output is None:
            return None
        outputs.append(output)
    return Answer(tuple(outputs))


def _merged_output(right: Output, mine: Output, theirs: Output) -> Output | None:
    if isinstance(right, ValueOutput):
        if right == mine:
            return theirs
        return mine if right == theirs else None
    tensors = [o for o in (right, mine, theirs) if isinstance(o, TensorOutput)]
    if len(tensors) < 3 or len({t.values.shape for t in tensors}) > 1:
        return None
    a, b, c = tensors
    if a.dtype != b.dtype and a.dtype != c.dtype and b.dtype != c.dtype:
        return None
    changed_by_mine, changed_by_theirs = _changed(a, b), _changed(a, c)
    if (changed_by_mine & changed_by_theirs).any():
        return None
    base = b if b.dtype != a.dtype else c

    def chosen(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        return np.where(changed_by_mine, mine, theirs).astype(base.values.dtype)

    magnitude = base.magnitude
    if b.magnitude is not None and c.magnitude is not None:
        magnitude = chosen(b.magnitude, c.magnitude)
    condition = None
    if b.condition is not None or c.condition is not None:
        zeros = np.zeros(base.values.shape)
        condition = chosen(*(zeros if t.condition is None else t.condition for t in (b, c)))
    return TensorOutput(base.dtype, chosen(b.values, c.values), magnitude, condition)


def _changed(right: TensorOutput, other: TensorOutput) -> np.ndarray:
    same = right.values == other.values
    if right.magnitude is not None and other.magnitude is not None:
        same |= np.isnan(right.values) & np.isnan(other.values)
    return np.asarray(~same)


def _same(one: Answer, other: Answer, accuracy: Accuracy, sign_of_zero: bool) -> bool:
    """Whether a backend that gives the other answer, with its own errors, passes for one that gives the first."""
    return distance(one, other, accuracy, ("any",), sign_of_zero=sign_of_zero) <= SAME


def _has_subnormals(arguments: dict[str, Any]) -> bool:
    found = False

    def look(tensor: TensorValue) -> TensorValue:
        nonlocal found
        if dtypes.is_floating(tensor.dtype):
            sizes = np.abs(tensor.values)
            found = found or bool(
                ((sizes > 0) & (sizes < dtypes.FORMATS[tensor.dtype].min_normal)).any()
            )
        return tensor

    for value in arguments.values():
        map_tensors(value, look)
    return found


def _flush(tensor: TensorValue) -> TensorValue:
    if not dtypes.is_floating(tensor.dtype):
        return tensor
    return TensorValue(dtypes.flush_subnormals(tensor.values), tensor.raw)
