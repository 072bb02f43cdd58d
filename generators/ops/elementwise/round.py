"""Oracle for round."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import Context, Typed
from kassay_generators.oracles.operands import Unary, each


def _floor(e: Number) -> int:
    return e.fraction().__floor__()


def _closest(e: Number) -> Number:
    if e.special is not None:
        return e
    below = _floor(e)
    rest = e.fraction() - below
    tie_goes_up = below % 2 == 1
    return Number.of(below + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and tie_goes_up)))


oracle = each(_closest)


def confirmation(x: np.ndarray) -> np.ndarray:
    return np.rint(x)


def _half_up(e: Number) -> Number:
    return e if e.special is not None else Number.of(_floor(e + 0.5))


def _half_away(e: Number) -> Number:
    return -_half_up(-e) if e < 0 else _half_up(e)


def _reading_in(
    editions: tuple[str, ...], reading: Unary, x: np.ndarray, context: Context
) -> np.ndarray:
    return each(reading)(x) if context.edition in editions else oracle(x)


def _half_added(x: np.ndarray, context: Context) -> np.ndarray:
    def add(e: Number) -> Number:
        if e.special is not None:
            return e
        total = np.array(float(e)).astype(context.dtype) + np.array(0.5).astype(context.dtype)
        return Number.of(float(np.floor(total)))

    return each(add)(x)


def _truncated(e: Number) -> Number:
    return e if e.special is not None else Number.of(int(e))


def _as_int32(e: Number) -> Number:
    limits = np.iinfo(np.int32)
    inside = e.special is None and limits.min <= e <= limits.max
    return _closest(e) if inside else Number.of(int(limits.min))


def _limited_to(integer: str) -> Unary:
    limits = np.iinfo(integer)

    def rounded(e: Number) -> Number:
        if e.special is not None:
            return e
        return min(max(_closest(e), Number.of(int(limits.min))), Number.of(int(limits.max)))

    return rounded


READINGS = {
    "half-away": lambda x, context: _reading_in(("ko", "zh"), _half_away, x, context),
    "half-away-untold": lambda x, context: _reading_in(("ja",), _half_away, x, context),
    "half-up-untold": lambda x, context: _reading_in(("ja",), _half_up, x, context),
    "half-up": lambda x, context: _reading_in(("ko", "zh"), _half_up, x, context),
    "floor-of-half-added": _half_added,
    "truncated": each(_truncated),
    "down": each(lambda e: e if e.special is not None else Number.of(_floor(e))),
    "integer-result": lambda x: Typed(each(_as_int32)(x), "int32"),
    "limited-to-int32": each(_limited_to("int32")),
    "limited-to-int64": each(_limited_to("int64")),
}
