"""Oracle for concatenate."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.axes import one_axis
from kassay_generators.oracles.interface import ApiError, Context
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed
from ops.shape.indexing import build, replaced


def oracle(tensors: list[np.ndarray], axis: int) -> np.ndarray:
    if not tensors:
        raise ApiError("value")
    at = one_axis(axis, tensors[0].ndim)
    for tensor in tensors:
        if tensor.ndim != tensors[0].ndim or replaced(tensor.shape, at) != replaced(
            tensors[0].shape, at
        ):
            raise ApiError("value")
    # For each position along the axis: the tensor that fills it, and the position in that tensor.
    places = [(tensor, i) for tensor in tensors for i in range(tensor.shape[at])]

    def element(index: tuple[int, ...]) -> Any:
        tensor, place = places[index[at]]
        return tensor[replaced(index, at, place)]

    return build(replaced(tensors[0].shape, at, len(places)), element)


def confirmation(tensors: list[np.ndarray], axis: int) -> np.ndarray:
    return np.concatenate(tensors, axis=axis)


def _stacked(tensors: list[np.ndarray], axis: int) -> np.ndarray:
    return oracle(
        [
            t.reshape((*t.shape[:axis], 1, *t.shape[axis:]) if axis >= 0 else (*t.shape, 1))
            for t in tensors
        ],
        axis,
    )


def _interleaved(tensors: list[np.ndarray], axis: int) -> np.ndarray:
    """One slice of each tensor in turn."""
    result = oracle(tensors, axis)
    at = axis % result.ndim
    order = sorted(
        range(result.shape[at]),
        key=lambda place: _turn([t.shape[at] for t in tensors], place),
    )
    return build(result.shape, lambda index: result[replaced(index, at, order[index[at]])])


def _turn(sizes: list[int], place: int) -> tuple[int, int]:
    for number, size in enumerate(sizes):
        if place < size:
            return place, number
        place -= size
    raise AssertionError("a place beyond the end")


def _folded(tensors: list[np.ndarray], axis: int) -> np.ndarray:
    rank = tensors[0].ndim if tensors else 0
    return oracle(tensors, axis % rank if axis < 0 and rank else axis)


def _sparse_refused(tensors: list[np.ndarray], axis: int, context: Context) -> np.ndarray:
    if context.sparse:
        raise ApiError("any")
    return oracle(tensors, axis)


READINGS = {
    "sparse-refused": _sparse_refused,
    "axis-ignored": lambda tensors, axis: oracle(tensors, -1),
    "axis-off-by-one": lambda tensors, axis: oracle(tensors, axis - 1 if axis > 0 else axis),
    "backwards": lambda tensors, axis: oracle(tensors[::-1], axis),
    "stacked": _stacked,
    "interleaved": _interleaved,
    "negative-axis-folded": _folded,
    "integers-through-float64": narrowed(oracle, int64_through_float64),
}
