"""A real number that knows its own error bound and its magnitude.

A `Number` is an exact rational after only rational operations, a ball of `python-flint` after a transcendental one, or one of
the special values of IEEE 754. Special values follow IEEE 754; everything else follows mathematics, without
overflow, underflow or rounding.

The sign of a zero may be open (`negative_zero` is None), where a backend may answer either: what depends on it is uncertain.

Each value has a *magnitude*: the rounding errors of a straightforward floating-point evaluation scale with it, to first
order. It is the absolute value for an input and the sum of magnitudes for a sum; products and functions propagate it by
their derivatives.

The last step to a value may be a function that rounds its argument (see spec/lib/tolerance.h). Then the value has a *condition*, what the
function makes of one roundoff of its argument, in roundoffs, where this is more than the value itself; else it is 0.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Union

from flint import arb, fmpq

from kassay_generators.numbers.precision import Uncertain, working
from kassay_generators.numbers.rounding import dyadic, least_size_of, nearest_float, ratio, size_of

Scalar = Union["Number", int, float, bool]
_NEGLIGIBLE = arb(2) ** -1200  # far below the smallest float64
_DOUBLE_BITS = (
    60  # a ball is narrow enough to give a float64 when its relative radius is below 2^-60
)


class Number:
    """See the module. Immutable. Exactly one of `real` and `special` is set."""

    __slots__ = (
        "_nearest",
        "condition",
        "exact",
        "magnitude",
        "negative_zero",
        "real",
        "special",
    )
    __array_priority__ = 1000

    def __init__(
        self,
        real: fmpq | arb | None,
        magnitude: float = 0.0,
        *,
        exact: bool = False,
        special: float | None = None,
        negative_zero: bool | None = False,
        condition: float = 0.0,
    ) -> None:
        if type(real) is arb:
            if not real.is_finite():
                raise Uncertain
            if real.is_exact():
                mantissa, exponent = real.man_exp()
                real = dyadic(int(mantissa), int(exponent))
        self.real = real
        self.special = special
        self.exact = exact
        self.negative_zero = negative_zero
        self.magnitude = magnitude
        self.condition = condition
        self._nearest: float | None = None  # `nearest`, once computed

    # -- making and reading -------------------------------------------------------------------------------------------

    @staticmethod
    def of(value: Scalar) -> Number:
        """An exact input; Number passes through."""
        if isinstance(value, Number):
            return value
        if isinstance(value, int):  # bool too
            return Number(fmpq(int(value)), float(abs(int(value))), exact=True)
        value = float(value)
        if value != 0:  # the cache would confuse zeros of different sign
            return _of_float(value)
        return Number(fmpq(0), 0.0, exact=True, negative_zero=math.copysign(1.0, value) < 0)

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
    def nearest(self) -> float:
        """The value (the midpoint of a ball) rounded to the nearest float64; infinite beyond its range. Not for a special value."""
        value = self._nearest
        if value is None:
            assert self.real is not None
            value = self._nearest = nearest_float(self.real)
        return value

    @property
    def size(self) -> float:
        """The absolute value of `nearest`; NaN for a special value."""
        if self.special is not None:
            return math.nan
        return size_of(self.real) if working.wide else abs(self.nearest)

    @property
    def sizes(self) -> tuple[float, float]:
        """Floats that surely enclose the absolute value, infinite beyond their range; NaN for a special value."""
        if not isinstance(self.real, arb):
            return self.size, self.size
        return size_of(self.real.abs_lower()), size_of(self.real.abs_upper())

    @property
    def is_zero(self) -> bool:
        return type(self.real) is fmpq and not self.real

    def __float__(self) -> float:
        """Rounded to nearest float64; infinite beyond its range. The sign of an exact zero is kept."""
        if self.special is not None:
            return self.special
        if self.is_zero:
            return -0.0 if self.negative_zero else 0.0
        if isinstance(self.real, arb):
            if abs(self.real) < _NEGLIGIBLE:
                return 0.0
            if self.real.contains(0) or self.real.rel_accuracy_bits() < _DOUBLE_BITS:
                raise Uncertain
        return self.nearest

    def __int__(self) -> int:
        if not isinstance(self.real, fmpq):
            raise TypeError(f"{self!r} is not an integer")
        return (
            int(self.real.p) // int(self.real.q)
            if self.real >= 0
            else -(int(-self.real.p) // int(self.real.q))
        )

    def __bool__(self) -> bool:
        """Truth as in Python: NaN and the infinities are true."""
        if self.special is not None:
            return True
        if isinstance(self.real, fmpq):
            return self.real != 0
        may_be_zero = self.as_ball().contains(0)
        if may_be_zero and working.wide:
            raise Uncertain
        return not may_be_zero

    def __index__(self) -> int:
        if not isinstance(self.real, fmpq) or int(self.real.q) != 1:
            raise TypeError(f"{self!r} is not an integer")
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
        left, right = self, other if isinstance(other, Number) else Number.of(other)
        if left.special is not None or right.special is not None:
            a = left.special if left.special is not None else 0.0
            b = right.special if right.special is not None else 0.0
            return certain(a, b)
        if type(left.real) is fmpq and type(right.real) is fmpq:
            if left.nearest != right.nearest:  # rounding keeps the order
                return certain(left.nearest, right.nearest)
            return certain(left.real, right.real)
        ball, other_ball = left.as_ball(), right.as_ball()
        if certain(ball, other_ball):
            return True
        if negated(ball, other_ball):
            return False
        raise Uncertain

    def __lt__(self, other: Scalar) -> bool:
        return self._compare(other, operator.lt, operator.ge)

    def __le__(self, other: Scalar) -> bool:
        return self._compare(other, operator.le, operator.gt)

    def __gt__(self, other: Scalar) -> bool:
        return self._compare(other, operator.gt, operator.le)

    def __ge__(self, other: Scalar) -> bool:
        return self._compare(other, operator.ge, operator.lt)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Number | int | float):
            return NotImplemented
        return self._compare(other, operator.eq, operator.ne)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    # -- arithmetic ---------------------------------------------------------------------------------------------------

    def fraction(self) -> Fraction:
        """The value of a rational number. Precondition: it is one, as every element of a tensor is."""
        assert isinstance(self.real, fmpq)
        return Fraction(int(self.real.p), int(self.real.q))

    def __neg__(self) -> Number:
        if self.special is not None:
            return special(-self.special)
        assert self.real is not None
        negative_zero = self.is_zero and _opposite(self.negative_zero)
        return Number(
            -self.real,
            self.magnitude,
            exact=self.exact,
            negative_zero=negative_zero,
            condition=self.condition,
        )

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        if self.special is not None:
            return special(abs(self.special))
        assert self.real is not None
        size: Any = abs(self.real)
        return Number(size, self.magnitude, exact=self.exact, condition=self.condition)

    def __add__(self, other: Scalar) -> Number:
        right = other if isinstance(other, Number) else Number.of(other)
        if self.special is not None or right.special is not None:
            return _special_sum(self, right)
        negative_zero = self.negative_zero and right.negative_zero
        total = _join(self, right, operator.add)
        return Number(total, self.magnitude + right.magnitude, negative_zero=negative_zero)

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Number:
        return self + (-Number.of(other))

    def __rsub__(self, other: Scalar) -> Number:
        return Number.of(other) + (-self)

    def __mul__(self, other: Scalar) -> Number:
        right = other if isinstance(other, Number) else Number.of(other)
        if self.special is not None or right.special is not None:
            return special(
                _any_sign(self) * _any_sign(right)
            )  # a zero gives NaN, whatever its sign
        product = _join(self, right, operator.mul)
        nearest = nearest_float(product)
        size = size_of(product) if working.wide else abs(nearest)
        if not (self.exact and right.exact):
            spread = 0.0
            if not self.exact:
                spread += right.size * self.magnitude
            if not right.exact:
                spread += self.size * right.magnitude
            if not self.exact and not right.exact:
                spread += working.second_order * self.magnitude * right.magnitude
            size = max(size, spread)
        negative_zero = _is_exact_zero(product) and _signs_differ(self, right)
        result = Number(product, size, negative_zero=negative_zero)
        result._nearest = nearest
        return result

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Number:
        right = other if isinstance(other, Number) else Number.of(other)
        if self.special is not None or right.special is not None or right.is_zero:
            return _special_quotient(self, right)
        if isinstance(right.real, arb) and right.real.contains(0):
            raise Uncertain
        quotient = _join(self, right, operator.truediv)
        nearest = nearest_float(quotient)
        size = size_of(quotient) if working.wide else abs(nearest)
        if not (self.exact and right.exact):
            divisor = least_size_of(right.real)
            spread = 0.0
            if not self.exact:
                spread += ratio(self.magnitude, divisor)
            if not right.exact:
                spread += ratio(size * right.magnitude, divisor)
            size = max(size, spread)
        negative_zero = _is_exact_zero(quotient) and _signs_differ(self, right)
        result = Number(quotient, size, negative_zero=negative_zero)
        result._nearest = nearest
        return result

    def __rtruediv__(self, other: Scalar) -> Number:
        return Number.of(other) / self


@functools.lru_cache(maxsize=1 << 16)
def _of_float(value: float) -> Number:
    """The Number of a nonzero float. The same few recur in the readings of a case."""
    if not math.isfinite(value):
        return Number(None, math.nan, exact=True, special=value)
    number = Number(fmpq(*value.as_integer_ratio()), abs(value), exact=True)
    number._nearest = value
    return number


def special(value: float) -> Number:
    """The result of an operation with special values: NaN, an infinity, or (as 1/Inf) a zero."""
    if math.isnan(value):  # its sign depends on the processor
        return Number(None, math.nan, special=math.nan)
    if math.isinf(value):
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
    """Whether they are equal, or so close that the rounding errors of a correct evaluation may swap their order."""
    if x.special is not None or y.special is not None:
        return False
    gap = least_size_of((x - y).real)
    return gap == 0 or gap <= working.second_order * (x.magnitude + y.magnitude)


def reciprocal(x: Number) -> Number:
    """1/x for derivatives: NaN if the relative error of x may be too large for a first-order description."""
    if not x.exact and working.second_order * x.magnitude > least_size_of(x.real) / 4:
        return NAN
    return ONE / x


def _join(x: Number, y: Number, operate: Callable[[Any, Any], Any]) -> Any:
    if type(x.real) is type(y.real):
        return operate(x.real, y.real)
    return operate(x.as_ball(), y.as_ball())


def ieee(x: Number) -> float:
    """A float with the sign and kind of x: enough for the rules of IEEE 754 for special values. Uncertain for a zero of open sign."""
    if x.special is None and x.is_zero and x.negative_zero is None:
        raise Uncertain
    return _any_sign(x)


def _any_sign(x: Number) -> float:
    """The same for a rule that ignores the sign of zero. Uncertain for a ball that may be zero or of either sign."""
    if x.special is not None:
        return x.special
    if x.is_zero:
        return -0.0 if x.negative_zero else 0.0
    sign = _sign_bit(x)
    if sign is None:
        raise Uncertain
    return math.copysign(min(max(x.size, 5e-324), 1.7e308), -1.0 if sign else 1.0)


def _special_sum(x: Number, y: Number) -> Number:
    if x.special is not None and y.special is not None:
        return special(x.special + y.special)
    return special(x.special if x.special is not None else y.special)  # type: ignore[arg-type]


def _special_quotient(x: Number, y: Number) -> Number:
    """A quotient with a special operand, or with a divisor of zero."""
    if x.special is not None and y.special is not None:
        return special(_ieee_divide(x.special, y.special))
    for one in (x, y):
        if one.is_nan:
            return special(one.special)  # type: ignore[arg-type]
    if x.special is None and x.is_zero and y.is_zero:
        return NAN
    if x.special is None and x.is_zero:  # by an infinity
        return Number(fmpq(0), negative_zero=_signs_differ(x, y))
    return special(_ieee_divide(ieee(x), ieee(y)))


def _ieee_divide(x: float, y: float) -> float:
    if y != 0 or math.isnan(x):
        return x / y if y != 0 else x
    if x == 0:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def _sign_bit(x: Number) -> bool | None:
    """None where it is open."""
    if x.special is not None:
        return math.copysign(1.0, x.special) < 0
    if x.is_zero:
        return x.negative_zero
    if working.wide and x.as_ball().contains(0):
        return None
    return bool(x < 0)


def _signs_differ(x: Number, y: Number) -> bool | None:
    first, second = _sign_bit(x), _sign_bit(y)
    return None if first is None or second is None else first != second


def _opposite(sign: bool | None) -> bool | None:
    return None if sign is None else not sign


def _is_exact_zero(real: fmpq | arb) -> bool:
    return type(real) is fmpq and not real
