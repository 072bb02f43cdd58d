"""The interface of oracle modules.

A module `generators/ops/<category>/<function>.py` has

* `oracle(**arguments)`: the mathematical definition, on NumPy arrays of `Number` (dtype object), with every argument passed by
  name. It returns an array per result of the function (a tuple for several), or a plain Python value. The dtype follows
  `returns` of the specification, unless the result is a `Typed`. An error is `raise ApiError(kind)`. Its gradient comes from
  running it on numbers that remember their history: see numbers/derivative.py and README.md.
* `confirmation(**arguments)`: the same on ordinary NumPy arrays in float64 (int64, bool), written independently with NumPy's
  functions.
* `READINGS`: by id, a function like `oracle` for each reading.

`oracle`, `confirmation` and readings may also take `context: Context` and `machine: Machine`. With a machine, arguments and
results are values of the package `machine`, possibly lazy. `RANDOM = True`: every evaluation gives another result,
the elements of the first argument times constants; flags keep some of them.
`MAKES_VARIABLE = True`: the result is a new variable if no argument is a tensor. `BY_EDITION = True`: the result depends on the
edition. `check_static(**arguments, machine)` raises the errors that a lazy argument causes before it has elements.
`over(upper, lower)` puts a reading over another, or returns None, if readings do something else than call an oracle that is
`Remembered`. `ONLY_WITH` lists, by id of a reading, functions; the reading differs only in a program that calls one of them.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import CodeType, ModuleType
from typing import Any

import numpy as np
from flint import ctx

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.numbers.precision import Uncertain, working
from kassay_generators.specification.function import Function

# Errors other than ApiError that an oracle may raise for arguments that no case has; some fail as NumPy does.
FAILURES = (
    Uncertain,
    IndexError,
    ValueError,
    TypeError,
    ZeroDivisionError,
    AttributeError,
    KeyError,
    OverflowError,
    AssertionError,
)


class ApiError(Exception):
    """The call is invalid: the kind is one of spec/vectors.md (value, type, index, ...)."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True)
class Typed:
    """An array with its own dtype."""

    values: Any
    dtype: str


def of_dtype(answer: Any, dtype: str) -> Typed:
    """The values of the answer, in the dtype. The answer may have a dtype already, where one reading is put over another."""
    return Typed(answer.values if isinstance(answer, Typed) else answer, dtype)


@dataclass(frozen=True)
class Context:
    """What a call depends on in addition to its arguments. `dtypes`: the dtype of every tensor argument by name. `sparse`: the names
    of the arguments that are sparse or contain a sparse tensor."""

    edition: str
    dtype: str
    dtypes: dict[str, str] = field(default_factory=dict)
    floatx: str = "float32"
    epsilon: float = 1e-7
    image_data_format: str = "channels_last"
    sparse: tuple[str, ...] = ()


class Remembered:
    """An oracle that remembers its first call since `forget`: the call of the case. A reading that makes the same call gets
    the same result object. Most readings do, in most cases. Another reading may replace it (see `over`)."""

    def __init__(self, oracle: Callable[..., Any]) -> None:
        functools.update_wrapper(self, oracle)
        self._oracle = oracle
        self._names = tuple(inspect.signature(oracle).parameters)
        self._stand_in: Callable[..., Any] | None = None
        self.forget()

    def forget(self) -> None:
        self._key: tuple[Any, ...] | None = None
        self._call: tuple[dict[str, Any], Any] = {}, None

    def __call__(self, *positional: Any, **keywords: Any) -> Any:
        arguments = dict(zip(self._names, positional, strict=False)) | keywords
        if self._stand_in is not None:
            stand_in = self._stand_in
            with self.standing_in(None):
                return stand_in(**arguments)
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

    @contextlib.contextmanager
    def standing_in(self, function: Callable[..., Any] | None) -> Iterator[None]:
        """Calls of the oracle inside the context are calls of the function; None is the oracle itself."""
        previous, self._stand_in = self._stand_in, function
        try:
            yield
        finally:
            self._stand_in = previous

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
    """A reading that passes other arguments to the oracle: each change is a function of the given arguments."""

    def changed(arguments: dict[str, Any]) -> dict[str, Any]:
        return {name: of(arguments) for name, of in changes.items()}

    @functools.wraps(oracle)  # so that it takes what the oracle takes, a context for example
    def reading(**arguments: Any) -> Any:
        return oracle(**{**arguments, **changed(arguments)})

    def is_same(arguments: dict[str, Any]) -> bool:
        return all(_key(v) == _key(arguments[name]) for name, v in changed(arguments).items())

    return _calling(oracle, is_same, reading)


