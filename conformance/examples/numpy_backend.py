"""A one-page backend: some functions on NumPy, tested through the protocol of conformance/PROTOCOL.md.

    kassay run --backend 'exec:build/venv/bin/python conformance/examples/numpy_backend.py'

To test your own, put your functions into FUNCTIONS under their names in the Keras backend API. `constant` turns an array into a
tensor of your backend, and `eval` a tensor into an array. All other functions take and return tensors of your backend.
"""

from __future__ import annotations

import json
import math
import operator
import os
import struct
import sys
from collections import ChainMap
from collections.abc import Callable, MutableMapping
from typing import Any, BinaryIO

import numpy as np
from safetensors.numpy import load, save

PROTOCOL = 1
FLOATX = "float32"


def constant(
    value: Any, dtype: str | None = None, shape: Any = None, name: str | None = None
) -> np.ndarray:
    array = np.asarray(value, dtype=dtype or FLOATX)
    return (
        array
        if shape is None
        else np.full(shape, array)
        if array.size == 1
        else array.reshape(shape)
    )


def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    powers = np.exp(x - np.max(x, axis=axis, keepdims=True, initial=-np.inf))
    return powers / np.sum(powers, axis=axis, keepdims=True)


def relu(
    x: np.ndarray, alpha: float = 0.0, max_value: float | None = None, threshold: float = 0.0
) -> np.ndarray:
    below = np.zeros_like(x) if alpha == 0 else np.asarray(alpha * (x - threshold), dtype=x.dtype)
    result = np.where(x >= threshold, x, below)
    result = result if max_value is None else np.where(x >= max_value, max_value, result)
    return np.where(np.isnan(x), x, result).astype(x.dtype)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "constant": constant,
    "eval": lambda x: x,
    "softmax": softmax,
    "relu": relu,
    "square": lambda x: x * x,
    "exp": lambda x: np.exp(x),
    "tanh": lambda x: np.tanh(x),
    "sum": lambda x, axis=None, keepdims=False: np.sum(
        x, axis=axis, keepdims=keepdims, dtype=x.dtype
    ),
    "max": lambda x, axis=None, keepdims=False: np.max(x, axis=axis, keepdims=keepdims),
    "transpose": lambda x: np.transpose(x),
    "expand_dims": lambda x, axis=-1: np.expand_dims(x, axis),
    "int_shape": lambda x: x.shape,
    "ndim": lambda x: x.ndim,
    "dtype": lambda x: x.dtype.name,
}
# The tensor operators; one operand may be a number.
OPERATORS: dict[str, Callable[..., Any]] = {
    f"operator.{sign.__name__}": sign
    for sign in (operator.add, operator.sub, operator.mul, operator.truediv, operator.neg)
}
KINDS = {
    MemoryError: "out-of-memory",
    ValueError: "value",
    TypeError: "type",
    LookupError: "index",
    AssertionError: "assertion",
    NotImplementedError: "not-implemented",
}


class Unsupported(Exception):
    """The backend lacks a function or a feature. This does not count against it."""


def bind(pattern: Any, value: Any, names: MutableMapping[str, Any]) -> None:
    """Binds a value to a name; a list of names unpacks a list or a tuple."""
    if isinstance(pattern, str):
        names[pattern] = value
        return
    if not isinstance(value, list | tuple) and len(pattern) == 1:
        value = [value]
    if not isinstance(value, list | tuple) or len(value) != len(pattern):
        raise RuntimeError(f"the program names {len(pattern)} elements, but the value is {value!r}")
    for each, element in zip(pattern, value, strict=True):
        bind(each, element, names)


