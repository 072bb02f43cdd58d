"""The computations. Each function is written for arrays, and `operation` turns it into a function of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from .configuration import floatx
from .tensor import Array, operation


def _axes(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


@operation
def identity(x: Array, name: str | None = None) -> Array:
    return x


@operation
def zeros_like(x: Array, dtype: str | None = None, name: str | None = None) -> Array:
    return np.zeros_like(x, dtype)


@operation
def ones_like(x: Array, dtype: str | None = None, name: str | None = None) -> Array:
    return np.ones_like(x, dtype)


@operation
def cast(x: Array, dtype: str) -> Array:
    return x.astype(dtype)


def cast_to_floatx(x: Any) -> Array:
    return np.asarray(x, floatx())


@operation
def abs(x: Array) -> Array:
    return np.abs(x)


@operation
def sign(x: Array) -> Array:
    return np.sign(x)


@operation
def square(x: Array) -> Array:
    return x * x


@operation
def sqrt(x: Array) -> Array:
    return np.sqrt(np.where(x < 0, np.zeros_like(x), x))


@operation
def exp(x: Array) -> Array:
    return np.exp(x)


@operation
def tanh(x: Array) -> Array:
    return np.tanh(x)


@operation
def sigmoid(x: Array) -> Array:
    one, small = np.ones_like(x), np.exp(-np.abs(x))  # at most 1: nothing overflows
    return np.where(x < 0, small, one) / (one + small)


@operation
def relu(
    x: Array, alpha: float = 0.0, max_value: float | None = None, threshold: float = 0.0
) -> Array:
    below = np.zeros_like(x) if alpha == 0 else (alpha * (x - threshold)).astype(x.dtype)
    result = np.where(x >= threshold, x, below)
    if max_value is not None:
        result = np.where(x >= max_value, np.full_like(x, max_value), result)
    return np.where(np.isnan(x), x, result)


@operation
def softmax(x: Array, axis: int = -1) -> Array:
    powers = np.exp(x - np.max(x, axis, keepdims=True, initial=-np.inf))
    return powers / np.sum(powers, axis, keepdims=True)


@operation
def maximum(x: Array, y: Any) -> Array:
    return np.maximum(x, np.asarray(y, x.dtype))


@operation
def minimum(x: Array, y: Any) -> Array:
    return np.minimum(x, np.asarray(y, x.dtype))


@operation
def sum(x: Array, axis: Any = None, keepdims: bool = False) -> Array:
    return np.sum(x, _axes(axis), x.dtype, keepdims=keepdims)


@operation
def mean(x: Array, axis: Any = None, keepdims: bool = False) -> Array:
    floating = x if np.issubdtype(x.dtype, np.floating) else x.astype(floatx())
    return np.mean(floating, _axes(axis), keepdims=keepdims)


@operation
def max(x: Array, axis: Any = None, keepdims: bool = False) -> Array:
    return np.max(x, _axes(axis), keepdims=keepdims)


@operation
def min(x: Array, axis: Any = None, keepdims: bool = False) -> Array:
    return np.min(x, _axes(axis), keepdims=keepdims)


@operation
def dot(x: Array, y: Array) -> Array:
    return np.dot(x, y)


@operation
def transpose(x: Array) -> Array:
    return np.transpose(x)


@operation
def expand_dims(x: Array, axis: int = -1) -> Array:
    return np.expand_dims(x, axis)


@operation
def squeeze(x: Array, axis: int) -> Array:
    if x.ndim == 0:  # NumPy lets this pass
        raise ValueError(f"a scalar has no dimension {axis}")
    return np.squeeze(x, axis)


@operation
def flatten(x: Array) -> Array:
    return x.reshape(-1)


@operation
def concatenate(tensors: list[Array], axis: int = -1) -> Array:
    return np.concatenate(tensors, axis)


@operation
def stack(x: list[Array], axis: int = 0) -> Array:
    return np.stack(x, axis)
