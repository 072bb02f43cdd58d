"""Gradients in programs: by the tape and by differences, of gradients, at kinks, and without a connection."""

from __future__ import annotations

import math
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from kassay_generators.machine.arithmetic import Exact, Float64
from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.run_program import run
from kassay_generators.machine.values import Array, ProgramError
from kassay_generators.numbers.derivative import Tape
from kassay_generators.numbers.elementary import exp
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import ApiError, Context, call
from kassay_generators.oracles.kinks import NORMATIVE, OTHERS
from kassay_generators.oracles.library import own_library
from kassay_generators.specification.program_text import Source, parse
from ops.graph.differentiation import derivative

X = np.array([0.5, -1.5, 2.0])


def _machine(arithmetic: Exact | Float64) -> Machine:
    return Machine(own_library(), Context("ko", "float64"), arithmetic, {})


@pytest.fixture(params=[Exact, Float64])
def machine(request: pytest.FixtureRequest) -> Machine:
    """Exact uses the tape, Float64 the differences."""
    return _machine(request.param())


def _run(machine: Machine, text: str, **inputs: np.ndarray) -> list[Any]:
    source = Source(
        Path("odd.yaml"),
        "case",
        dedent(text),
        frozenset(inputs),
        own_library().functions,
        "float64",
    )
    arrays = {name: machine.array(values) for name, values in inputs.items()}
    results = run(machine, parse(source), arrays)
    return [r.values.astype(float) if isinstance(r, Array) else r for r in results]


def _gradient(machine: Machine, loss: str, x: np.ndarray = X) -> np.ndarray:
    (found,) = _run(
        machine,
        f"""
        v = variable(x, dtype=dtype)
        [g] = gradients({loss}, [v])
        return eval(g)
        """,
        x=x,
    )
    return np.asarray(found)


# -- tapes that nest --------------------------------------------------------------------------------------------------


def test_the_inner_derivative_is_recorded_on_the_outer_tape() -> None:
    outer = Tape()
    x = outer.input(0.75)
    inner = Tape()
    inside = inner.input(x)
    (first,) = inner.differentiate([(exp(inside) * inside, 1)], [inside])
    (second,) = outer.differentiate([(first.number, 1)], [x])
    assert float(second.number) == pytest.approx(math.exp(0.75) * 2.75)


def test_a_slope_of_zero_can_be_differentiated() -> None:
    outer = Tape()
    x = outer.input(0)
    inner = Tape()
    inside = inner.input(x)
    (first,) = inner.differentiate([(inside * inside, 1)], [inside])
    (second,) = outer.differentiate([(first.number, 1)], [x])
    assert float(second.number) == 2.0


def test_two_tapes_do_not_take_each_others_numbers_for_theirs() -> None:
    outer, inner = Tape(), Tape()
    x, y = outer.input(3), inner.input(5)
    (by_y,) = inner.differentiate([(x * y, 1)], [y])
    (by_x,) = outer.differentiate([(by_y.number, 1)], [x])
    assert float(by_y.number.inner) == 3.0  # type: ignore[attr-defined]
    assert float(by_x.number) == 1.0


# -- gradients in programs --------------------------------------------------------------------------------------------


def test_tape_and_differences_agree_with_the_derivative_by_hand(machine: Machine) -> None:
    assert np.allclose(_gradient(machine, "sum(exp(v) * v)"), np.exp(X) * (1 + X), rtol=1e-14)


def test_a_gradient_of_a_gradient(machine: Machine) -> None:
    (second,) = _run(
        machine,
        """
        v = variable(x, dtype=dtype)
        [g] = gradients(sum(v * v * v), [v])
        [h] = gradients(sum(g), [v])
        return eval(h)
        """,
        x=X,
    )
    assert np.array_equal(second, 6 * X)


def test_what_is_stopped_counts_as_a_constant(machine: Machine) -> None:
    assert np.array_equal(_gradient(machine, "sum(stop_gradient(square(v)) * v)"), X * X)