class Program:
    """A running program. `names` has the values that an argument or a call can name."""

    def __init__(self, program: dict[str, Any], inputs: dict[str, np.ndarray]) -> None:
        self.program = program
        self.inputs = inputs
        self.names: ChainMap[str, Any] = ChainMap({}, inputs)  # a result hides an input

    def run(self) -> list[Any]:
        self.make_calls(self.program["calls"], self.names)
        return [self.names[name] for name in self.program["return"]]

    def make_calls(self, calls: list[dict[str, Any]], names: ChainMap[str, Any]) -> None:
        for call in calls:
            for _ in range(call.get("times", 1)):
                answer = self.make_call(call, names)
            let = call.get("let", [])
            if let:  # else the call was for its effect
                bind(let if len(let) > 1 else let[0], answer, names)

    def make_call(self, call: dict[str, Any], names: ChainMap[str, Any]) -> Any:
        args = [self.value_of(a, names) for a in call.get("args", [])]
        kwargs = {name: self.value_of(a, names) for name, a in call.get("kwargs", {}).items()}
        if kwargs.get("updates"):  # pairs of a variable and its new value are tuples in Python
            kwargs["updates"] = [tuple(u) if isinstance(u, list) else u for u in kwargs["updates"]]
        if isinstance(call["call"], dict):
            return names[call["call"]["ref"]](*args, **kwargs)
        function = FUNCTIONS.get(call["call"]) or OPERATORS.get(call["call"])
        if function is None:
            raise Unsupported(f"{call['call']} is not implemented")
        return function(*args, **kwargs)

    def value_of(self, argument: Any, names: ChainMap[str, Any]) -> Any:
        if isinstance(argument, list):
            values = [self.value_of(a, names) for a in argument]
            # A list of ints is a tuple in Python: a shape, axes, strides.
            sizes = bool(values) and all(v is None or type(v) in (int, tuple) for v in values)
            return tuple(values) if sizes else values
        if not isinstance(argument, dict):
            return argument
        ((kind, word),) = argument.items()
        if kind == "sparse":
            raise Unsupported("sparse arrays are not supported")
        meanings: dict[str, Callable[[str], Any]] = {
            "ref": names.__getitem__,
            "input": self.inputs.__getitem__,
            "function": self.function,
            "float": float,
        }
        return meanings[kind](word)

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the program; it also sees the names of the program."""
        definition = self.program["functions"][name]

        def called(*arguments: Any) -> Any:
            if len(arguments) != len(definition["parameters"]):
                raise TypeError(f"{name} was called with {len(arguments)} arguments")
            names = self.names.new_child()
            bind(definition["parameters"], arguments, names)
            self.make_calls(definition["calls"], names)
            values = tuple(self.value_of(a, names) for a in definition["return"])
            return values if len(values) > 1 else values[0]

        return called


def output_item(value: Any, tensors: dict[str, np.ndarray]) -> Any:
    """A returned value in the form of the reply; arrays go to `tensors`."""
    if isinstance(value, np.ndarray | np.generic):
        name = f"t{len(tensors)}"
        tensors[name] = np.array(value, order="C")  # row-major, as in the protocol
        return {"tensor": name}
    if isinstance(value, list | tuple):
        return [output_item(v, tensors) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}
    return value


def start(message: dict[str, Any]) -> dict[str, Any]:
    """The name and the functions of the backend."""
    if message["protocol"] != PROTOCOL:
        return {
            "type": "error",
            "kind": "protocol",
            "message": f"only version {PROTOCOL} is supported",
        }
    return {
        "type": "started",
        "protocol": PROTOCOL,
        "name": "numpy example",
        "version": np.__version__,
        "device": "cpu",
        "functions": list(FUNCTIONS),
    }


def run(
    message: dict[str, Any], inputs: dict[str, np.ndarray]
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Runs a program; returns the reply and its tensors.

    Each run starts from the same state: a backend with variables, settings or counters resets them here.
    """
    tensors: dict[str, np.ndarray] = {}
    try:
        outputs = [
            output_item(value, tensors) for value in Program(message["program"], inputs).run()
        ]
    except Unsupported as reason:
        return {"type": "unsupported", "id": message["id"], "reason": str(reason)}, {}
    except Exception as error:
        kind = next((kind for cls, kind in KINDS.items() if isinstance(error, cls)), "other")
        return {"type": "error", "id": message["id"], "kind": kind, "message": str(error)}, {}
    return {"type": "outputs", "id": message["id"], "outputs": outputs}, tensors


def receive(stream: BinaryIO) -> tuple[dict[str, Any], dict[str, np.ndarray]] | None:
    """The next message with its tensors; None at the end of input."""
    length = stream.read(8)
    if len(length) < 8:
        return None
    buffer = stream.read(struct.unpack("<Q", length)[0])
    header = json.loads(buffer[8 : 8 + struct.unpack("<Q", buffer[:8])[0]])
    return json.loads(header["__metadata__"]["message"]), load(buffer)


def send(stream: BinaryIO, message: dict[str, Any], tensors: dict[str, np.ndarray]) -> None:
    buffer = save(tensors, metadata={"message": json.dumps(message)})
    stream.write(struct.pack("<Q", len(buffer)) + buffer)
    stream.flush()


def main() -> None:
    # The output of libraries goes to standard error, the replies to a copy of standard output.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    np.seterr(all="ignore")
    while (received := receive(sys.stdin.buffer)) is not None:
        message, tensors = received
        if message["type"] == "start":
            send(replies, start(message), {})
        elif message["type"] == "run":
            send(replies, *run(message, tensors))
        else:
            break


if __name__ == "__main__":
    main()
