"""Differentiation of oracles: each function of numbers against its known derivative; magnitudes, lengths, kinks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kassay_generators.numbers.derivative import Tape, Traced
from kassay_generators.numbers.elementary import (
    cos,
    exp,
    expm1,
    log,
    log1p,
    maximum,
    minimum,
    power,
    select,
    sin,
    sqrt,
    tanh,
)
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.precision import second_order
from kassay_generators.numbers.recording import stop_gradient
from kassay_generators.oracles.arrays import total
from kassay_generators.oracles.exponentials import difference


def _gradient(function: Callable[..., Any], *values: float) -> tuple[Tape, list[Any]]:
    tape = Tape()
    inputs = [tape.input(value) for value in values]
    return tape, tape.differentiate([(function(*inputs), 1)], inputs)


@pytest.mark.parametrize(
    ("function", "derivative"),
    [
        (exp, math.exp),
        (log, lambda x: 1 / x),
        (log1p, lambda x: 1 / (1 + x)),
        (expm1, math.exp),
        (sin, math.cos),
        (cos, lambda x: -math.sin(x)),
        (tanh, lambda x: 1 / math.cosh(x) ** 2),
        (sqrt, lambda x: 0.5 / math.sqrt(x)),
        (lambda x: -x, lambda x: -1.0),
        (abs, lambda x: 1.0),
        (lambda x: abs(-x), lambda x: 1.0),
        (lambda x: x + 3, lambda x: 1.0),
        (lambda x: 3 - x, lambda x: -1.0),
        (lambda x: x * x * x, lambda x: 3 * x * x),
        (lambda x: 3 / x, lambda x: -3 / x**2),
        (lambda x: x / 4, lambda x: 0.25),
        (lambda x: power(x, 2.5), lambda x: 2.5 * x**1.5),
        (lambda x: power(x, -2), lambda x: -2 * x**-3),
        (lambda x: power(2, x), lambda x: 2**x * math.log(2)),
        (lambda x: maximum(x, -1) * maximum(x, 9), lambda x: 9.0),
        (lambda x: minimum(x, -1) * minimum(x, 9), lambda x: -1.0),
        (lambda x: select(True, x * 2, x), lambda x: 2.0),
        (lambda x: difference(x, x * x), lambda x: 1 - 2 * x),
        (lambda x: exp(sin(x * x)), lambda x: math.exp(math.sin(x * x)) * math.cos(x * x) * 2 * x),
    ],
)
@pytest.mark.parametrize("x", [0.25, 1.5, 3.0])
def test_the_derivative_is_that_by_hand(
    function: Callable[..., Any], derivative: Callable[[float], float], x: float
) -> None:
    tape, [found] = _gradient(function, x)
    assert tape.kink is None
    assert float(found.number) == pytest.approx(derivative(x), rel=1e-14)


def test_every_argument_has_its_own_derivative() -> None:
    tape, (by_x, by_y, by_z) = _gradient(lambda x, y, z: x * y - x / z, 2.0, 3.0, 4.0)
    assert tape.kink is None
    assert [float(d.number) for d in (by_x, by_y, by_z)] == [2.75, 2.0, 0.125]


def test_what_the_result_does_not_depend_on_has_derivative_zero() -> None:
    _, (_, by_y) = _gradient(lambda x, y: x, 2.0, 3.0)
    assert by_y.number.is_zero
    assert by_y.length == 0


def test_an_output_that_is_an_input_gives_its_weight() -> None:
    tape = Tape()
    x = tape.input(5.0)
    [found] = tape.differentiate([(x, 3), (x, 4), (Number.of(9), 2)], [x])
    assert float(found.number) == 7.0


def test_the_value_is_the_same_with_and_without_a_tape() -> None:
    def function(x: Any) -> Number:
        return exp(tanh(x) - sqrt(x) / 3) * power(x, 1.5)

    plain, traced = function(Number.of(1.5)), function(Tape().input(1.5))
    assert float(traced.without_history()) == float(plain)
    assert traced.magnitude == plain.magnitude


def test_the_magnitude_adds_what_cancels() -> None:
    _, [found] = _gradient(lambda x: x * 3 - x * 2.75, 1.0)
    assert float(found.number) == 0.25
    assert found.number.magnitude == 5.75


def test_the_magnitude_of_a_saturated_tangent_is_that_of_its_terms() -> None:
    _, [found] = _gradient(tanh, 12.0)
    assert float(found.number) < 1e-9
    assert 1.9 < found.number.magnitude < 4.1


def test_the_length_of_a_sum_is_its_number_of_terms() -> None:
    _, [found] = _gradient(lambda x: total(np.array([x * n for n in range(2, 12)]))[()], 1.0)
    # One product and nine sums forward, one product and nine sums backward.
    assert found.length == 20


def test_selection_and_negation_do_not_round() -> None:
    _, [found] = _gradient(lambda x: -abs(maximum(x, 1)), 3.0)
    assert found.length == 0
    assert float(found.number) == -1.0


def test_a_constant_made_of_an_input_has_no_derivative() -> None:
    tape, [found] = _gradient(lambda x: x * stop_gradient(x), 3.0)
    assert tape.kink is None
    assert float(found.number) == 3.0


def test_a_plain_number_made_of_a_traced_one_is_refused() -> None:
    x = Tape().input(2.0)
    for convert in (float, int, bool):
        with pytest.raises(TypeError, match="would lose its derivative"):
            convert(x)


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (abs, 0.0),
        (sqrt, 0.0),
        (lambda x: power(x, 0.5), 0.0),
        (lambda x: maximum(x, 2), 2.0),
        (lambda x: minimum(x, 2), 2.0),
        (lambda x: x * 2 if x > 1 else x, 1.0),
        (lambda x: 1 if x == 3 else x, 3.0),
        (log, 0.0),
        (lambda x: 1 / x, 0.0),
        (lambda x: power(x, 2), math.inf),
    ],
)
def test_a_point_without_derivative_is_a_kink(function: Callable[..., Any], x: float) -> None:
    tape, _ = _gradient(function, x)
    assert tape.kink


def _unless_special(x: Any) -> Any:
    return Number.of(0) if x.is_nan or x.is_infinite or x.is_zero else x


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (lambda x: maximum(maximum(x - x, 0), 9) + x, 2.0),  # a tie that is not chosen
        (lambda x: x if x > 2 else -x, 1.0),
        (lambda x: power(x, 2), 0.0),
        (_unless_special, 2.0),
        (lambda x: x * 2 if x <= x else x, 1.0),
    ],
)
def test_a_harmless_comparison_is_no_kink(function: Callable[..., Any], x: float) -> None:
    tape, _ = _gradient(function, x)
    assert tape.kink is None


def test_sides_that_rounding_may_reorder_are_a_kink() -> None:
    above = 2.0 + 2.0**-22
    with second_order(2.0**-20):
        near, _ = _gradient(lambda x: maximum(x * 3, 6), above)
        apart, _ = _gradient(lambda x: maximum(x * 3, 5), above)
    assert near.kink
    assert apart.kink is None


def test_a_division_by_what_is_mostly_error_is_a_kink() -> None:
    with second_order(2.0**-20):
        tape, _ = _gradient(lambda x: 1 / (x * 1000000 - 999999), 1.0)
    assert tape.kink


def test_the_tape_knows_the_range_of_its_magnitudes() -> None:
    tape, _ = _gradient(lambda x: exp(x) / 2.0**40, 8.0)
    assert tape.largest == pytest.approx(math.exp(8))
    assert tape.smallest == pytest.approx(2.0**-40)


def test_a_traced_number_stays_a_number() -> None:
    assert isinstance(Tape().input(1) + 1, Traced)
    assert isinstance(Number.of(1) + Tape().input(1), Traced)
    assert isinstance(Number.of(1) / Tape().input(2), Traced)
