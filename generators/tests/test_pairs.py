"""The factors of calls, and the cases that are drawn for pairs of their classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kassay_generators.cases.call_cases import cases_of, choices_of
from kassay_generators.cases.case import Case
from kassay_generators.cases.factors import classes_of
from kassay_generators.oracles.library import own_library
from kassay_generators.vectors.pairs import Pairs, draw_pairs, draw_triples, pairs_of
from kassay_generators.vectors.run_oracle import OracleError

_LIBRARY = own_library()


def _case(name: str, dtype: str = "float32", **arguments: Any) -> Case:
    function = _LIBRARY.functions[name]
    group = {"name": "one", "clauses": [function.raw["clauses"][0]["id"]], "args": arguments}
    ((_, chosen),) = choices_of(function, group | {"dtype": dtype})
    return next(cases_of(function, group, dtype, chosen, by_edition=False))


def _drawn(name: str, refuses: Any = lambda case: False) -> Pairs[None]:
    def answer(case: Case) -> None:
        if refuses(case):
            raise OracleError(case, "refused")

    return draw_pairs(_LIBRARY.functions[name], _LIBRARY.module(name), answer)


def test_a_call_has_a_class_of_each_factor() -> None:
    case = _case("sum", x={"values": [[1.0, -2.0]]}, axis=-1)
    assert classes_of(case) == {
        "dtype": "float32",
        "rank of x": "2",
        "sizes of x": "a size of 1",
        "last size of x": "even",
        "elements of x": "negative",
        "axis": "negative",
        "keepdims": "omitted",
    }


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (None, "None"),
        (True, "True"),
        (0, "0"),
        (1, "1"),
        (2, "positive"),
        ([], "no elements"),
        ([1], "one element"),
        ([0, -1], "elements, negative"),
    ],
)
def test_the_class_of_a_plain_argument(value: Any, found: str) -> None:
    axis = [value] if isinstance(value, list) else value
    assert classes_of(_case("sum", x={"shape": [2, 3]}, axis=axis))["axis"] == found


@pytest.mark.parametrize(
    ("dtype", "values", "found"),
    [
        ("float32", [np.nan, np.inf], "NaN"),
        ("float32", [np.inf, 1e38], "infinite"),
        ("float32", [1e38, 1e-38], "huge"),
        ("float32", [1e-38, 1.0], "tiny"),
        ("float32", [1.0, 1.0], "equal ones"),
        ("int32", [2**24, 1], "beyond 2^24"),
        ("int64", [2**53, 2**24], "beyond 2^53"),
        ("int32", [1, 2], "positive"),
    ],
)
def test_the_class_of_elements_is_the_most_unusual(dtype: str, values: Any, found: str) -> None:
    assert classes_of(_case("abs", dtype, x={"values": values}))["elements of x"] == found


def test_drawn_cases_have_the_pairs_that_are_counted_and_each_has_one_alone() -> None:
    pairs = _drawn("softmax")
    covered = [pairs_of(classes_of(case)) - pairs.listed for case, _ in pairs.drawn]
    assert set.union(*covered) == pairs.added
    for place, own in enumerate(covered):
        others = set.union(*covered[:place], *covered[place + 1 :])
        assert own - others


def test_every_pair_of_classes_is_in_a_case_or_said_to_be_in_none() -> None:
    pairs = _drawn("cumsum")
    counts = [len(each) for each in (pairs.listed, pairs.added, pairs.refused, pairs.contradictory)]
    sizes = [len(of) for of in pairs.classes.values()]
    assert sum(counts) == (sum(sizes) ** 2 - sum(n * n for n in sizes)) // 2


def test_pairs_whose_calls_are_all_refused_are_named() -> None:
    pairs = _drawn("softmax", refuses=lambda case: True)
    assert not pairs.drawn and not pairs.added
    assert ["axis = 0", "sizes of x = a size of 0"] in pairs.counts()["refused"]


def test_the_same_cases_are_drawn_again() -> None:
    first, second = ([case.id for case, _ in _drawn("softmax").drawn] for _ in range(2))
    assert first == second


def test_an_integer_gets_no_elements_that_only_other_dtypes_have() -> None:
    integers = [case.id for case, _ in _drawn("clip").drawn if case.dtype.startswith("int")]
    assert integers
    assert not [i for i in integers if any(word in i for word in ("finite", "tiny", "subnormal"))]


def test_a_triple_is_drawn_where_no_case_for_pairs_has_it() -> None:
    function, module = _LIBRARY.functions["cumsum"], _LIBRARY.module("cumsum")
    triples = draw_triples(function, module, lambda case: None)
    pairs = draw_pairs(function, module, lambda case: None)
    of_pairs = [pairs_of(classes_of(case), 3) for case, _ in pairs.drawn]
    assert set().union(*of_pairs) <= triples.listed
    assert triples.drawn and {case.tier for case, _ in triples.drawn} == {"full"}
    for case, _ in triples.drawn:
        assert pairs_of(classes_of(case), 3) & triples.added
    having = {triple for case, _ in triples.drawn for triple in pairs_of(classes_of(case), 3)}
    assert triples.added <= having and not triples.added & triples.listed


def test_of_many_factors_no_triples_are_drawn() -> None:
    triples = draw_triples(_LIBRARY.functions["clip"], _LIBRARY.module("clip"), lambda case: None)
    assert not triples.drawn and not triples.classes
