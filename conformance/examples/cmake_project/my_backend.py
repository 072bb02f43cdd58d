"""A small backend on NumPy: three activations, on tensors that are evaluated on demand."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

__version__ = "0.1"


class Tensor:
    """A tensor: `evaluate` computes it from the values that are fed to placeholders."""

    def __init__(self, evaluate: Callable[[dict[Tensor, np.ndarray]], np.ndarray]) -> None:
        self.evaluate = evaluate


def constant(value: Any, dtype: str | None = None, shape: Any = None, name: Any = None) -> Tensor:
    array = np.asarray(value, dtype or "float32")
    if shape is not None:
        array = np.full(shape, array) if array.size == 1 else array.reshape(shape)
    return Tensor(lambda feeds: array)


def variable(
    value: Any, dtype: str | None = None, name: Any = None, constraint: Any = None
) -> Tensor:
    return constant(value, dtype)


def placeholder(
    shape: Any = None, ndim: Any = None, dtype: Any = None, sparse: bool = False, name: Any = None
) -> Tensor:
    tensor = Tensor(lambda feeds: feeds[tensor])
    return tensor


def function(inputs: list[Tensor], outputs: list[Tensor], updates: Any = None) -> Callable:
    def call(values: list[np.ndarray]) -> list[np.ndarray]:
        feeds = dict(zip(inputs, values))
        return [output.evaluate(feeds) for output in outputs]

    return call


def eval(x: Tensor) -> np.ndarray:
    return x.evaluate({})


def relu(x: Tensor, alpha: float = 0.0, max_value: Any = None, threshold: float = 0.0) -> Tensor:
    def evaluate(feeds: dict[Tensor, np.ndarray]) -> np.ndarray:
        values = x.evaluate(feeds)
        dtype = values.dtype.type
        kept = values if max_value is None else np.minimum(values, dtype(max_value))
        below = dtype(alpha) * (values - dtype(threshold)) if alpha else np.zeros_like(values)
        return np.where(np.isnan(values) | (values >= threshold), kept, below)

    return Tensor(evaluate)


def softmax(x: Tensor, axis: int = -1) -> Tensor:
    def evaluate(feeds: dict[Tensor, np.ndarray]) -> np.ndarray:
        values = x.evaluate(feeds)
        wide = values.astype("float64")
        place = axis % wide.ndim
        powers = np.exp(wide - wide.max(axis=place, keepdims=True))
        return (powers / powers.sum(axis=place, keepdims=True)).astype(values.dtype)

    return Tensor(evaluate)


def tanh(x: Tensor) -> Tensor:
    return Tensor(lambda feeds: np.tanh(x.evaluate(feeds)))