def test_the_gradient_by_a_placeholder_sees_the_path_through_another_variable(
    machine: Machine,
) -> None:
    by_h, by_p = _run(
        machine,
        """
        p = placeholder(ndim=1, dtype=dtype)
        h = p * 3.0
        [gh, gp] = gradients(sum(square(h)), [h, p])
        f = function([p], [gh, gp])
        [a, b] = f([x])
        return a, b
        """,
        x=X,
    )
    assert np.array_equal(by_h, 6 * X) and np.array_equal(by_p, 18 * X)


@pytest.mark.parametrize(
    "loss",
    [
        "sum(square(w))",
        "sum(zeros_like(v) + w)",
        "sum(round(v) * w)",
    ],
)
def test_there_is_no_gradient_where_no_derivative_passes(machine: Machine, loss: str) -> None:
    (found,) = _run(
        machine,
        f"""
        v = variable(x, dtype=dtype)
        w = variable(x, dtype=dtype)
        [g, h] = gradients({loss} + sum(w), [v, w])
        return is_tensor(g)
        """,
        x=X,
    )
    assert found is False


@pytest.mark.parametrize("loss", ["stop_gradient(v)", "stop_gradient(square(v)) + v * 0.0"])
def test_the_gradient_through_what_is_stopped_is_zero(machine: Machine, loss: str) -> None:
    assert np.array_equal(_gradient(machine, f"sum({loss})"), np.zeros(3))


def test_a_derivative_of_zero_is_one_all_the_same(machine: Machine) -> None:
    assert np.array_equal(_gradient(machine, "sum(v * 0.0)"), np.zeros(3))
    assert np.array_equal(_gradient(machine, "sum(square(v))", np.zeros(3)), np.zeros(3))


def test_a_variable_without_elements_has_a_gradient_without_elements(machine: Machine) -> None:
    assert _gradient(machine, "sum(square(v))", np.zeros((0, 2))).shape == (0, 2)


def test_none_handed_to_a_function_is_an_error_of_the_api(machine: Machine) -> None:
    with pytest.raises(ApiError):
        _run(
            machine,
            """
            v = variable(x, dtype=dtype)
            [g] = gradients(constant(1.0, dtype=dtype), [v])
            return eval(sum(g))
            """,
            x=X,
        )


# -- kinks ------------------------------------------------------------------------------------------------------------

KINKS = [
    ("sum(abs(v))", [0.0, 1.0, -1.0], [0.0, 1.0, -1.0]),
    ("sum(relu(v))", [0.0, 1.0, -1.0], [0.0, 1.0, 0.0]),
    ("sum(relu(v, max_value=1.0))", [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]),
    ("sum(elu(v, 0.5))", [0.0, 1.0], [0.5, 1.0]),
    ("max(v)", [2.0, 1.0, 2.0], [0.5, 0.0, 0.5]),
    ("min(v)", [2.0, 1.0, 1.0], [0.0, 0.5, 0.5]),
    ("sum(maximum(v, constant([1.0, 0.0], dtype=dtype)))", [1.0, 2.0], [0.5, 1.0]),
    ("sum(clip(v, 0.0, 1.0))", [0.0, 1.0, 3.0], [1.0, 1.0, 0.0]),
    ("sum(sqrt(v))", [0.0, 4.0], [math.inf, 0.25]),
    ("std(v)", [3.0, 3.0], [0.0, 0.0]),
    ("sum(l2_normalize(v, axis=0))", [0.0, 0.0], [0.0, 0.0]),
    ("sum(pow(v, 2))", [0.0, 3.0], [0.0, 6.0]),
    ("sum(softsign(v))", [0.0, 1.0], [1.0, 0.25]),
]


@pytest.mark.parametrize(("loss", "x", "expected"), KINKS)
def test_the_convention_at_a_kink(
    machine: Machine, loss: str, x: list[float], expected: list[float]
) -> None:
    assert _gradient(machine, loss, np.array(x)).tolist() == expected


