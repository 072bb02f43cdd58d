"""Elementary functions of Numbers with their partial derivatives; special values follow IEEE 754."""

from __future__ import annotations

import math
from collections.abc import Callable

from flint import arb, fmpq

from kassay_generators.numbers.number import (
    NAN,
    ONE,
    ZERO,
    Number,
    Scalar,
    ieee,
    near,
    reciprocal,
    special,
)
from kassay_generators.numbers.precision import Uncertain, working
from kassay_generators.numbers.recording import with_partials
from kassay_generators.numbers.rounding import least_size_of, ratio, size_of

_HALF_TURN = math.pi  # what is left of a large angle without its whole turns, at most
_EXACT_EXPONENT = 64  # up to this a rational power is computed exactly


def apply(
    x: Scalar,
    function: Callable[[arb], arb],
    derivative: Callable[[arb, arb], arb],
    special_values: Callable[[float], float],
    reduced: float = 1.0,
) -> Number:
    """A smooth function of one Number. `derivative` also gets the value; `special_values` handles NaN and the infinities. `reduced`: the
    largest size of an argument that is used as it is."""
    x = Number.of(x)
    if x.special is not None:
        return special(special_values(x.special))
    ball = x.as_ball()
    value = function(ball)
    if not value.is_finite():
        raise Uncertain
    size, slope = size_of(value), derivative(ball, value)
    condition = condition_of(value, size_of(slope * abs(ball).min(arb(reduced))))
    magnitude = max(size, condition) if x.exact else size + size_of(slope) * x.magnitude
    return Number(value, magnitude, condition=condition)


def condition_of(value: arb, rounded: float) -> float:
    """The condition of a value that one roundoff of its argument changes by `rounded` roundoffs. None at the root itself."""
    return 0.0 if value.is_zero() or rounded <= least_size_of(value) else rounded


@with_partials(lambda x, result: result)
def exp(x: Scalar) -> Number:
    return apply(
        x, lambda b: b.exp(), lambda b, value: value, lambda s: s if s != -math.inf else 0.0
    )


@with_partials(lambda x, result: reciprocal(x))
def log(x: Scalar) -> Number:
    x = Number.of(x)
    if x.special is None:
        if x.is_zero:
            return special(-math.inf)
        if x < 0:
            return NAN
    return apply(x, lambda b: b.log(), lambda b, value: 1 / b, lambda s: s if s > 0 else math.nan)


@with_partials(lambda x, result: reciprocal(x + 1))
def log1p(x: Scalar) -> Number:
    """log(1 + x) without the rounding of 1 + x: the magnitude is only that of the result."""
    x = Number.of(x)
    if x.special is None:
        if x == -1:
            return special(-math.inf)
        if x < -1:
            return NAN
    return apply(
        x, lambda b: b.log1p(), lambda b, value: 1 / (1 + b), lambda s: s if s > 0 else math.nan
    )


@with_partials(lambda x, result: result + 1)
def expm1(x: Scalar) -> Number:
    return apply(
        x, lambda b: b.expm1(), lambda b, value: b.exp(), lambda s: s if s != -math.inf else -1.0
    )


def _cosine(x: Number, result: Number) -> Number:
    return cos(x)


@with_partials(_cosine)
def sin(x: Scalar) -> Number:
    return apply(x, lambda b: b.sin(), lambda b, value: b.cos(), lambda s: math.nan, _HALF_TURN)


@with_partials(lambda x, result: -sin(x))
def cos(x: Scalar) -> Number:
    return apply(x, lambda b: b.cos(), lambda b, value: b.sin(), lambda s: math.nan, _HALF_TURN)


@with_partials(lambda x, result: 1 - result * result)
def tanh(x: Scalar) -> Number:
    return apply(
        x,
        lambda b: b.tanh(),
        lambda b, value: b.sech() ** 2,
        lambda s: math.copysign(1.0, s) if s == s else s,
    )


