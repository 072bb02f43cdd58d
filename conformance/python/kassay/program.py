"""Runs a program, as conformance/PROTOCOL.md describes it, on the functions of a Python backend."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, MutableMapping

import numpy as np

from kassay.errors import ProgramError, Unsupported
from kassay.measurement import measured
from kassay.operators import OPERATORS
from kassay.outputs import item
from kassay.protocol import ProtocolError, Tensors

_UPDATES = 2  # the place of `updates` among the arguments of `function`
# The positions of shapes: the empty shape of a scalar is also a tuple. Any other empty list may be a list of tensors.
_PLACE_OF_SHAPE = {
    **dict.fromkeys(("ones", "zeros", "truncated_normal"), 0),
    **dict.fromkeys(("random_binomial", "random_normal", "random_uniform"), 0),
    **dict.fromkeys(("random_normal_variable", "random_uniform_variable"), 0),
    "reshape": 1,
}
Names = MutableMapping[str, Any]


@dataclass
class Progress:
    """The number of the current call of a program, from 1; 0 after the last. It stays if a call raises."""

    call: int = 0


def run_program(
    program: dict[str, Any],
    inputs: Tensors,
    find: Callable[[str], Callable[..., Any] | None],
    progress: Progress | None = None,
) -> tuple[dict[str, Any], Tensors]:
    """Makes the calls of `program`; returns fields of the reply, and its tensors.

    `find` returns the function of a name, or None if the backend lacks it. Raises exceptions of
    the backend, Unsupported, ProgramError, and ProtocolError for an invalid program.
    """
    run = _Run(program, inputs, find, progress or Progress())
    tensors: Tensors = {}
    outputs = [item(_meaning(run.names, name, "result"), tensors) for name in program["return"]]
    return {"outputs": outputs, **({"seconds": run.seconds} if run.seconds else {})}, tensors


class _Run:
    """A running program. `names` are the values that arguments and calls can refer to."""

    def __init__(
        self,
        program: dict[str, Any],
        inputs: Tensors,
        find: Callable[[str], Callable[..., Any] | None],
        progress: Progress,
    ) -> None:
        self._functions = program.get("functions", {})
        self._inputs = inputs
        self._find = find
        self.seconds: list[float] = []  # of the measured calls
        self.names: ChainMap[str, Any] = ChainMap({}, inputs)  # a result hides an input
        for progress.call, call in enumerate(program["calls"], 1):
            self._make_call(call, self.names)
        progress.call = 0

    def _make_call(self, call: dict[str, Any], names: ChainMap[str, Any]) -> None:
        answer = None
        if "measure" in call:
            answer, self.seconds = measured(self._prepared(call, names), call["measure"])
        else:
            for _ in range(call.get("times", 1)):
                answer = self._prepared(call, names)()
        let = call.get("let")
        if let:  # otherwise only its effect matters
            _bind(let if len(let) > 1 else let[0], answer, names, call["call"])

    def _prepared(self, call: dict[str, Any], names: Mapping[str, Any]) -> Callable[[], Any]:
        """The call with its arguments evaluated."""
        args = [self._value(each, names) for each in call.get("args", [])]
        kwargs = {key: self._value(each, names) for key, each in call.get("kwargs", {}).items()}
        place = _PLACE_OF_SHAPE.get(call["call"]) if isinstance(call["call"], str) else None
        args = [() if i == place and _is_empty(each) else each for i, each in enumerate(args)]
        if _is_empty(kwargs.get("shape")):
            kwargs["shape"] = ()
        if call["call"] == "function":
            args[_UPDATES:] = [_as_updates(each) for each in args[_UPDATES:]]
            if "updates" in kwargs:
                kwargs["updates"] = _as_updates(kwargs["updates"])
        callee = self._callee(call["call"], names)
        return lambda: callee(*args, **kwargs)

    def _callee(self, name: Any, names: Mapping[str, Any]) -> Callable[..., Any]:
        if isinstance(name, dict):
            return _meaning(names, name["ref"], "result")
        function = OPERATORS.get(name) or self._find(name)
        if function is None:
            raise Unsupported(f"the backend has no function {name}")
        return function

    def _value(self, argument: Any, names: Mapping[str, Any]) -> Any:
        if isinstance(argument, list):
            values = [self._value(each, names) for each in argument]
            return _tuples(values) if _are_sizes(values) else values
        if not isinstance(argument, dict):
            return argument
        ((kind, word),) = argument.items()
        if kind == "ref":
            return _meaning(names, word, "result")
        if kind == "input":
            return _meaning(self._inputs, word, "input")
        if kind == "sparse":
            return _sparse(_meaning(self._inputs, word, "input"))
        return self._function(word) if kind == "function" else float(word)

    def _function(self, name: str) -> Callable[..., Any]:
        """A function of the program; it can use the names of the program, too."""
        definition = _meaning(self._functions, name, "function")
        parameters = definition["parameters"]

        def called(*arguments: Any) -> Any:
            if len(arguments) != len(parameters):
                raise TypeError(
                    f"{name} takes {len(parameters)} arguments, but was given {len(arguments)}"
                )
            names = self.names.new_child()
            for pattern, argument in zip(parameters, arguments):
                _bind(pattern, argument, names, name)
            for call in definition["calls"]:
                self._make_call(call, names)
            values = tuple(self._value(each, names) for each in definition["return"])
            return values if len(values) > 1 else values[0]

        called.__name__ = name
        return called


def _is_empty(value: Any) -> bool:
    return isinstance(value, list) and not value


def _are_sizes(values: Any) -> bool:
    """Whether the documents write this as a tuple: shapes, axes, strides, paddings."""
    return bool(values) and all(
        _are_sizes(each) if isinstance(each, (list, tuple)) else each is None or type(each) is int
        for each in values
    )


def _tuples(values: Any) -> Any:
    return tuple(map(_tuples, values)) if isinstance(values, (list, tuple)) else values


def _meaning(names: Mapping[str, Any], name: str, what: str) -> Any:
    if name not in names:
        raise ProtocolError(f"the program has no {what} called {name}")
    return names[name]


def _as_updates(updates: Any) -> Any:
    """Pairs of a variable and its new value are tuples in Python."""
    if not isinstance(updates, list):
        return updates
    return [tuple(each) if isinstance(each, list) else each for each in updates]


def _bind(pattern: Any, value: Any, names: Names, origin: Any) -> None:
    """Gives a value a name; a list of names unpacks a list, a tuple or an iterator."""
    if isinstance(pattern, str):
        names[pattern] = value
        return
    if isinstance(value, Iterator):
        value = list(value)
    if not isinstance(value, (list, tuple)) and len(pattern) == 1:
        value = [value]
    if not isinstance(value, (list, tuple)) or len(value) != len(pattern):
        found = f"{len(value)}" if isinstance(value, (list, tuple)) else f"a {type(value).__name__}"
        raise ProgramError(
            f"{_name(origin)} returned {found}, but the program names {len(pattern)} values"
        )
    for each, element in zip(pattern, value):
        _bind(each, element, names, origin)


def _name(origin: Any) -> str:
    return origin["ref"] if isinstance(origin, dict) else origin


def _sparse(dense: np.ndarray) -> Any:
    try:
        from scipy.sparse import coo_matrix
    except ImportError as error:
        raise Unsupported("this environment lacks SciPy, which sparse arrays need") from error
    return coo_matrix(dense)