ARGUMENTS: dict[str, dict[str, Any]] = {
    "relu": {"alpha": 0.0, "max_value": 1.0, "threshold": 0.0},
    "elu": {"alpha": 0.5},
    "clip": {"min_value": 0.0, "max_value": 1.0},
    "max": {"axis": None, "keepdims": False},
    "min": {"axis": None, "keepdims": False},
    "std": {"axis": None, "keepdims": False},
    "l2_normalize": {"axis": None},
    "prod": {"axis": None, "keepdims": False},
    "cumprod": {"axis": 0},
    "pow": {"a": 2},
    "maximum": {"y": as_array([0.0, 2.0, 1.0, 0.5])},
    "minimum": {"y": as_array([0.0, 2.0, 1.0, 0.5])},
}


@pytest.mark.parametrize("identifier", ["normative", *OTHERS])
def test_a_convention_leaves_the_values_alone(identifier: str) -> None:
    conventions = OTHERS.get(identifier, NORMATIVE)
    context = Context("ko", "float64", {"x": "float64"})
    for name in set(conventions) - {"gather"}:
        base = own_library().module(name).oracle
        for x in ([0.0, 1.0, 1.0, 2.5], [1.0, 1.0, 1.0, 1.0]):
            arguments = {"x": as_array(x), **ARGUMENTS.get(name, {})}
            plain = call(base, arguments, context).astype(float)
            found = call(conventions[name](base), arguments, context).astype(float)
            assert np.array_equal(found, plain), name


@pytest.mark.parametrize(
    ("reading", "function", "x", "expected"),
    [
        ("abs-from-above", "abs", [0.0, -2.0], [1.0, -1.0]),
        ("abs-from-below", "abs", [0.0, 2.0], [-1.0, 1.0]),
        ("abs-quotient", "abs", [0.0, 2.0], [math.nan, 1.0]),
        ("relu-half", "relu", [0.0, 2.0], [0.5, 1.0]),
        ("ties-each", "max", [2.0, 2.0, 1.0], [1.0, 1.0, 0.0]),
        ("ties-first", "max", [2.0, 2.0, 1.0], [1.0, 0.0, 0.0]),
        ("ties-last", "min", [2.0, 1.0, 1.0], [0.0, 0.0, 1.0]),
        ("ties-none", "max", [2.0, 2.0, 1.0], [0.0, 0.0, 0.0]),
        ("sqrt-nan", "sqrt", [0.0, 4.0], [math.nan, 0.25]),
        ("negative-sqrt-nan", "sqrt", [-1.0, 4.0], [math.nan, 0.25]),
        ("std-nan", "std", [1.0, 1.0], [math.nan, math.nan]),
        ("straight-through", "round", [0.75, 2.25], [1.0, 1.0]),
        ("by-quotient", "prod", [0.0, 3.0], [math.nan, 0.0]),
        ("by-quotient", "cumprod", [2.0, 3.0], [4.0, 2.0]),
    ],
)
def test_other_conventions(
    reading: str, function: str, x: list[float], expected: list[float]
) -> None:
    machine = _machine(Exact())
    variable = machine.call("variable", np.array(x), "float64")
    loss = machine.call(function, variable)
    found = derivative(machine.evaluation(), loss, variable, OTHERS[reading])
    assert np.array_equal(found.values.astype(float), expected, equal_nan=True)


def test_a_kink_without_convention_is_a_mistake_of_the_case() -> None:
    machine = _machine(Exact())
    with pytest.raises(ProgramError, match="kink"):
        _gradient(machine, "sum(hard_sigmoid(v))", np.array([2.5, 0.0]))


def test_a_gradient_knows_its_static_shape(machine: Machine) -> None:
    placeholder = machine.call("placeholder", (None, 3), dtype="float64")
    loss = machine.call("sum", machine.call("abs", placeholder))
    (found,) = machine.call("gradients", loss, [placeholder])
    assert isinstance(found, Lazy)
    assert found.shape == (None, 3) and found.dtype == "float64"