def refused(
    oracle: Callable[..., Any], where: Callable[[dict[str, Any]], Any], kind: str = "any"
) -> Callable[..., Any]:
    """A reading that refuses a call for whose arguments `where` holds."""

    @functools.wraps(oracle)
    def reading(**arguments: Any) -> Any:
        if where(arguments):
            raise ApiError(kind)
        return oracle(**arguments)

    return _calling(oracle, lambda arguments: not where(arguments), reading)


def only_where(
    condition: Callable[[dict[str, Any]], Any],
    oracle: Callable[..., Any],
    reading: Callable[..., Any],
) -> Callable[..., Any]:
    """The reading for arguments for which the condition holds, and the oracle for all others."""

    @functools.wraps(oracle)
    def limited(**arguments: Any) -> Any:
        return (reading if condition(arguments) else oracle)(**arguments)

    return _calling(oracle, lambda arguments: not condition(arguments), limited)


def _calling(
    below: Callable[..., Any], same: Callable[[dict[str, Any]], bool], reading: Callable[..., Any]
) -> Callable[..., Any]:
    """Marks a reading that only calls the function below with its own arguments where `same` holds for them."""
    reading.same_call = reading, below, same  # type: ignore[attr-defined]
    return reading


def makes_same_call(
    reading: Callable[..., Any],
    oracle: Callable[..., Any],
    arguments: dict[str, Any],
    context: Context,
    machine: Any = None,
) -> bool:
    """Whether it is known, without calling it, that the reading only calls the oracle with the arguments."""
    while reading is not oracle:
        mark = getattr(reading, "same_call", None)
        if mark is None or mark[0] is not reading:  # `functools.wraps` copies marks
            return False
        _, below, same = mark
        try:
            if not same({**arguments, **_extra(reading, context, machine)}):
                return False
        except Exception:  # the condition of a reading may fail as the reading would
            return False
        reading = below
    return True


class NotComposable(Exception):
    """A reading calls the oracle with its own argument, which another reading does not take."""


def over(
    module: ModuleType, upper: Callable[..., Any], lower: Callable[..., Any]
) -> Callable[..., Any] | None:
    """Both readings at once: `upper`, with `lower` in place of the oracle that it calls. None if the module cannot do this."""
    if hasattr(module, "over"):
        own: Callable[..., Any] | None = module.over(upper, lower)
        return own
    oracle = module.oracle
    if not isinstance(oracle, Remembered):
        return None

    def composed(arguments: dict[str, Any], context: Context, machine: Any) -> Any:
        def below(**given: Any) -> Any:
            inside = given.pop("context", context)
            given.pop("machine", None)
            if not given.keys() <= _parameters(lower):
                raise NotComposable
            return call(lower, given, inside, machine)

        with oracle.standing_in(below):
            return call(upper, arguments, context, machine)

    if asks_for_machine(upper) or asks_for_machine(lower):
        return lambda context, machine, **arguments: composed(arguments, context, machine)
    return lambda context, **arguments: composed(arguments, context, None)


def call(
    function: Callable[..., Any],
    arguments: dict[str, Any],
    context: Context,
    machine: Any = None,
) -> Any:
    """Calls an oracle, a confirmation or a reading, with the context and the machine if it takes them."""
    return function(**arguments, **_extra(function, context, machine))


def _extra(function: Callable[..., Any], context: Context, machine: Any) -> dict[str, Any]:
    asked = _parameters(function)
    extra: dict[str, Any] = {"context": context} if "context" in asked else {}
    if "machine" in asked:
        extra["machine"] = machine
    return extra


def takes_machine(module: ModuleType) -> bool:
    """Whether a module's function gets the machine and its values, lazy ones too, instead of arrays of elements."""
    return asks_for_machine(module.oracle)


def asks_for_machine(function: Callable[..., Any]) -> bool:
    """The same for one oracle or reading."""
    return "machine" in _parameters(function)


def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__"):
        return _signature_parameters(function)
    return _code_parameters(code)


@functools.lru_cache(maxsize=4096)
def _code_parameters(code: CodeType) -> frozenset[str]:
    """The parameters of a plain function. Conventions and readings are often created per call from the same code."""
    return frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


@functools.lru_cache(maxsize=4096)
def _signature_parameters(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)


def declared_dtype(
    function: Function, entry: dict[str, Any], arguments: Mapping[str, Any], context: Context
) -> str:
    """The dtype of a result from its entry in `returns`: `x` (that of the tensor), `x or floatx` (the same if it is floating),
    `dtype` (an argument that names one; null is floatx), `floatx`, or a dtype."""
    name, _, otherwise = entry["dtype"].partition(" or ")
    if otherwise and not is_floating(context.dtypes[name]):
        name = otherwise
    if name in context.dtypes:
        return context.dtypes[name]
    if name == "floatx":
        return context.floatx
    if function.parameter(name) is not None:
        return arguments[name] or context.floatx
    return str(name)
