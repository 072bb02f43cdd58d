"""An element of which a right backend may answer this or that, because a decision on the way to it is open."""

from __future__ import annotations

from typing import Any, NoReturn

from kassay_generators.numbers.number import Number, special
from kassay_generators.numbers.precision import Uncertain


class Undecided(Number):
    """Moves through reshapes and choices like any element; what is computed from it is undecided too, and what asks for
    its value is Uncertain. `guess`: one of its possible values, for shapes that must go on."""

    __slots__ = ("guess",)

    def __init__(self, guess: float) -> None:
        self.guess = guess

    def _open(self, *_: Any) -> NoReturn:
        raise Uncertain

    # Everything that an oracle could read of a number.
    real = special = exact = negative_zero = magnitude = property(_open)  # type: ignore[assignment]
    _nearest = property(_open)  # type: ignore[assignment]
    is_nan = is_infinite = is_zero = nearest = size = sizes = property(_open)  # type: ignore[assignment]
    _compare = as_ball = __float__ = __int__ = __bool__ = __index__ = _open  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]

    def _undecided(self, *_: Any) -> Undecided:
        return self

    __neg__ = __pos__ = __abs__ = _undecided
    __add__ = __radd__ = __sub__ = __rsub__ = _undecided  # type: ignore[assignment]
    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _undecided  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Undecided({self.guess})"


def guess_of(number: Any) -> Number:
    """An exact number among those that an element may be."""
    if isinstance(number, Undecided):
        return Number.of(number.guess)
    if number.special is not None:
        return special(number.special)
    if number.is_zero:
        return Number.of(0)
    return Number.of(number.nearest)
