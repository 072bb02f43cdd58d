"""Oracle for ctc_label_dense_to_sparse. A sparse tensor is one whose other elements are 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Lazy, Node
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import ApiError

Make = Callable[[Tensor, Tensor, Machine], Tensor]


def _each(make: Make, *, is_sparse: bool = True) -> Callable[..., Any]:
    def answer(labels: Any, label_lengths: Any, machine: Machine) -> Any:
        result = machine.lazily(lambda x, n: make(x, n, machine), labels, label_lengths)
        if isinstance(result, Node):
            result.is_sparse = is_sparse
        return result

    return answer


def _zeros(shape: tuple[int, ...], labels: Tensor, machine: Machine) -> np.ndarray:
    return machine.arithmetic.lift(np.zeros(shape, dtype=labels.dtype))


def _kept(
    keeps: Callable[[int, int, int], bool],
    place: Callable[[int, int], tuple[int, int]] | None = None,
) -> Make:
    """The kept entries, from column, length and width."""

    def make(labels: Tensor, lengths: Tensor, machine: Machine) -> Tensor:
        if len(labels.shape) != 2 or lengths.shape != labels.shape[:1]:
            raise ApiError("any")
        values = _zeros(labels.shape, labels, machine)
        for row, column in np.ndindex(labels.shape):
            if keeps(column, int(lengths.values[row]), labels.shape[1]):
                values[row, column] = labels.values[row, column]
        return Tensor(values, labels.dtype, is_sparse=True)

    return make


_normative = _kept(lambda column, length, width: column < length)
oracle = _each(_normative)


def _compared(labels: Tensor, lengths: Tensor, machine: Machine) -> Tensor:
    places = np.arange(labels.shape[1])[np.newaxis, :]
    values = np.where(places < lengths.values[:, np.newaxis], labels.values, 0)
    return Tensor(values, labels.dtype, is_sparse=True)


confirmation = _each(_compared)


def _changed(change: Callable[[Tensor, Tensor, Machine], np.ndarray]) -> Callable[..., Any]:
    """A reading that changes the elements of the correct result; it also gets the lengths."""

    def make(labels: Tensor, lengths: Tensor, machine: Machine) -> Tensor:
        right = _normative(labels, lengths, machine)
        return Tensor(change(right, lengths, machine), right.dtype, is_sparse=True)

    return _each(make)


def _first_length(labels: Tensor, lengths: Tensor, machine: Machine) -> Tensor:
    same = np.full(lengths.values.shape, lengths.values.flat[0], dtype=object)
    return _normative(labels, Tensor(same, lengths.dtype), machine)


def _joined(labels: Tensor, lengths: Tensor, machine: Machine) -> np.ndarray:
    """The kept entries without gaps, from the first position on."""
    values = _zeros(labels.shape, labels, machine)
    kept = [
        labels.values[row, column]
        for row, column in np.ndindex(labels.shape)
        if column < int(lengths.values[row])
    ]
    values.flat[: len(kept)] = kept
    return values


def _dense(labels: Tensor, lengths: Tensor, machine: Machine) -> Tensor:
    return Tensor(_normative(labels, lengths, machine).values, labels.dtype)


def _of_dtype(dtype: Callable[[Machine], str]) -> Callable[..., Any]:
    def make(labels: Tensor, lengths: Tensor, machine: Machine) -> Tensor:
        right = _normative(labels, lengths, machine)
        return Tensor(machine.tensor(right, dtype(machine)).values, dtype(machine), is_sparse=True)

    return _each(make)


def _refusing(is_refused: Callable[[Tensor, Tensor], bool]) -> Callable[..., Any]:
    def make(labels: Tensor, lengths: Tensor, machine: Machine) -> Tensor:
        if is_refused(labels, lengths):
            raise ApiError("any")
        return _normative(labels, lengths, machine)

    return _each(make)


def _int64_refused(labels: Any, label_lengths: Any, machine: Machine) -> Any:
    """Depends only on the type, so the call decides."""
    if isinstance(label_lengths, Tensor | Lazy) and label_lengths.dtype == "int64":
        raise ApiError("any")
    return oracle(labels, label_lengths, machine)


READINGS = {
    "int64-refused": _int64_refused,
    "long-label-refused": _refusing(lambda x, n: any(int(m) > x.shape[1] for m in n.values.flat)),
    "lengths-ignored": _each(_kept(lambda column, length, width: True)),
    "one-more": _each(_kept(lambda column, length, width: column <= length)),
    "one-less": _each(_kept(lambda column, length, width: column < length - 1)),
    "last-entries": _each(_kept(lambda column, length, width: column >= width - length)),
    "entries-past-length": _each(_kept(lambda column, length, width: column >= length)),
    "first-length": _each(_first_length),
    "joined": _changed(_joined),
    "transposed": _changed(lambda right, lengths, machine: right.values.T),
    "trimmed": _changed(
        lambda right, lengths, machine: right.values[
            :, : max((int(n) for n in lengths.values.flat), default=0)
        ]
    ),
    "dense": _each(_dense, is_sparse=False),
    "int32-always": _of_dtype(lambda machine: "int32"),
    "floatx-always": _of_dtype(lambda machine: machine.settings.floatx),
}
