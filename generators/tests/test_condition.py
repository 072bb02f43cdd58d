"""The condition of element-wise functions: an argument may be rounded once, and no more (spec/lib/tolerance.h)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import fmpq

from kassay_generators.numbers.dtypes import FLOATING, FORMATS, round_to
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import Context, call
from kassay_generators.oracles.library import own_library
from kassay_generators.specification.function import Function
from kassay_generators.vectors import tolerance
from kassay_generators.vectors.answer import Accuracy, TensorOutput

LIBRARY = own_library()
EDITION = "ko"
# Between and next to the roots and the kinks of all of them.
ARGUMENTS = np.concatenate(
    [
        np.linspace(-9.03, 9.01, 83),
        np.array([1.5109, 1.5707963, 3.1415927, 4.712389, 11, 33, 22, 355, 0.99, 0.9999, 1.0001]),
        np.array([-0.001, 0.0003, -14.5, 20.3, -29.7, 88.1, 700.0, 5000.0]),
    ]
)


def _is_of_elements(function: Function) -> bool:
    """Whether it makes one floating number of one, with more than the one rounding of arithmetic."""
    others = [p for p in function.parameters if EDITION not in p.defaults]
    return (
        function.category in ("elementwise", "activation")
        and function.name != "softmax"
        and function.raw["differentiable"] == ["x"]
        and [p.name for p in others] == ["x"]
        and function.raw["accuracy"]["ulps"] > 1
    )


FUNCTIONS = sorted(f.name for f in LIBRARY.functions.values() if _is_of_elements(f))


def _expected(name: str, numbers: list[Number], dtype: str) -> TensorOutput:
    function = LIBRARY.functions[name]
    array = np.array(numbers, dtype=object)
    arguments = {p.name: p.defaults[EDITION] for p in function.parameters if EDITION in p.defaults}
    arguments["x"] = array
    found = call(LIBRARY.module(name).oracle, arguments, Context(EDITION, dtype, {"x": dtype}))
    parts = ([float(n) for n in found], [n.magnitude for n in found], [n.condition for n in found])
    return TensorOutput(dtype, *(np.array(part, dtype=np.float64) for part in parts))


def _accuracy(name: str) -> Accuracy:
    raw = LIBRARY.functions[name].raw["accuracy"]
    return Accuracy(raw["ulps"], raw["terms"], raw.get("atol", 0.0))


def _moved(x: float, roundoffs: float) -> Number:
    return Number(fmpq(*x.as_integer_ratio()) + fmpq(*roundoffs.as_integer_ratio()), exact=True)


def _margin(name: str, dtype: str, x: float, answer: float) -> float:
    """The margin of an answer to one argument."""
    expected = _expected(name, [Number.of(x)], dtype)
    return tolerance.margin(expected, np.array([answer]), _accuracy(name))


def test_all_of_them_are_found() -> None:
    assert {"cos", "exp", "log", "sin", "softplus", "elu", "tanh"} <= set(FUNCTIONS)


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_argument_may_be_rounded_once(name: str, dtype: str) -> None:
    x = np.unique(round_to(dtype, ARGUMENTS)).astype(np.float64)
    if name == "log":
        x = x[(x > 0) & (x != 1)]
    expected = _expected(name, [Number.of(float(v)) for v in x], dtype)
    limit = tolerance.limits(expected, _accuracy(name))
    reduced = math.pi if name in ("sin", "cos") else 1.0
    for sign in (-1, 1):
        steps = sign * FORMATS[dtype].roundoff * np.minimum(np.abs(x), reduced)
        numbers = [_moved(float(v), float(d)) for v, d in zip(x, steps, strict=True)]
        moved = _expected(name, numbers, dtype)
        error = tolerance.errors(expected, moved.values, limit, False)
        assert (error <= limit).all(), x[error > limit]


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize(("name", "x"), [("cos", 1.5), ("sin", 3.125), ("log", 1.03125)])
def test_three_roundings_are_too_many(name: str, x: float, dtype: str) -> None:
    step = 3 * FORMATS[dtype].roundoff * x
    answer = float(_expected(name, [_moved(x, step)], dtype).values[0])
    assert _margin(name, dtype, x, answer) > 1


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_turns_must_be_taken_away_exactly(name: str) -> None:
    """Half an ulp of an angle of many turns is too much."""
    answer = float(_expected(name, [_moved(500.25, 2.0**-24 * 256)], "float32").values[0])
    assert _margin(name, "float32", 500.25, answer) > 10


def test_the_limit_of_a_large_exponential_is_that_of_its_ulps() -> None:
    expected = _expected("exp", [Number.of(80.0)], "float32")
    assert expected.condition is not None and expected.condition.tolist() == [0.0]


def test_nothing_is_excused_at_the_root_itself() -> None:
    assert _margin("log", "float32", 1.0, 2.0**-40) > 10


@pytest.mark.parametrize("dtype", FLOATING)
@pytest.mark.parametrize("name", ["softplus", "elu"])
def test_what_a_printed_formula_rounds_is_excused(name: str, dtype: str) -> None:
    printed = {
        "softplus": lambda x: np.log(1.0 + np.exp(x)),
        "elu": lambda x: x * (x > 0) + (np.exp(x) - 1.0) * (x < 0),
    }
    x = round_to(dtype, np.linspace(-40, 9, 400))
    expected = _expected(name, [Number.of(float(v)) for v in x], dtype)
    answer = printed[name](x).astype(np.float64)
    assert tolerance.margin(expected, answer, _accuracy(name)) <= 1


def test_a_small_softplus_is_not_excused_more_than_its_own_size() -> None:
    value = math.log1p(math.exp(-30))
    assert _margin("softplus", "float32", -30.0, 0.0) <= 1
    assert _margin("softplus", "float32", -30.0, 3 * value) > 1


def test_arithmetic_has_no_condition() -> None:
    x = Number.of(1.25)
    assert (x - 1).condition == (x * x).condition == (x / 3).condition == 0
