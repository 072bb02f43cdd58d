"""Readings that are checked in each call of their oracle: if one always agrees with it, the program need not run again with the
reading."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from flint import arb

from kassay_generators.numbers.number import Number
from kassay_generators.numbers.recording import Recorded
from kassay_generators.oracles.arrays import without_history
from kassay_generators.oracles.interface import (
    Context,
    Remembered,
    Typed,
    asks_for_machine,
    call,
    makes_same_call,
)

Function = Callable[..., Any]


class Agreement:
    """`readings`: each with the name of its function."""

    def __init__(self, readings: Iterable[tuple[str, Function]]) -> None:
        self._readings: dict[str, list[Function]] = {}
        for name, reading in readings:
            if not hasattr(reading, "makes_constant"):  # the machine reads it before a call
                self._readings.setdefault(name, []).append(reading)

    def has_all(self, readings: Mapping[str, Function]) -> bool:
        """Whether there are readings, by function, and all have agreed in every call so far."""
        return bool(readings) and all(
            reading in self._readings.get(name, ()) for name, reading in readings.items()
        )

    def checked(self, name: str, oracle: Function) -> Function:
        """The oracle; its calls drop the readings that do not agree."""
        if not self._readings.get(name):
            return oracle
        if asks_for_machine(oracle):
            return lambda context, machine, **arguments: self._called(
                name, oracle, arguments, context, machine
            )
        return lambda context, **arguments: self._called(name, oracle, arguments, context, None)

    def _called(
        self, name: str, oracle: Function, arguments: dict[str, Any], context: Context, machine: Any
    ) -> Any:
        readings = self._readings[name]
        # On a tape, another formula has another derivative, and a reading would leave its own operations there.
        on_tape = _is_recorded(arguments)
        seen = {n: without_history(v) for n, v in arguments.items()} if on_tape else arguments
        same = [r for r in readings if makes_same_call(r, oracle, seen, context, machine)]
        # Also final if the oracle raises an error, gets the machine, or is on a tape.
        self._readings[name] = same
        if len(same) == len(readings) or machine is not None or on_tape:
            return call(oracle, arguments, context, machine)
        if isinstance(oracle, Remembered):
            oracle.forget()
        result = call(oracle, arguments, context)
        with _read_only([*arguments.values(), result]):
            self._readings[name] = [
                r for r in readings if r in same or _gives(r, arguments, context, result)
            ]
        return result


def _is_recorded(arguments: dict[str, Any]) -> bool:
    return any(
        isinstance(number, Recorded)
        for array in _arrays(arguments.values())
        if array.dtype == object
        for number in array.flat
    )


def _arrays(values: Iterable[Any]) -> Iterator[np.ndarray]:
    """The arrays among the values, also in lists and tuples."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, Typed):
            yield from _arrays([value.values])
        elif isinstance(value, list | tuple):
            yield from _arrays(value)


@contextlib.contextmanager
def _read_only(values: Iterable[Any]) -> Iterator[None]:
    """A reading that writes to its arguments fails inside the context, instead of changing the answer of the oracle."""
    arrays = [array for array in _arrays(values) if array.flags.writeable]
    for array in arrays:
        array.flags.writeable = False
    try:
        yield
    finally:
        for array in arrays:
            array.flags.writeable = True


def _gives(reading: Function, arguments: dict[str, Any], context: Context, result: Any) -> bool:
    try:
        return _equal(call(reading, arguments, context), result)
    except Exception:  # a reading may fail in any way; the run with it shows how
        return False


def _equal(one: Any, other: Any) -> bool:
    """Whether two results are the same in every respect that the machine can see."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Number):
        return _equal_numbers(one, other)
    if isinstance(one, Typed):
        return one.dtype == other.dtype and _equal(one.values, other.values)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, np.ndarray):
        alike = one.shape == other.shape and one.dtype == other.dtype
        return alike and all(map(_equal, one.ravel().tolist(), other.ravel().tolist()))
    return isinstance(one, bool | int | float | str) and repr(one) == repr(other)


def _equal_numbers(one: Number, other: Number) -> bool:
    if type(one) is not Number or (one.exact, one.negative_zero, one.magnitude, one.condition) != (
        other.exact,
        other.negative_zero,
        other.magnitude,
        other.condition,
    ):
        return False
    if one.special is not None or other.special is not None:
        return repr(one.special) == repr(other.special)
    a, b = one.real, other.real
    if isinstance(a, arb) and isinstance(b, arb):
        return (a.mid(), a.rad()) == (b.mid(), b.rad())
    return type(a) is type(b) and a == b
