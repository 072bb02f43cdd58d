"""Arrays described element by element, for functions that only move elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError

Index = tuple[int, ...]


def build(shape: Sequence[int], element: Callable[[Index], Any]) -> np.ndarray:
    """The array whose element at each index is `element(index)`."""
    result = np.empty(tuple(shape), dtype=object)
    for index in np.ndindex(result.shape):
        result[index] = Number.of(element(index))
    return result


def replaced(index: Sequence[int], position: int, *entries: int) -> Index:
    """The index (or shape) with the entry at `position` replaced by others; without others, it is dropped."""
    return (*index[:position], *entries, *index[position + 1 :])


def inserted(index: Sequence[int], position: int, entry: int) -> Index:
    return (*index[:position], entry, *index[position:])


def row_major(shape: Sequence[int], position: int) -> Index:
    """The index of the element at `position` if the last index runs fastest."""
    index: list[int] = []
    for size in reversed(tuple(shape)):
        index.insert(0, position % size)
        position //= size
    return tuple(index)


def position_of(shape: Sequence[int], index: Index) -> int:
    """The inverse."""
    position = 0
    for size, entry in zip(shape, index, strict=True):
        position = position * size + entry
    return position


def column_major(shape: Sequence[int], position: int) -> Index:
    """The index of the element at `position` if the first index runs fastest."""
    return row_major(tuple(reversed(tuple(shape))), position)[::-1]


def in_other_shape(x: np.ndarray, shape: Sequence[int]) -> np.ndarray:
    """The same elements in row-major order. Raises ApiError if their number differs."""
    if int(np.prod(shape, dtype=object)) != x.size:
        raise ApiError("value")
    return build(shape, lambda index: x[row_major(x.shape, position_of(shape, index))])


def in_other_shape_column_major(x: np.ndarray, shape: Sequence[int]) -> np.ndarray:
    """The misreading that the first index runs fastest."""
    if int(np.prod(shape, dtype=object)) != x.size:
        raise ApiError("value")
    backwards = tuple(reversed(tuple(shape)))
    return build(shape, lambda index: x[column_major(x.shape, position_of(backwards, index[::-1]))])
