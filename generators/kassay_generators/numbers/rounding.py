"""Exact numbers and balls as floats, correctly rounded on every machine."""

from __future__ import annotations

import math

from flint import arb, fmpq

from kassay_generators.numbers.precision import Uncertain, working


def nearest_float(real: fmpq | arb) -> float:
    """The number, or the midpoint of a ball, rounded to nearest; infinite beyond the range."""
    ball = arb(real)
    if isinstance(real, fmpq) and not ball.is_exact():  # its middle would be rounded twice
        return to_float(int(real.p), int(real.q))
    return float(ball)


def size_of(real: fmpq | arb | None) -> float:
    """|real| as a float, deterministic; infinite beyond its range. Of a ball that may be wide, the largest that it holds."""
    if working.wide and type(real) is arb:
        return float(real.abs_upper())
    return math.nan if real is None else abs(nearest_float(real))


def least_size_of(real: fmpq | arb | None) -> float:
    """The same, but of a ball that may be wide the smallest that it holds."""
    if working.wide and type(real) is arb:
        return float(real.abs_lower())
    return size_of(real)


def ratio(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator > 0 else (math.inf if numerator > 0 else 0.0)


def to_float(numerator: int, denominator: int) -> float:
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if numerator > 0 else -math.inf  # copysign would convert it too


def dyadic(mantissa: int, exponent: int) -> fmpq:
    if abs(exponent) > 100_000:
        raise Uncertain
    return fmpq(mantissa << exponent, 1) if exponent >= 0 else fmpq(mantissa, 1 << -exponent)
