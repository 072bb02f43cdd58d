"""How a function of numbers declares its derivative, for numbers that remember their history.

A `Number` has no history, and a call with such arguments runs the function directly. If an argument is `Recorded`
(derivative.Traced), its tape makes the call and keeps the partial derivatives.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar, cast

# A partial derivative as a function of the arguments and then the result, all of them Numbers without history.
Partial = Callable[..., Any]
Function = TypeVar("Function", bound=Callable[..., Any])


class Recorder(Protocol):
    """`order`: larger for a tape that starts later."""

    order: int

    def record(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        partials: Sequence[Partial],
        rounds: int,
    ) -> Any: ...


class Recorded:
    """A number that remembers its history."""

    __slots__ = ()
    tape: Recorder

    def without_history(self) -> Any:
        raise NotImplementedError


def _innermost(arguments: Sequence[Any]) -> Recorder:
    """The tape of the arguments that started last: it differentiates, and the others record its computations."""
    tapes = [argument.tape for argument in arguments if isinstance(argument, Recorded)]
    return max(tapes, key=lambda tape: tape.order)


def with_partials(*partials: Partial, rounds: int = 1) -> Callable[[Function], Function]:
    """Declares one partial derivative for each argument. A partial of NaN means that none exists at this point.

    `rounds`: the longest chain of roundings in the function; 0 if it is exact in floating point, such as a negation or a choice.
    """

    def declare(function: Function) -> Function:
        @functools.wraps(function)
        def call(*arguments: Any) -> Any:
            for argument in arguments:
                if isinstance(argument, Recorded):
                    return _innermost(arguments).record(call, arguments, partials, rounds)
            return function(*arguments)

        return cast(Function, call)

    return declare


def stop_gradient(x: Any) -> Any:
    """The number without its history: for a constant that the result does not depend on, such as the shift of a softmax."""
    return x.without_history() if isinstance(x, Recorded) else x
