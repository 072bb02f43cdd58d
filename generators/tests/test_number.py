"""The arithmetic of the golden values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import arb

from kassay_generators.numbers.elementary import (
    cos,
    exp,
    expm1,
    log,
    log1p,
    maximum,
    minimum,
    power,
    sin,
    sqrt,
    tanh,
)
from kassay_generators.numbers.number import INFINITY, NAN, Number, reciprocal
from kassay_generators.numbers.precision import Uncertain, second_order, with_enough_precision


def test_the_error_of_a_saturated_tangent_vanishes() -> None:
    result = tanh(Number.of(1e308) / 2)
    assert float(result) == 1.0
    assert result.magnitude == 1.0


def test_sums_of_floats_are_exact() -> None:
    total = Number.of(0.1) + Number.of(1e300) - Number.of(1e300)
    assert float(total) == 0.1


def test_a_third_times_three_is_exactly_one() -> None:
    assert Number.of(1) / 3 * 3 == 1


def test_a_product_beyond_float64_stays_finite_inside() -> None:
    assert float(Number.of(2.0**900) * 2.0**900 / 2.0**1000) == 2.0**800


@pytest.mark.parametrize(
    ("function", "reference"),
    [
        (exp, math.exp),
        (log, math.log),
        (log1p, math.log1p),
        (expm1, math.expm1),
        (sin, math.sin),
        (cos, math.cos),
        (tanh, math.tanh),
        (sqrt, math.sqrt),
    ],
)
@pytest.mark.parametrize("x", [0.1, 1.5, 40.0])
def test_functions_agree_with_the_c_library(function, reference, x) -> None:  # type: ignore[no-untyped-def]
    assert float(function(x)) == pytest.approx(reference(x), rel=1e-15)


def test_sine_of_a_huge_number_asks_for_more_precision_and_gets_it() -> None:
    # sin(2^1000) from its residue modulo pi, a known value.
    assert with_enough_precision(lambda: float(sin(2.0**1000))) == pytest.approx(
        -0.15920170308624246, rel=1e-15
    )


def test_comparison_of_numbers_that_no_precision_separates_is_uncertain() -> None:
    with pytest.raises(Uncertain):
        with_enough_precision(lambda: exp(log(3)) < 3)


@pytest.mark.parametrize(
    ("left", "right", "operation", "expected"),
    [
        (math.inf, -math.inf, "add", math.nan),
        (math.inf, 1.0, "add", math.inf),
        (math.inf, 0.0, "mul", math.nan),
        (-math.inf, 2.0, "mul", -math.inf),
        (1.0, 0.0, "div", math.inf),
        (-1.0, 0.0, "div", -math.inf),
        (1.0, -0.0, "div", -math.inf),
        (0.0, 0.0, "div", math.nan),
        (1.0, math.inf, "div", 0.0),
        (math.nan, 1.0, "add", math.nan),
    ],
)
def test_special_values_follow_ieee_754(
    left: float, right: float, operation: str, expected: float
) -> None:
    a, b = Number.of(left), Number.of(right)
    result = {"add": lambda: a + b, "mul": lambda: a * b, "div": lambda: a / b}[operation]()
    assert float(result) == expected or (math.isnan(expected) and result.is_nan)


@pytest.mark.parametrize("base", [-2.0, -0.0, 0.0, 0.5, 2.0, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize(
    "exponent", [-3.0, -2.0, -0.5, 0.0, 0.5, 2.0, 3.0, math.inf, -math.inf, math.nan]
)
def test_power_agrees_with_numpy_for_special_values(base: float, exponent: float) -> None:
    with np.errstate(all="ignore"):
        expected = float(np.float_power(base, exponent))
    result = float(power(base, exponent))
    assert result == pytest.approx(expected, rel=1e-15, nan_ok=True)


def test_power_of_a_negative_number_is_uncertain_where_the_exponent_may_be_whole() -> None:
    with pytest.raises(Uncertain):
        power(Number.of(-1), Number(arb(2, 0.01)))
    assert math.isnan(float(power(Number.of(-1), Number(arb(2.5, 0.01)))))


def test_extremes_keep_nan() -> None:
    assert maximum(1.0, math.nan).is_nan
    assert minimum(NAN, 1.0).is_nan


def test_extremes_order_the_zeros() -> None:
    assert math.copysign(1, float(maximum(-0.0, 0.0))) == 1
    assert math.copysign(1, float(minimum(0.0, -0.0))) == -1


def test_negation_and_product_carry_the_sign_of_zero() -> None:
    assert math.copysign(1, float(-Number.of(0.0))) == -1
    assert math.copysign(1, float(Number.of(-1) * 0.0)) == -1


def test_the_magnitude_of_a_sum_is_the_sum_of_absolute_values() -> None:
    assert (Number.of(3) - 4 + 5).magnitude == 12


def test_the_magnitude_of_a_product_of_inputs_is_its_size() -> None:
    assert (Number.of(-3) * 4).magnitude == 12


def test_cancellation_shows_in_the_magnitude_of_a_function() -> None:
    # exp(a - b) inherits the absolute error of a - b as a relative one.
    result = exp(Number.of(100) - 100)
    assert float(result) == 1
    assert result.magnitude == 201


def test_the_square_of_a_rounded_zero_has_a_second_order_magnitude() -> None:
    zero = Number.of(0.1) + 0.1 + 0.1 - Number.of(0.1) * 3
    with second_order(2.0**-20):
        assert (zero * zero).magnitude > 0


def test_a_number_does_not_round_while_its_ball_is_too_wide() -> None:
    from flint import ctx

    ctx.prec = 10
    try:
        with pytest.raises(Uncertain):
            float(exp(1.5))
    finally:
        ctx.prec = 256


def test_numbers_with_the_same_nearest_float_are_told_apart() -> None:
    large = Number.of(2**60)
    assert large < large + 1
    assert large + 1 > large
    assert large != large + 1
    assert Number.of(1) / 3 == Number.of(2) / 6


def test_each_zero_keeps_its_sign() -> None:
    assert [math.copysign(1, float(Number.of(zero))) for zero in (0.0, -0.0, 0.0)] == [1, -1, 1]


def test_the_reciprocal_of_a_computed_infinity_is_zero() -> None:
    assert math.isnan((INFINITY + 1).size)
    assert float(reciprocal(INFINITY + 1)) == 0
