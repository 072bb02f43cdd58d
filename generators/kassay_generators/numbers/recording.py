"""How a function of numbers states its derivative, for numbers that remember where they came from.

Most code never notices: a `Number` has no history, and a function with partials is then called as it is. Where an argument is
`Recorded` (derivative.Traced), the tape that it belongs to makes the call and keeps the partial derivatives.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar, cast

# A partial derivative as an expression of the arguments and, last, the result: all of them Numbers without history.
Partial = Callable[..., Any]
Function = TypeVar("Function", bound=Callable[..., Any])


class Recorder(Protocol):
    """`order`: tapes that are begun later have a larger one."""

    order: int

    def record(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        partials: Sequence[Partial],
        rounds: int,
    ) -> Any: ...


class Recorded:
    """A number that remembers where it came from."""

    __slots__ = ()
    tape: Recorder

    def without_history(self) -> Any:
        raise NotImplementedError


def _innermost(arguments: Sequence[Any]) -> Recorder:
    """Of the tapes that the arguments belong to the one that was begun last: it differentiates what the others record."""
    tapes = [argument.tape for argument in arguments if isinstance(argument, Recorded)]
    return max(tapes, key=lambda tape: tape.order)


def with_partials(*partials: Partial, rounds: int = 1) -> Callable[[Function], Function]:
    """Declares one partial derivative for each argument. A partial that is NaN says that there is none at this point.

    `rounds`: how many roundings follow one another in it; 0 where it is exact in floating point, as a negation or a choice.
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
