"""Reverse-mode differentiation of oracles.

A `Traced` is a Number that remembers the operation that made it, the operands, and the partial derivative by each. These are
Numbers too, so that a derivative is exact and has its own magnitude. Oracles run on it unchanged. One pass over the recorded
operations, last to first, gives the derivatives of a weighted sum of the outputs in the order of floating-point
backpropagation; the rounding errors of the latter scale with the magnitudes.

If a function has no derivative, or rounding decides which one, the tape is *on a kink* and its derivatives are meaningless.
Kinks are: a comparison of sides that are equal or nearly equal, a tie of extremes, abs or sqrt at 0, a special intermediate value.

Tapes nest: a number on one tape may be the input of another that starts later. The outer tape records everything that the
inner one computes, including its derivatives, so that these can be differentiated again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kassay_generators.numbers.number import (
    MINUS_ONE,
    NAN,
    ONE,
    ZERO,
    Number,
    Scalar,
    near,
    reciprocal,
)
from kassay_generators.numbers.recording import Partial, Recorded, with_partials


class Traced(Number, Recorded):
    """A number on a tape. `parents`: its operands, with the partial derivative by each.

    `inner`: the same number without this tape; it may be on another one. `length`: the longest chain of roundings from the
    inputs to it.
    """

    __slots__ = ("inner", "length", "parents", "position", "tape")
    tape: Tape

    def __init__(
        self, number: Number, tape: Tape, parents: list[tuple[Traced, Number]], length: int
    ) -> None:
        self.real = number.real
        self.special = number.special
        self.exact = number.exact
        self.negative_zero = number.negative_zero
        self.magnitude = number.magnitude
        self.condition = number.condition
        self._nearest = number._nearest
        self.inner = number
        self.tape = tape
        self.parents = parents
        self.length = length
        self.position = len(tape.numbers)
        tape.numbers.append(self)

    def without_history(self) -> Number:
        return Number(
            self.real,
            self.magnitude,
            exact=self.exact,
            special=self.special,
            negative_zero=self.negative_zero,
            condition=self.condition,
        )

    def _compare(
        self,
        other: Scalar,
        certain: Callable[[Any, Any], bool],
        negated: Callable[[Any, Any], bool],
    ) -> bool:
        if other is not self and near(self, Number.of(other)):
            self.tape.on_kink("a comparison of sides that are equal or nearly equal")
        return super()._compare(other, certain, negated)

    def _leaves_tape(self) -> Any:
        raise TypeError("converting a traced number to a plain one would lose its derivative")

    __float__ = __int__ = __bool__ = __index__ = _leaves_tape

    __neg__ = with_partials(lambda x, result: MINUS_ONE, rounds=0)(Number.__neg__)
    __abs__ = with_partials(
        lambda x, result: NAN if near(x, ZERO) else ONE if x > 0 else MINUS_ONE, rounds=0
    )(Number.__abs__)
    __add__ = with_partials(lambda x, y, result: ONE, lambda x, y, result: ONE)(Number.__add__)
    __radd__ = __add__
    __mul__ = with_partials(lambda x, y, result: y, lambda x, y, result: x)(Number.__mul__)
    __rmul__ = __mul__
    __truediv__ = with_partials(
        lambda x, y, result: reciprocal(y), lambda x, y, result: -(result * reciprocal(y))
    )(Number.__truediv__)

    def __rtruediv__(self, other: Scalar) -> Number:
        return Traced.__truediv__(Number.of(other), self)


class Derivative(NamedTuple):
    """`length`: the longest chain of roundings, through the outputs and back."""

    number: Number
    length: int


@dataclass
class Tape:
    """The recorded numbers, in order. `kink`: why there is no derivative, or None.

    `keeps_zeros`: a slope of 0 counts as a connection. `smallest`, `largest`: the extremes of all nonzero magnitudes, forward
    and backward.
    """

    numbers: list[Traced] = field(default_factory=list)
    order: int = field(default_factory=itertools.count().__next__)
    kink: str | None = None
    keeps_zeros: bool = False
    smallest: float = float("inf")
    largest: float = 0.0

    def input(self, value: Scalar) -> Traced:
        return Traced(Number.of(value), self, [], 0)

    def on_kink(self, why: str) -> None:
        self.kink = self.kink or why

    def record(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        partials: Sequence[Partial],
        rounds: int,
    ) -> Number:
        """Calls the function with arguments, some of which are on the tape, and records the result."""
        mine = [isinstance(a, Traced) and a.tape is self for a in arguments]
        plain = [
            a.inner if on_tape else Number.of(a) for a, on_tape in zip(arguments, mine, strict=True)
        ]
        result: Number = function(*plain)
        if result.special is not None:
            self.on_kink(f"{function.__name__} gives a special value")
            return result
        self._meet(result)
        parents = []
        length = 0
        for argument, partial, on_tape in zip(arguments, partials, mine, strict=True):
            if not on_tape:
                continue
            length = max(length, argument.length)
            slope: Number = partial(*plain, result)
            if slope.is_infinite:
                self.on_kink(f"the derivative of {function.__name__} is infinite")
            elif not slope.is_nan:
                self._meet(slope)
            vanishes = slope.magnitude == 0 and slope.is_zero
            if not vanishes or self.keeps_zeros or isinstance(slope, Recorded):
                parents.append((argument, slope))
        return Traced(result, self, parents, length + rounds)

    def differentiate(
        self, weighted: Iterable[tuple[Number, Scalar]], inputs: Sequence[Traced]
    ) -> list[Derivative]:
        """d sum(weight * output) / d input for each input. An output may be a constant."""
        found: list[Derivative | None] = [None] * len(self.numbers)
        for output, weight in weighted:
            if isinstance(output, Traced) and output.tape is self:
                self._contribute(found, output, Derivative(Number.of(weight), output.length))
        for number in reversed(self.numbers):
            derivative = found[number.position]
            if derivative is None:
                continue
            for parent, slope in number.parents:
                if slope.is_nan:
                    self.on_kink("a tie, or a point without derivative")
                self._contribute(found, parent, _times(derivative, slope))
        return [found[one.position] or Derivative(ZERO, 0) for one in inputs]

    def _contribute(
        self, found: list[Derivative | None], number: Traced, derivative: Derivative
    ) -> None:
        before = found[number.position]
        if before is not None:
            length = max(before.length, derivative.length) + 1
            derivative = Derivative(before.number + derivative.number, length)
        self._meet(derivative.number)
        found[number.position] = derivative

    def _meet(self, number: Number) -> None:
        magnitude = number.magnitude
        if magnitude == 0 and number.is_zero:
            return
        if magnitude < self.smallest:
            self.smallest = magnitude
        if magnitude > self.largest:
            self.largest = magnitude


def _times(derivative: Derivative, slope: Number) -> Derivative:
    """A product with 1 or -1 does not round."""
    if slope is ONE:
        return derivative
    if slope is MINUS_ONE:
        return Derivative(-derivative.number, derivative.length)
    return Derivative(derivative.number * slope, derivative.length + 1)
