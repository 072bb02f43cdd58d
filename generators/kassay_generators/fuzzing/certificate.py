"""The answers that a correct backend may give to a program: an arithmetic in which each call widens its results by its own
limit.

The result of a call is right if it is within the specification's limit (`accuracy`, as in spec/lib/tolerance.h) of the true
result for the arguments that the call gets. So after each call, the ball of an element holds the true results for all arguments
in their balls, widened by the limit: every result of a correct backend lies in it, and the next call reads it. A subnormal
number may have become zero, and zero may have either sign. An element is Undecided if a comparison, a rounding or a choice
depends on which number of a ball it is, or if it may or may not overflow.

A number that the dtype holds exactly, and that no limit takes to its neighbour, stays that number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb, fmpq

from kassay_generators.machine.arithmetic import Exact
from kassay_generators.machine.values import ProgramError
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.derivative import Traced
from kassay_generators.numbers.number import ONE, Number
from kassay_generators.numbers.precision import Uncertain
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.vectors import tolerance
from kassay_generators.vectors.answer import Accuracy

# If an exact number is expected, nothing on the way to it rounds.
_CONVERSION = Accuracy(0.5, 0, 0)
_LEAST_ULPS_OF_DERIVATIVES = 4.0
# The limit of an element of at most that size.
_Limit = Callable[[float, Number], float]


class Certified(Exact):
    """`ulps`: those of all calls so far; a derivative may pass through each of them."""

    def __init__(self) -> None:
        self.ulps = 0.0

    def lift(self, raw: np.ndarray) -> np.ndarray:
        """Subnormal inputs may be flushed (D-003)."""
        numbers = super().lift(raw)
        if not dtypes.is_floating(raw.dtype.name):
            return numbers
        smallest = dtypes.FORMATS[raw.dtype.name].min_normal
        tiny = (np.abs(raw) < smallest) & (raw != 0)
        return elementwise(_flushable, numbers) if tiny.any() else numbers

    def result(self, values: Any, dtype: str) -> np.ndarray:
        array = as_array(values)
        decided = [not isinstance(n, Undecided) for n in array.flat]
        if all(decided):
            return super().result(array, dtype)
        return elementwise(
            lambda n: n
            if isinstance(n, Undecided)
            else super(Certified, self).result(n, dtype)[()],
            array,
        )

    def derivative(self, values: Any, length: int, dtype: str) -> np.ndarray:
        """Each rounding, forward and back, adds at most one roundoff of the magnitude, and each call its ulps. A zero may be
        what remains of terms that cancel. Exact arithmetic no longer shows these terms, so they count as large as those of the
        zero's neighbours. An infinite one may depend on the sign of a zero."""
        allowance = _LEAST_ULPS_OF_DERIVATIVES + 2 * length + 2 * self.ulps
        unit = dtypes.FORMATS[dtype].roundoff

        def limit(size: float, n: Number) -> float:
            return allowance * (unit * max(size, n.magnitude) + dtypes.FORMATS[dtype].min_subnormal)

        found = super().result(values, dtype)
        largest = max((n.magnitude for n in found.flat if _is_plain(n)), default=0.0)

        def beside(n: Any) -> Any:
            if isinstance(n, Number) and n.special is not None and math.isinf(n.special):
                return Undecided(n.special)
            if not _is_plain(n) or not n.is_zero or n.magnitude > 0:
                return n
            return Number(fmpq(0), largest) if largest > 0 else Undecided(0.0)

        return _widened_all(elementwise(beside, found), limit, dtype)

    def convert(self, values: np.ndarray, source: str, target: str) -> np.ndarray:
        if source == target:
            return values
        if not dtypes.is_floating(target) and any(is_ball(n) for n in values.flat):
            raise Uncertain
        converted = super().convert(values, source, target)
        return self.widened(self.result(converted, target), _CONVERSION, target)

    def widened(
        self, values: np.ndarray, accuracy: Accuracy, dtype: str, *, flushed: float = 1.0
    ) -> np.ndarray:
        """The elements of a result, each widened by the limit of an accuracy. `flushed`: the factor that may multiply a partial
        sum that becomes zero."""
        if not dtypes.is_floating(dtype):
            return checked_integers(values, dtype)
        self.ulps += accuracy.ulps
        return _widened_all(values, _limit(accuracy, dtype, flushed), dtype)


