"""Oracle for to_dense."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers import recording
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import ApiError
from kassay_generators.oracles.narrowing import float64_through_float32


def _each(change: Callable[[Tensor, Machine], Tensor]) -> Callable[..., Any]:
    return lambda tensor, machine: machine.lazily(lambda t: change(t, machine), tensor)


def _dense(tensor: Tensor, machine: Machine) -> Tensor:
    return Tensor(tensor.values, tensor.dtype)


def oracle(tensor: Any, machine: Machine) -> Any:
    return _each(_dense)(tensor, machine)


def _of_sparse(change: Callable[[np.ndarray], np.ndarray]) -> Callable[..., Any]:
    """A reading that changes the elements of a sparse tensor."""

    def answer(tensor: Tensor, machine: Machine) -> Tensor:
        values = change(tensor.values) if tensor.is_sparse else tensor.values
        return Tensor(values, tensor.dtype)

    return _each(answer)


def _transposed(values: np.ndarray) -> np.ndarray:
    """The elements column by column, in the positions of the stored ones."""
    result = values.copy()
    places = [index for index in np.ndindex(values.shape) if values[index]]
    columns = sorted(places, key=lambda index: index[::-1])
    for place, source in zip(places, columns, strict=True):
        result[place] = values[source]
    return result


def _trimmed(values: np.ndarray) -> np.ndarray:
    places = [index for index in np.ndindex(values.shape) if values[index]]
    ends = [1 + max((p[d] for p in places), default=-1) for d in range(values.ndim)]
    return values[tuple(slice(end) for end in ends)]


def _pattern(values: np.ndarray) -> np.ndarray:
    result = values.copy()
    for index in np.ndindex(values.shape):
        if values[index]:
            result[index] = values[index] / values[index]
    return result


def _dense_refused(tensor: Tensor, machine: Machine) -> Tensor:
    if not tensor.is_sparse:
        raise ApiError("any")
    return _dense(tensor, machine)


def _cast_to_floatx(tensor: Tensor, machine: Machine) -> Tensor:
    return machine.tensor(_dense(tensor, machine), machine.settings.floatx)


def _gradient_stopped(tensor: Tensor, machine: Machine) -> Tensor:
    return Tensor(elementwise(recording.stop_gradient, tensor.values), tensor.dtype)


def _through_float32(tensor: Tensor, machine: Machine) -> Tensor:
    return Tensor(float64_through_float32(tensor.values, tensor.dtype), tensor.dtype)


confirmation = oracle
READINGS = {
    "gradient-stopped": _each(_gradient_stopped),
    "transposed": _of_sparse(_transposed),
    "dense-refused": _each(_dense_refused),
    "cast-to-floatx": _each(_cast_to_floatx),
    "trimmed": _of_sparse(_trimmed),
    "pattern": _of_sparse(_pattern),
    "float64-through-float32": _each(_through_float32),
}
