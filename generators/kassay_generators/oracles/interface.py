"""What an oracle module needs, and how it is found.

A module `generators/ops/<category>/<function>.py` has

* `oracle(**arguments)`: the mathematical definition, on NumPy arrays of `Number` (dtype object), every argument given under its
  name. It returns an array for each value that the function returns (a tuple where there are several), or a plain Python value.
  The dtype is what `returns` of the specification says, unless the answer is a `Typed`. An error is `raise ApiError(kind)`.
  Its gradient comes from running it on numbers that remember where they came from: see numbers/derivative.py and README.md.
* `confirmation(**arguments)`: the same on ordinary NumPy arrays in float64 (int64, bool), written independently with NumPy's own
  functions.
* `READINGS`: by id of a reading, a function like `oracle` that answers as that reading would.

`oracle`, `confirmation` and readings may take `context: Context` too, and `machine: Machine`: then the arguments are the values of
the package `machine`, lazy ones too, and so is the answer. `RANDOM = True` says that every evaluation gives another result,
`MAKES_VARIABLE = True` that the result is a variable of its own where no argument is a tensor. `check_static(**arguments, machine)` raises the errors that a
lazy argument has before it has elements. `ONLY_WITH` lists, by id of a reading, the functions of which a program must call
one for that reading to differ. `BY_EDITION = True` says that the answer depends on it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType, ModuleType
from typing import Any

import numpy as np
from flint import ctx

from kassay_generators.numbers.precision import working
from kassay_generators.specification.function import Function


class ApiError(Exception):
    """The call is invalid: the kind is one of spec/README.md (value, type, index, ...)."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True)
class Typed:
    """An array with a dtype of its own."""

    values: Any
    dtype: str


@dataclass(frozen=True)
class Context:
    """What a call depends on beside its arguments. `dtypes` holds the dtype of every tensor argument by name, `sparse` the
    names of those that are sparse, in whole or in part."""

    edition: str
    dtype: str
    dtypes: dict[str, str] = field(default_factory=dict)
    floatx: str = "float32"
    epsilon: float = 1e-7
    image_data_format: str = "channels_last"
    sparse: tuple[str, ...] = ()


class Remembered:
    """An oracle that remembers its first call since `forget`, which is that of the case. A reading that makes the same call
    gets the same object as the answer; in most cases most readings do."""

    def __init__(self, oracle: Callable[..., Any]) -> None:
        functools.update_wrapper(self, oracle)
        self._oracle = oracle
        self._names = tuple(inspect.signature(oracle).parameters)
        self.forget()

    def forget(self) -> None:
        self._key: tuple[Any, ...] | None = None
        self._call: tuple[dict[str, Any], Any] = {}, None

    def __call__(self, *positional: Any, **keywords: Any) -> Any:
        arguments = dict(zip(self._names, positional, strict=False)) | keywords
        named = [(name, _key(arguments[name])) for name in self._names if name in arguments]
        key = (ctx.prec, working.coefficient, *named)
        if key == self._key:
            return self._call[1]
        answer = self._oracle(**arguments)
        if self._key is None:
            self._key, self._call = key, (arguments, answer)  # what is held keeps its identity
            for part in answer if isinstance(answer, tuple) else (answer,):
                if isinstance(part, np.ndarray):
                    part.flags.writeable = False
        return answer

    def has_answered(self, result: Any) -> bool:
        """Whether the result is that of the remembered call."""
        return self._key is not None and result is self._call[1]


def _key(value: Any) -> Any:
    """Equal for plain values of one type that are equal, and for one object of any other type."""
    if isinstance(value, list | tuple):
        return tuple(map(_key, value))
    is_plain = value is None or isinstance(value, bool | int | float | str | Context)
    return repr(value) if is_plain else id(value)


def with_arguments(
    oracle: Callable[..., Any], **changes: Callable[[dict[str, Any]], Any]
) -> Callable[..., Any]:
    """A reading that gives the oracle other arguments: each change is a function of those that were given."""

    @functools.wraps(oracle)  # so that it takes what the oracle takes, a context for example
    def reading(**arguments: Any) -> Any:
        return oracle(**{**arguments, **{name: of(arguments) for name, of in changes.items()}})

    return reading


def call(
    function: Callable[..., Any],
    arguments: dict[str, Any],
    context: Context,
    machine: Any = None,
) -> Any:
    """Calls an oracle, a confirmation or a reading with what it asks for beside the arguments."""
    asked = _parameters(function)
    extra: dict[str, Any] = {"context": context} if "context" in asked else {}
    if "machine" in asked:
        extra["machine"] = machine
    return function(**arguments, **extra)


def takes_machine(module: ModuleType) -> bool:
    """Whether a function sees the machine, and lazy values among its arguments, rather than arrays of elements."""
    return asks_for_machine(module.oracle)


def asks_for_machine(function: Callable[..., Any]) -> bool:
    """The same of one oracle or reading."""
    return "machine" in _parameters(function)


def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__"):
        return _signature_parameters(function)
    return _code_parameters(code)


@functools.lru_cache(maxsize=4096)
def _code_parameters(code: CodeType) -> frozenset[str]:
    """Of a plain function. Conventions and readings are often made anew for a call, all of them of the same code."""
    return frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


@functools.lru_cache(maxsize=4096)
def _signature_parameters(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)


def declared_dtype(
    function: Function, entry: dict[str, Any], arguments: Mapping[str, Any], context: Context
) -> str:
    """The dtype of a result after `returns`: `x` (of that tensor), `dtype` (an argument that names one; null is floatx),
    `floatx`, or a dtype."""
    name = entry["dtype"]
    if name in context.dtypes:
        return context.dtypes[name]
    if name == "floatx":
        return context.floatx
    if function.parameter(name) is not None:
        return arguments[name] or context.floatx
    return str(name)