def _limit(accuracy: Accuracy, dtype: str, flushed: float) -> _Limit:
    form = dtypes.FORMATS[dtype]
    factor = tolerance.roundings(accuracy)

    def limit(size: float, n: Number) -> float:
        exponent = max(math.frexp(min(size, form.max))[1] - 1, form.min_exponent)
        found = accuracy.ulps * 2.0 ** (exponent - form.precision + 1) + accuracy.atol
        rounded = n.magnitude if accuracy.terms else n.condition
        if rounded > 0:
            found += factor * max(form.roundoff * rounded, form.min_subnormal)
            if accuracy.terms and rounded > size:
                # Terms of both signs: a partial sum may be subnormal, and become 0 (D-003).
                found += accuracy.terms * form.min_normal * flushed
        return found

    return limit


def _widened_all(values: np.ndarray, limit: _Limit, dtype: str) -> np.ndarray:
    return elementwise(lambda n: _widened(n, limit, dtype), values)


def _widened(n: Any, limit: _Limit, dtype: str) -> Number:
    if isinstance(n, Undecided):
        return n
    if isinstance(n, Traced):
        return Traced(_widened(n.inner, limit, dtype), n.tape, [(n, ONE)], n.length)
    if n.special is not None:
        return n  # type: ignore[no-any-return]
    if n.is_zero and n.magnitude == 0:
        return Number(fmpq(0), exact=True, negative_zero=None)
    form = dtypes.FORMATS[dtype]
    size = max(n.sizes[1], 0.0)
    reach = limit(size, n)
    if size + reach >= form.rounding_range[1] or not math.isfinite(n.magnitude):
        return Undecided(n.nearest)
    held = type(n.real) is fmpq and is_held(n, dtype)
    if reach == 0 and type(n.real) is fmpq and not held:
        raise ProgramError("an exact function whose result the dtype does not hold")
    if held and reach <= _step(n.nearest, dtype) / 2:
        return Number(n.real, n.size, exact=True, negative_zero=None if n.is_zero else False)
    ball = n.as_ball() + arb(0, reach)
    if float(ball.abs_lower()) < form.min_normal:
        ball = ball.union(arb(0))
    return Number(ball, float(ball.abs_upper()), exact=True)


def _is_plain(n: Any) -> bool:
    return not isinstance(n, Undecided | Traced) and n.special is None


def _step(value: float, dtype: str) -> float:
    """The distance to the nearer of the neighbours of a number of the dtype, a little less at a power of two."""
    form = dtypes.FORMATS[dtype]
    fraction, exponent = math.frexp(abs(value))
    exponent = max(exponent - 1, form.min_exponent) if value else form.min_exponent
    step = 2.0 ** (exponent - form.precision + 1)
    return step * (0.49 if abs(fraction) == 0.5 else 0.999) * 1.01


def is_held(n: Any, dtype: str) -> bool:
    """Whether it is a number of the dtype, or special."""
    if isinstance(n, Undecided | Traced):
        return False
    if n.special is not None or not dtypes.is_floating(dtype):
        return True
    if type(n.real) is not fmpq:
        return False
    value = n.nearest
    if n.real != fmpq(*value.as_integer_ratio()):
        return False
    return float(dtypes.round_to(dtype, np.array(value))) == value


def checked_integers(values: np.ndarray, dtype: str) -> np.ndarray:
    """Raises ProgramError if a number is beyond the range of the dtype: then the result is unspecified."""
    if dtype == "bool":
        return values
    bounds = np.iinfo(dtype)
    for n in values.flat:
        if isinstance(n, Undecided):
            continue
        if n.special is not None or not bounds.min <= int(n) <= bounds.max:
            raise ProgramError(f"a number beyond {dtype}")
    return values


def _flushable(n: Number) -> Number:
    if n.special is not None or n.is_zero or n.size > 2.0**-14:
        return n
    return Number(n.as_ball().union(arb(0)), n.size, exact=True)


def of_either_sign(n: Any) -> Any:
    if isinstance(n, Undecided | Traced) or not n.is_zero:
        return n
    return Number(fmpq(0), exact=True, negative_zero=None)


def is_ball(n: Any) -> bool:
    if isinstance(n, Undecided):
        return True
    return n.special is None and (type(n.real) is arb or (n.is_zero and n.negative_zero is None))
