"""Exact numbers and balls as floats, correctly rounded on every machine."""

from __future__ import annotations

import math

from flint import arb, fmpq

from kassay_generators.numbers.precision import Uncertain


def size_of(real: fmpq | arb | None) -> float:
    """|real| as a float, deterministic; infinite beyond its range."""
    if real is None:
        return math.nan
    if isinstance(real, fmpq):
        return abs(to_float(int(real.p), int(real.q)))
    if real.is_exact() and real == 0:
        return 0.0
    mantissa, exponent = real.mid().man_exp()
    return abs(scaled_to_float(int(mantissa), int(exponent)))


def ratio(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator > 0 else (math.inf if numerator > 0 else 0.0)


def to_float(numerator: int, denominator: int) -> float:
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if numerator > 0 else -math.inf  # copysign would convert it too


def scaled_to_float(mantissa: int, exponent: int) -> float:
    if exponent >= 0:
        if exponent > 1100:
            return (math.inf if mantissa > 0 else -math.inf) if mantissa else 0.0
        return to_float(mantissa << exponent, 1)
    if mantissa.bit_length() + exponent < -1200:
        return -0.0 if mantissa < 0 else 0.0
    return to_float(mantissa, 1 << -exponent)


def dyadic(mantissa: int, exponent: int) -> fmpq:
    if abs(exponent) > 100_000:
        raise Uncertain
    return fmpq(mantissa << exponent, 1) if exponent >= 0 else fmpq(mantissa, 1 << -exponent)
