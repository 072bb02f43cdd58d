"""NaN in max, min and max pooling: what an accepted maximum of two elements gives, folded in any order in use, is accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import product
from typing import Any

import numpy as np
import pytest

from kassay_generators.cases.case import Case
from kassay_generators.cases.expansion import expand
from kassay_generators.numbers.number import INFINITY, Number
from kassay_generators.oracles.interface import with_arguments
from kassay_generators.oracles.library import own_library
from kassay_generators.oracles.reductions import reduce_slices
from kassay_generators.vectors.answer import Expectation
from kassay_generators.vectors.distance import SAME, distance
from kassay_generators.vectors.evaluate import evaluate
from kassay_generators.vectors.run_oracle import answer_of, context_of

Combine = Callable[[Number, Number], Number]
Fold = Callable[[list[Number]], Number]

_SEARCHES = {"max": "maximum", "min": "minimum", "pool2d": "maximum", "pool3d": "maximum"}
_ORDERS = 7  # of four elements


def _of_two(name: str) -> list[Combine]:
    """maximum or minimum, as the specification has it and as it accepts it."""
    module = own_library().module(name)
    accepted = [
        module.READINGS[reading["id"]]
        for reading in own_library().functions[name].raw["readings"]
        if reading["clause"] == f"{name}.nan" and reading["verdict"] == "accepted"
    ]
    assert len(accepted) == 3

    def of_two(function: Callable[..., Any]) -> Combine:
        return lambda a, b: function(np.array(a, dtype=object), np.array(b, dtype=object)).item()

    return [of_two(function) for function in [module.oracle, *accepted]]


def _trees(elements: list[Number], combine: Combine) -> Iterator[Number]:
    """Every way to combine neighbours, among them from either end and by halves."""
    if len(elements) == 1:
        yield elements[0]
    for cut in range(1, len(elements)):
        for left in _trees(elements[:cut], combine):
            for right in _trees(elements[cut:], combine):
                yield combine(left, right)


def _folds(elements: list[Number], combine: Combine, start: Number) -> list[Number]:
    lanes = [reduce(combine, elements[lane::2]) for lane in range(min(2, len(elements)))]
    return [
        *_trees(elements, combine),
        reduce(combine, lanes),
        reduce(combine, elements, start),
    ]


@cache
def _cases(name: str) -> list[tuple[Case, Expectation]]:
    function = own_library().functions[name]
    cases = [
        case
        for case in expand(function)
        if f"{name}.nan" in case.clauses
        and case.dtype == "float32"
        and case.bound.get("pool_mode") != "avg"
    ]
    assert cases
    return [(case, evaluate(case, own_library().module(name))) for case in cases]


def _passes(case: Case, found: Expectation, fold: Fold) -> bool:
    """Whether a backend that folds the elements of each slice or window in this way passes."""
    module = own_library().module(case.function.name)
    folded = (
        with_arguments(
            module.oracle, pool_mode=lambda given: lambda elements, places: fold(elements)
        )
        if "pool_mode" in case.bound
        else lambda x, axis, keepdims: reduce_slices(fold, x, axis, keepdims)
    )
    replaced = {case.function.name: folded}
    answer = answer_of(case, module, replaced, case.bound, context_of(case), found.accuracy)
    right = [found.answer, *(r.answer for r in found.readings if r.verdict == "accepted")]
    return any(distance(one, answer, found.accuracy, ("any",)) <= SAME for one in right)


@pytest.mark.parametrize("name", _SEARCHES)
def test_folds_of_an_accepted_maximum_are_accepted(name: str) -> None:
    start = INFINITY if name == "min" else -INFINITY

    def in_order(number: int, combine: Combine) -> Fold:
        def fold(elements: list[Number]) -> Number:
            results = _folds(elements, combine, start)
            assert len(results) <= _ORDERS
            return results[number % len(results)]

        return fold

    for case, found in _cases(name):
        for number, combine in product(range(_ORDERS), _of_two(_SEARCHES[name])):
            assert _passes(case, found, in_order(number, combine)), (case.id, number)


def _numbers(elements: list[Number]) -> list[Number]:
    return [e for e in elements if not e.is_nan]


@pytest.mark.parametrize("name", _SEARCHES)
@pytest.mark.parametrize(
    "mistake",
    [
        lambda of, elements: of([Number.of(0) if e.is_nan else e for e in elements]),
        lambda of, elements: of(_numbers(elements)) if _numbers(elements) else Number.of(0),
        lambda of, elements: -of([-e for e in _numbers(elements)] or elements),
    ],
    ids=["nan-counts-as-zero", "zero-where-nothing-is-left", "the-other-extreme"],
)
def test_other_answers_are_wrong(name: str, mistake: Callable[[Fold, list[Number]], Any]) -> None:
    of_two = _of_two(_SEARCHES[name])[0]

    def fold(elements: list[Number]) -> Number:
        plain = len(_numbers(elements)) == len(elements)
        search: Fold = lambda some: reduce(of_two, some)  # noqa: E731
        return search(elements) if plain else mistake(search, elements)

    assert not all(_passes(case, found, fold) for case, found in _cases(name))
