"""A real number that knows its own error bound and its magnitude.

A `Number` is exact (a rational) as long as only rational operations made it, a ball of `python-flint` after a transcendental
one, or one of the special values of IEEE 754. Special values follow IEEE 754; everything else follows mathematics, without
overflow, underflow or rounding.

Beside the value stands its *magnitude*: what the rounding errors of a straightforward floating-point evaluation scale with, to
first order. It is the absolute value for an input, the sum of magnitudes for a sum, and is carried through products and
functions by their derivatives.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, Union

from flint import arb, ctx, fmpq

from kassay_generators.numbers.recording import with_partials

Scalar = Union["Number", int, float, bool]
Result = TypeVar("Result")

_START_PRECISION = 256
_MAX_PRECISION = 8192
_EXACT_EXPONENT = 64  # up to this a rational power is computed exactly
_NEGLIGIBLE = arb(2) ** -1200  # far below the smallest float64
_DOUBLE_BITS = (
    60  # a ball is narrow enough to give a float64 when its relative radius is below 2^-60
)


class Uncertain(Exception):
    """The ball is too wide to decide; evaluate again with more precision."""


class _Working:
    """What the evaluation in progress needs to know about the tested dtype."""

    # 2 (1 + sqrt(terms)) u: how much of a product of two errors shows at first order.
    second_order: float = 0.0


_working = _Working()
ctx.prec = _START_PRECISION


@contextlib.contextmanager
def second_order(coefficient: float) -> Iterator[None]:
    previous = _working.second_order
    _working.second_order = coefficient
    try:
        yield
    finally:
        _working.second_order = previous


def with_enough_precision(evaluate: Callable[[], Result], start: int = _START_PRECISION) -> Result:
    """Runs `evaluate`, doubling the working precision from `start` bits until nothing is uncertain."""
    precision = start
    while True:
        ctx.prec = precision
        try:
            return evaluate()
        except Uncertain:
            precision *= 2
            if precision > _MAX_PRECISION:
                raise


class Number:
    """See the module. Immutable. Exactly one of `real` and `special` is set."""

    __slots__ = ("exact", "magnitude", "negative_zero", "real", "special")
    __array_priority__ = 1000

    def __init__(
        self,
        real: fmpq | arb | None,
        magnitude: float = 0.0,
        *,
        exact: bool = False,
        special: float | None = None,
        negative_zero: bool = False,
    ) -> None:
        if real is not None and isinstance(real, arb):
            if not real.is_finite():
                raise Uncertain
            if real.is_exact():
                mantissa, exponent = real.man_exp()
                real = _dyadic(int(mantissa), int(exponent))
        self.real = real
        self.special = special
        self.exact = exact
        self.negative_zero = negative_zero
        self.magnitude = magnitude

    # -- making and reading -------------------------------------------------------------------------------------------

    @staticmethod
    def of(value: Scalar) -> Number:
        """An exact input; Number passes through."""
        if isinstance(value, Number):
            return value
        if isinstance(value, int):  # bool too
            return Number(fmpq(int(value)), float(abs(int(value))), exact=True)
        value = float(value)
        if math.isnan(value) or math.isinf(value):
            return Number(None, math.nan, exact=True, special=value)
        negative_zero = value == 0 and math.copysign(1.0, value) < 0
        ratio = fmpq(*value.as_integer_ratio())
        return Number(ratio, abs(value), exact=True, negative_zero=negative_zero)

    def as_ball(self) -> arb:
        assert self.real is not None
        return self.real if isinstance(self.real, arb) else arb(self.real)

    @property
    def is_nan(self) -> bool:
        return self.special is not None and math.isnan(self.special)

    @property
    def is_infinite(self) -> bool:
        return self.special is not None and math.isinf(self.special)

    @property
    def sizes(self) -> tuple[float, float]:
        """Between which floats the absolute value surely lies, infinite beyond their range; NaN for a special value."""
        if not isinstance(self.real, arb):
            return _size(self.real), _size(self.real)
        return _size(self.real.abs_lower()), _size(self.real.abs_upper())

    @property
    def is_zero(self) -> bool:
        return isinstance(self.real, fmpq) and self.real == 0

    def __float__(self) -> float:
        """Rounded to nearest float64; infinite beyond its range. The sign of an exact zero is kept."""
        if self.special is not None:
            return self.special
        if self.is_zero:
            return -0.0 if self.negative_zero else 0.0
        if isinstance(self.real, fmpq):
            return _to_float(int(self.real.p), int(self.real.q))
        ball = self.as_ball()
        if abs(ball) < _NEGLIGIBLE:
            return 0.0
        if ball.contains(0) or ball.rel_accuracy_bits() < _DOUBLE_BITS:
            raise Uncertain
        mantissa, exponent = ball.mid().man_exp()
        return _scaled_to_float(int(mantissa), int(exponent))

    def __int__(self) -> int:
        if not isinstance(self.real, fmpq):
            raise TypeError(f"{self!r} is no integer")
        return (
            int(self.real.p) // int(self.real.q)
            if self.real >= 0
            else -(int(-self.real.p) // int(self.real.q))
        )

    def __bool__(self) -> bool:
        """Truth as in Python: NaN and the infinities are true."""
        if self.special is not None:
            return True
        return self.real != 0 if isinstance(self.real, fmpq) else not self.as_ball().contains(0)

    def __index__(self) -> int:
        if not isinstance(self.real, fmpq) or int(self.real.q) != 1:
            raise TypeError(f"{self!r} is no integer")
        return int(self.real.p)

    def __repr__(self) -> str:
        value = self.special if self.special is not None else self.real
        return f"Number({value}, magnitude={self.magnitude})"

    # -- comparison: certain, or Uncertain ----------------------------------------------------------------------------

    def _compare(
        self,
        other: Scalar,
        certain: Callable[[Any, Any], bool],
        negated: Callable[[Any, Any], bool],
    ) -> bool:
        left, right = self, Number.of(other)
        if left.special is not None or right.special is not None:
            a = left.special if left.special is not None else 0.0
            b = right.special if right.special is not None else 0.0
            return certain(a, b)
        if isinstance(left.real, fmpq) and isinstance(right.real, fmpq):
            return certain(left.real, right.real)
        a, b = left.as_ball(), right.as_ball()
        if certain(a, b):
            return True
        if negated(a, b):
            return False
        raise Uncertain

    def __lt__(self, other: Scalar) -> bool:
        return self._compare(other, lambda a, b: a < b, lambda a, b: a >= b)

    def __le__(self, other: Scalar) -> bool:
        return self._compare(other, lambda a, b: a <= b, lambda a, b: a > b)

    def __gt__(self, other: Scalar) -> bool:
        return self._compare(other, lambda a, b: a > b, lambda a, b: a <= b)

    def __ge__(self, other: Scalar) -> bool:
        return self._compare(other, lambda a, b: a >= b, lambda a, b: a < b)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Number | int | float):
            return NotImplemented
        return self._compare(other, lambda a, b: a == b, lambda a, b: a != b)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    # -- arithmetic ---------------------------------------------------------------------------------------------------

    def __neg__(self) -> Number:
        if self.special is not None:
            return special(-self.special)
        assert self.real is not None
        negative_zero = self.is_zero and not self.negative_zero
        return Number(-self.real, self.magnitude, exact=self.exact, negative_zero=negative_zero)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        if self.special is not None:
            return special(abs(self.special))
        assert self.real is not None
        return Number(abs(self.real), self.magnitude, exact=self.exact)

    def __add__(self, other: Scalar) -> Number:
        right = Number.of(other)
        if self.special is not None or right.special is not None:
            return special(_ieee(self) + _ieee(right))
        negative_zero = self.negative_zero and right.negative_zero
        total = _join(self, right, lambda a, b: a + b)
        return Number(total, self.magnitude + right.magnitude, negative_zero=negative_zero)

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Number:
        return self + (-Number.of(other))

    def __rsub__(self, other: Scalar) -> Number:
        return Number.of(other) + (-self)

    def __mul__(self, other: Scalar) -> Number:
        right = Number.of(other)
        if self.special is not None or right.special is not None:
            return special(_ieee(self) * _ieee(right))
        product = _join(self, right, lambda a, b: a * b)
        size = _size(product)
        if not (self.exact and right.exact):
            spread = 0.0
            if not self.exact:
                spread += _size(right.real) * self.magnitude
            if not right.exact:
                spread += _size(self.real) * right.magnitude
            if not self.exact and not right.exact:
                spread += _working.second_order * self.magnitude * right.magnitude
            size = max(size, spread)
        negative_zero = _is_exact_zero(product) and _sign_bit(self) != _sign_bit(right)
        return Number(product, size, negative_zero=negative_zero)

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Number:
        right = Number.of(other)
        if self.special is not None or right.special is not None or right.is_zero:
            return special(_ieee_divide(_ieee(self), _ieee(right)))
        if isinstance(right.real, arb) and right.real.contains(0):
            raise Uncertain
        quotient = _join(self, right, lambda a, b: a / b)
        size = _size(quotient)
        if not (self.exact and right.exact):
            divisor = _size(right.real)
            spread = 0.0
            if not self.exact:
                spread += _ratio(self.magnitude, divisor)
            if not right.exact:
                spread += _ratio(size * right.magnitude, divisor)
            size = max(size, spread)
        negative_zero = _is_exact_zero(quotient) and _sign_bit(self) != _sign_bit(right)
        return Number(quotient, size, negative_zero=negative_zero)

    def __rtruediv__(self, other: Scalar) -> Number:
        return Number.of(other) / self


def special(value: float) -> Number:
    """The result of an operation with special values: NaN, an infinity, or (as 1/Inf) a zero."""
    if math.isnan(value) or math.isinf(value):
        return Number(None, math.nan, special=value)
    return Number(
        fmpq(*value.as_integer_ratio()),
        abs(value),
        negative_zero=math.copysign(1.0, value) < 0 and value == 0,
    )


NAN = special(math.nan)
INFINITY = special(math.inf)
ZERO = Number.of(0)
ONE = Number.of(1)
MINUS_ONE = Number.of(-1)


def near(x: Number, y: Number) -> bool:
    """Whether they are equal, or so close that the rounding errors of a right evaluation may order them otherwise."""
    if x.special is not None or y.special is not None:
        return False
    gap = _size((x - y).real)
    return gap == 0 or gap <= _working.second_order * (x.magnitude + y.magnitude)


def reciprocal(x: Number) -> Number:
    """1/x, as derivatives have it: NaN where the error of x may be so large a part of it that no first order describes it."""
    if not x.exact and _working.second_order * x.magnitude > _size(x.real) / 4:
        return NAN
    return ONE / x


def apply(
    x: Scalar,
    function: Callable[[arb], arb],
    derivative: Callable[[arb], arb],
    special_values: Callable[[float], float],
) -> Number:
    """A smooth function of one Number. `special_values` answers for NaN and the infinities."""
    x = Number.of(x)
    if x.special is not None:
        return special(special_values(x.special))
    ball = x.as_ball()
    value = function(ball)
    if not value.is_finite():
        raise Uncertain
    magnitude = _size(value)
    if not x.exact:
        magnitude += _size(derivative(ball)) * x.magnitude
    return Number(value, magnitude)


@with_partials(lambda x, result: result)
def exp(x: Scalar) -> Number:
    return apply(x, lambda b: b.exp(), lambda b: b.exp(), lambda s: s if s != -math.inf else 0.0)


@with_partials(lambda x, result: reciprocal(x))
def log(x: Scalar) -> Number:
    x = Number.of(x)
    if x.special is None:
        if x.is_zero:
            return special(-math.inf)
        if x < 0:
            return NAN
    return apply(x, lambda b: b.log(), lambda b: 1 / b, lambda s: s if s > 0 else math.nan)


@with_partials(lambda x, result: reciprocal(x + 1))
def log1p(x: Scalar) -> Number:
    """log(1 + x) without the rounding of 1 + x: the magnitude is that of the result alone."""
    x = Number.of(x)
    if x.special is None:
        if x == -1:
            return special(-math.inf)
        if x < -1:
            return NAN
    return apply(x, lambda b: b.log1p(), lambda b: 1 / (1 + b), lambda s: s if s > 0 else math.nan)


@with_partials(lambda x, result: result + 1)
def expm1(x: Scalar) -> Number:
    return apply(x, lambda b: b.expm1(), lambda b: b.exp(), lambda s: s if s != -math.inf else -1.0)


def _cosine(x: Number, result: Number) -> Number:
    return cos(x)


@with_partials(_cosine)
def sin(x: Scalar) -> Number:
    return apply(x, lambda b: b.sin(), lambda b: b.cos(), lambda s: math.nan)


@with_partials(lambda x, result: -sin(x))
def cos(x: Scalar) -> Number:
    return apply(x, lambda b: b.cos(), lambda b: b.sin(), lambda s: math.nan)


@with_partials(lambda x, result: 1 - result * result)
def tanh(x: Scalar) -> Number:
    return apply(
        x,
        lambda b: b.tanh(),
        lambda b: b.sech() ** 2,
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
    size = _size(root.real)
    if x.exact:
        spread = size
    elif _working.second_order > 0:
        # |sqrt(x + d) - sqrt(x)| <= min(d / sqrt(x), sqrt(d)) with d = second_order * magnitude.
        deviation = _working.second_order * x.magnitude
        linear = _ratio(x.magnitude, size) if size > 0 else math.inf
        spread = size + min(linear, math.sqrt(deviation) / _working.second_order)
    else:
        spread = size + (_ratio(x.magnitude, size) if size > 0 else 0.0)
    return Number(root.real, spread, negative_zero=root.negative_zero)


def _power_by_base(x: Number, exponent: Number, result: Number) -> Number:
    return exponent * power(x, exponent - 1)


@with_partials(_power_by_base, lambda x, exponent, result: result * log(x))
def power(x: Scalar, exponent: Scalar) -> Number:
    """x to the power of exponent for real arguments, special values as IEEE 754's pow."""
    x, exponent = Number.of(x), Number.of(exponent)
    if x.special is not None or exponent.special is not None or x.is_zero:
        return special(_ieee_power(_ieee(x), _ieee(exponent)))
    whole = _whole(exponent.real)
    if whole is not None and abs(whole) <= _EXACT_EXPONENT and isinstance(x.real, fmpq):
        value: fmpq | arb = x.real**whole
    elif x < 0 and whole is None:
        return NAN
    elif x < 0:
        value = abs(x).as_ball() ** exponent.as_ball()
        value = -value if whole is not None and whole % 2 else value
    else:
        value = x.as_ball() ** exponent.as_ball()
    magnitude = _size(value)
    if not x.exact:
        magnitude += _ratio(magnitude * _size(exponent.real) * x.magnitude, _size(x.real))
    return Number(value, magnitude)