@with_partials(lambda x, result: reciprocal(result * 2))
def sqrt(x: Scalar) -> Number:
    """NaN below zero. Near zero the error of an inexact argument grows as its square root."""
    x = Number.of(x)
    if x.special is not None:
        return special(x.special if x.special > 0 else math.nan)
    if x.is_zero:
        root = Number(fmpq(0), negative_zero=x.negative_zero)
    elif x < 0:
        return NAN
    else:
        root = Number(x.as_ball().sqrt())
    size, least = size_of(root.real), least_size_of(root.real)
    if x.exact:
        spread = size
    elif working.second_order > 0:
        # |sqrt(x + d) - sqrt(x)| <= min(d / sqrt(x), sqrt(d)) with d = second_order * magnitude.
        deviation = working.second_order * x.magnitude
        linear = ratio(x.magnitude, least) if least > 0 else math.inf
        spread = size + min(linear, math.sqrt(deviation) / working.second_order)
    else:
        spread = size + (ratio(x.magnitude, least) if least > 0 else 0.0)
    return Number(root.real, spread, negative_zero=root.negative_zero)


def _power_by_base(x: Number, exponent: Number, result: Number) -> Number:
    return exponent * power(x, exponent - 1)


def _power_by_exponent(x: Number, exponent: Number, result: Number) -> Number:
    # 0 to a positive power is 0, and so it is to every exponent nearby.
    return ZERO if x.is_zero and exponent > 0 else result * log(x)


@with_partials(_power_by_base, _power_by_exponent)
def power(x: Scalar, exponent: Scalar) -> Number:
    """x to the power of exponent for real arguments, special values as IEEE 754's pow."""
    x, exponent = Number.of(x), Number.of(exponent)
    if x.special is not None or exponent.special is not None or x.is_zero:
        return special(_ieee_power(ieee(x), ieee(exponent)))
    whole = _whole(exponent.real)
    if whole is not None and abs(whole) <= _EXACT_EXPONENT and isinstance(x.real, fmpq):
        value: fmpq | arb = x.real**whole
    elif x < 0 and whole is None:
        if isinstance(exponent.real, arb) and exponent.real.contains_integer():
            raise Uncertain
        return NAN
    elif x < 0:
        value = abs(x).as_ball() ** exponent.as_ball()
        value = -value if whole is not None and whole % 2 else value
    else:
        value = x.as_ball() ** exponent.as_ball()
    magnitude = size_of(value)
    if not x.exact:
        magnitude += ratio(magnitude * size_of(exponent.real) * x.magnitude, least_size_of(x.real))
    return Number(value, magnitude)


def select(condition: bool, chosen: Scalar, otherwise: Scalar) -> Number:
    return Number.of(chosen if condition else otherwise)


def _first_chosen(x: Number, y: Number, *, larger: bool) -> Number:
    """The derivative of an extreme by x; none if both are equal."""
    if near(x, y):
        return NAN
    return ONE if (x > y) == larger else ZERO


@with_partials(
    lambda x, y, result: _first_chosen(x, y, larger=True),
    lambda x, y, result: _first_chosen(y, x, larger=True),
    rounds=0,
)
def maximum(x: Scalar, y: Scalar) -> Number:
    """The larger; NaN if either is NaN; +0 is larger than -0."""
    return _extreme(Number.of(x), Number.of(y), larger=True)


@with_partials(
    lambda x, y, result: _first_chosen(x, y, larger=False),
    lambda x, y, result: _first_chosen(y, x, larger=False),
    rounds=0,
)
def minimum(x: Scalar, y: Scalar) -> Number:
    """The smaller; NaN if either is NaN; -0 is smaller than +0."""
    return _extreme(Number.of(x), Number.of(y), larger=False)


def _extreme(x: Number, y: Number, *, larger: bool) -> Number:
    if x.is_nan or y.is_nan:
        return NAN
    if x.is_zero and y.is_zero:
        return x if x.negative_zero != larger else y
    chosen = (x if x > y else y) if larger else (x if x < y else y)
    if x.exact and y.exact:
        return chosen
    # Close numbers may be chosen either way, so the result inherits the larger error.
    magnitude = max((m for m in (x.magnitude, y.magnitude) if m == m), default=0.0)
    return Number(
        chosen.real, magnitude, special=chosen.special, negative_zero=chosen.negative_zero
    )


def _whole(real: fmpq | arb | None) -> int | None:
    return int(real.p) if isinstance(real, fmpq) and int(real.q) == 1 else None


def _ieee_power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except ValueError:
        if x == 0:
            odd = y == math.floor(y) and y % 2 == 1
            return math.copysign(math.inf, x) if odd else math.inf
        return math.nan
