"""The operators of tensors, and tensors without them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kassay.errors import Unsupported
from kassay.operators import OPERATORS

SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/"}


class Bare:
    """A tensor without operators."""


class Left:
    """A tensor that has each operator, but only as the left operand."""

    def __add__(self, other: Any) -> str:
        return "left"

    __sub__ = __mul__ = __truediv__ = __add__


class Refusing:
    """A tensor whose operator raises."""

    __radd__ = None

    def __add__(self, other: Any) -> str:
        raise TypeError("dtypes differ")


@pytest.mark.parametrize(
    ("name", "left", "right", "result"),
    [("add", 3, 2, 5), ("sub", 3, 2, 1), ("mul", 3, 2, 6), ("truediv", 3, 2, 1.5)],
)
def test_result(name: str, left: int, right: int, result: float) -> None:
    apply = OPERATORS[f"operator.{name}"]
    assert apply(left, right) == apply(np.array(left), right) == apply(left, np.array(right))
    assert apply(left, right) == result


@pytest.mark.parametrize("name", sorted(SIGNS))
def test_operator_that_tensors_lack_is_unsupported(name: str) -> None:
    apply = OPERATORS[f"operator.{name}"]
    for left, right in ((Bare(), Bare()), (Bare(), 2), (2.0, Bare())):
        with pytest.raises(Unsupported) as raised:
            apply(left, right)
        assert f"lack the operator {SIGNS[name]}: " in str(raised.value)
        assert "Bare" in str(raised.value) and f"__r{name}__" in str(raised.value)


@pytest.mark.parametrize("name", sorted(SIGNS))
def test_number_on_the_left_needs_the_reflected_operator(name: str) -> None:
    apply = OPERATORS[f"operator.{name}"]
    assert apply(Left(), 2) == "left"
    with pytest.raises(Unsupported, match=f"__r{name}__"):
        apply(2, Left())


def test_negation() -> None:
    assert OPERATORS["operator.neg"](3) == -3
    with pytest.raises(Unsupported, match="Bare has no __neg__"):
        OPERATORS["operator.neg"](Bare())


def test_operator_that_is_none_is_unsupported() -> None:
    with pytest.raises(Unsupported, match="__radd__"):
        OPERATORS["operator.add"](2, Refusing())


def test_error_of_an_operator_is_not_hidden() -> None:
    with pytest.raises(TypeError, match="dtypes differ"):
        OPERATORS["operator.add"](Refusing(), 2)
