"""A backend in a page: some functions on NumPy, tested through the protocol of conformance/PROTOCOL.md.

    kassay run --backend 'exec:build/venv/bin/python conformance/examples/numpy_backend.py'

To test your own: put your functions into FUNCTIONS under their names in the Keras backend API. `constant` makes a tensor of your
backend from an array, `eval` an array from a tensor; everything else takes and gives tensors of your backend.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import numpy as np
from safetensors.numpy import load, save

FLOATX = "float32"


def _axes(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


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
        x, axis=_axes(axis), keepdims=keepdims, dtype=x.dtype
    ),
    "max": lambda x, axis=None, keepdims=False: np.max(x, axis=_axes(axis), keepdims=keepdims),
    "transpose": lambda x: np.transpose(x),
    "expand_dims": lambda x, axis=-1: np.expand_dims(x, axis),
    "int_shape": lambda x: x.shape,
    "ndim": lambda x: x.ndim,
    "dtype": lambda x: x.dtype.name,
}
KINDS = {
    ValueError: "value",
    TypeError: "type",
    LookupError: "index",
    AssertionError: "assertion",
    NotImplementedError: "not-implemented",
}


def value_of(argument: Any, inputs: dict[str, np.ndarray], results: dict[str, Any]) -> Any:
    if isinstance(argument, list):
        return [value_of(a, inputs, results) for a in argument]
    if isinstance(argument, dict):
        ((kind, word),) = argument.items()
        return {"input": inputs.get, "ref": results.get, "float": float}[kind](word)
    return argument


def run(
    message: dict[str, Any], inputs: dict[str, np.ndarray]
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Makes the calls of a program; returns the reply and its tensors."""
    results: dict[str, Any] = {}
    for call in message["program"]["calls"]:
        args = [value_of(a, inputs, results) for a in call.get("args", [])]
        kwargs = {name: value_of(a, inputs, results) for name, a in call.get("kwargs", {}).items()}
        try:
            answer = FUNCTIONS[call["call"]](*args, **kwargs)
        except Exception as error:
            kind = next((kind for cls, kind in KINDS.items() if isinstance(error, cls)), "other")
            return {"type": "error", "id": message["id"], "kind": kind, "message": str(error)}, {}
        names = call.get("let", [])
        results.update(zip(names, answer if len(names) > 1 else [answer], strict=False))
    tensors: dict[str, np.ndarray] = {}
    outputs: list[Any] = []
    for name in message["program"]["return"]:
        value = results[name]
        if isinstance(value, np.ndarray | np.generic):
            tensors[name] = np.array(value, order="C")
            outputs.append({"tensor": name})
        else:
            outputs.append(list(value) if isinstance(value, tuple) else value)
    return {"type": "outputs", "id": message["id"], "outputs": outputs}, tensors


def receive(stream: BinaryIO) -> tuple[dict[str, Any], dict[str, np.ndarray]] | None:
    """The next message with its tensors; none at the end of input."""
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
    # Whatever a library prints goes to standard error; replies go to a copy of standard output.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    np.seterr(all="ignore")
    while (received := receive(sys.stdin.buffer)) is not None:
        message, tensors = received
        if message["type"] == "start":
            send(
                replies,
                {
                    "type": "started",
                    "protocol": 1,
                    "name": "numpy example",
                    "version": np.__version__,
                    "device": "cpu",
                    "functions": list(FUNCTIONS),
                },
                {},
            )
        elif message["type"] == "run":
            send(replies, *run(message, tensors))
        else:
            break


if __name__ == "__main__":
    main()
