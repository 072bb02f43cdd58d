"""Oracles that remember the call of a case: the same call has the same answer, and any other call is computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import ctx

from kassay_generators.cases.expansion import expand
from kassay_generators.numbers.precision import second_order
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import ApiError, Remembered
from kassay_generators.oracles.library import load_module, own_library
from kassay_generators.vectors.evaluate import evaluate

X = as_array([1.0, 2.0])


def _remembered() -> Remembered:
    def oracle(x: np.ndarray, factor: Any) -> np.ndarray:
        if factor is None:
            raise ApiError("value")
        return x * factor

    return Remembered(oracle)


def test_the_same_call_gives_the_same_object() -> None:
    oracle = _remembered()
    answer = oracle(x=X, factor=1)
    assert oracle(X, 1) is answer
    assert oracle.has_answered(answer)


@pytest.mark.parametrize(
    ("first", "second"), [(1, True), (1, 1.0), (0.0, -0.0), (1, 2), ([1, 2], [1, True])]
)
def test_another_plain_argument_is_another_call(first: Any, second: Any) -> None:
    oracle = _remembered()
    answer = oracle(X, first)
    assert oracle(X, second) is not answer
    assert oracle(X, first) is answer


def test_an_equal_array_is_another_call() -> None:
    oracle = _remembered()
    assert oracle(X.copy(), 1) is not oracle(X, 1)


def test_another_precision_is_another_call() -> None:
    oracle = _remembered()
    answer = oracle(X, 1)
    before, ctx.prec = ctx.prec, 2 * ctx.prec
    try:
        assert oracle(X, 1) is not answer
    finally:
        ctx.prec = before


def test_another_coefficient_of_second_order_is_another_call() -> None:
    oracle = _remembered()
    answer = oracle(X, 1)
    with second_order(0.5):
        assert oracle(X, 1) is not answer


def test_a_forgotten_call_is_made_again() -> None:
    oracle = _remembered()
    answer = oracle(X, 1)
    oracle.forget()
    assert not oracle.has_answered(answer)
    assert oracle(X, 1) is not answer


def test_a_call_that_fails_is_not_remembered() -> None:
    oracle = _remembered()
    with pytest.raises(ApiError):
        oracle(X, None)
    assert not oracle.has_answered(None)


def test_a_remembered_answer_cannot_be_changed() -> None:
    answer = _remembered()(X, 1)
    with pytest.raises(ValueError, match="read-only"):
        answer[0] = 0


def test_readings_that_call_the_oracle_as_the_case_does_are_alike() -> None:
    function = own_library().functions["pool2d"]
    case = next(
        c
        for c in expand(function)
        if not c.raises and c.program is None and c.bound["padding"] == "valid"
    )
    alike = evaluate(case, load_module(function)).alike
    assert "same-all-at-the-end" in alike
    assert "large-window-refused" not in alike