def select(condition: bool, chosen: Scalar, otherwise: Scalar) -> Number:
    return Number.of(chosen if condition else otherwise)


def _first_chosen(x: Number, y: Number, *, larger: bool) -> Number:
    """The derivative of an extreme by x: there is none where they are equal."""
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
    # Either may be chosen where they are close, so the larger error is inherited.
    magnitude = max(m for m in (x.magnitude, y.magnitude, 0.0) if not math.isnan(m))
    return Number(
        chosen.real, magnitude, special=chosen.special, negative_zero=chosen.negative_zero
    )


def _whole(real: fmpq | arb | None) -> int | None:
    return int(real.p) if isinstance(real, fmpq) and int(real.q) == 1 else None


def _join(x: Number, y: Number, operate: Callable[[Any, Any], Any]) -> Any:
    if isinstance(x.real, fmpq) and isinstance(y.real, fmpq):
        return operate(x.real, y.real)
    return operate(x.as_ball(), y.as_ball())


def _ieee(x: Number) -> float:
    """A float with the sign and kind of x: enough for what IEEE 754 says of special values."""
    if x.special is not None:
        return x.special
    if x.is_zero:
        return -0.0 if x.negative_zero else 0.0
    size = _size(x.real)
    return math.copysign(min(max(size, 5e-324), 1.7e308), -1.0 if _sign_bit(x) else 1.0)


