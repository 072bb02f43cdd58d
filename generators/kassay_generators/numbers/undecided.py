"""An element for which correct backends may give different answers, because a decision on the way to it is open."""

from __future__ import annotations

from typing import Any, NoReturn

from kassay_generators.numbers.number import Number, special
from kassay_generators.numbers.precision import Uncertain


class Undecided(Number):
    """Moves through reshapes and choices like any element. Results computed from it are undecided too, and reading its value
    raises Uncertain. `guess`: one of its possible values, where a shape needs one. `of_any_type`: the whole tensor may have
    another dtype or shape."""

    __slots__ = ("guess", "of_any_type")

    def __init__(self, guess: float, *, of_any_type: bool = False) -> None:
        self.guess = guess
        self.of_any_type = of_any_type

    def _open(self, *_: Any) -> NoReturn:
        raise Uncertain

    # Everything that an oracle could read of a number.
    real = special = exact = negative_zero = magnitude = property(_open)  # type: ignore[assignment]
    condition = property(_open)  # type: ignore[assignment]
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


def undecided(number: Any) -> Undecided:
    if isinstance(number, Undecided):
        return number
    return Undecided(number.special if number.special is not None else number.nearest)


def of_any_type(number: Any) -> Undecided:
    return Undecided(undecided(number).guess, of_any_type=True)


def may_have_another_type(number: Any) -> bool:
    return isinstance(number, Undecided) and number.of_any_type


def guess_of(number: Any) -> Number:
    """An exact number that an element may be."""
    if isinstance(number, Undecided):
        return Number.of(number.guess)
    if number.special is not None:
        return special(number.special)
    if number.is_zero:
        return Number.of(0)
    return Number.of(number.nearest)