def _ieee_divide(x: float, y: float) -> float:
    if y != 0 or math.isnan(x):
        return x / y if y != 0 else x
    if x == 0:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def _ieee_power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except ValueError:
        if x == 0:
            odd = y == math.floor(y) and y % 2 == 1
            return math.copysign(math.inf, x) if odd else math.inf
        return math.nan


def _sign_bit(x: Number) -> bool:
    if x.special is not None:
        return math.copysign(1.0, x.special) < 0
    if x.is_zero:
        return x.negative_zero
    return bool(x < 0)


def _is_exact_zero(real: fmpq | arb) -> bool:
    return isinstance(real, fmpq) and real == 0


def _size(real: fmpq | arb | None) -> float:
    """|real| as a float, deterministic; infinite beyond its range."""
    if real is None:
        return math.nan
    if isinstance(real, fmpq):
        return abs(_to_float(int(real.p), int(real.q)))
    if real.is_exact() and real == 0:
        return 0.0
    mantissa, exponent = real.mid().man_exp()
    return abs(_scaled_to_float(int(mantissa), int(exponent)))


def _ratio(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator > 0 else (math.inf if numerator > 0 else 0.0)


def _to_float(numerator: int, denominator: int) -> float:
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if numerator > 0 else -math.inf  # copysign would convert it too


def _scaled_to_float(mantissa: int, exponent: int) -> float:
    if exponent >= 0:
        if exponent > 1100:
            return (math.inf if mantissa > 0 else -math.inf) if mantissa else 0.0
        return _to_float(mantissa << exponent, 1)
    if mantissa.bit_length() + exponent < -1200:
        return -0.0 if mantissa < 0 else 0.0
    return _to_float(mantissa, 1 << -exponent)


def _dyadic(mantissa: int, exponent: int) -> fmpq:
    if abs(exponent) > 100_000:
        raise Uncertain
    return fmpq(mantissa << exponent, 1) if exponent >= 0 else fmpq(mantissa, 1 << -exponent)
