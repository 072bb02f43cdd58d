"""Oracle for gather."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.integers import with_integers
from kassay_generators.oracles.interface import ApiError, Typed
from kassay_generators.oracles.narrowing import int64_through_float64, narrowed


def _from_end(index: int, count: int) -> int:
    if not -count <= index < count:
        raise ApiError("index")
    return index % count


def _gather(
    reference: np.ndarray, indices: np.ndarray, entry: Callable[[int, int], int | None] = _from_end
) -> np.ndarray:
    """`entry(index, count)`: the entry to which an index points, or None for zeros."""
    zeros = np.empty(reference.shape[1:], dtype=object)
    zeros.fill(Number.of(0))
    result = np.empty(indices.shape + reference.shape[1:], dtype=object)
    for at in np.ndindex(indices.shape):
        place = entry(int(indices[at]), len(reference))
        result[at] = (
            zeros if place is None else reference[place : place + 1].reshape(zeros.shape)
        )[()]
    return result


def _entries(reference: np.ndarray, indices: np.ndarray) -> np.ndarray:
    return _gather(reference, indices)


oracle = with_integers("indices", _entries)


def confirmation(reference: np.ndarray, indices: np.ndarray) -> np.ndarray:
    return np.take(reference, indices, axis=0)


def _with_entry(entry: Callable[[int, int], int | None]) -> Any:
    return lambda reference, indices: _gather(reference, indices, entry)


def _refuse_negative(index: int, count: int) -> int:
    if index < 0:
        raise ApiError("any")
    return _from_end(index, count)


def _last_axis(reference: np.ndarray, indices: np.ndarray) -> np.ndarray:
    return np.moveaxis(
        _gather(np.moveaxis(reference, -1, 0), indices),
        range(indices.ndim),
        range(-indices.ndim, 0),
    )


def _sorted_unique(reference: np.ndarray, indices: np.ndarray) -> np.ndarray:
    named = sorted({int(i) % len(reference) for i in indices.flat})
    return _gather(reference, np.array(named, dtype=int))


def _by_product(reference: np.ndarray, indices: np.ndarray) -> np.ndarray:
    result = np.empty(indices.shape + reference.shape[1:], dtype=object)
    for at in np.ndindex(indices.shape):
        chosen = _from_end(int(indices[at]), len(reference))
        for beside in np.ndindex(reference.shape[1:]):
            terms = (
                reference[(row, *beside)] * int(row == chosen) for row in range(len(reference))
            )
            result[at + beside] = sum(terms, Number.of(0))
    return result


READINGS = {
    "last-axis": _last_axis,
    "flattened-reference": lambda reference, indices: _gather(reference.ravel(), indices),
    "from-one": _with_entry(lambda index, count: (index - 1) % count),
    "flattened-indices": lambda reference, indices: _gather(reference, indices.ravel()),
    "sorted-unique": _sorted_unique,
    "floating-result": lambda reference, indices, context: Typed(
        _gather(reference, indices), context.floatx
    ),
    "by-product": _by_product,
    "nearest-index": _with_entry(lambda index, count: min(max(index, -count), count - 1) % count),
    "negative-refused": _with_entry(_refuse_negative),
    "negative-zero": _with_entry(
        lambda index, count: None if index < 0 else _from_end(index, count)
    ),
    "outside-zero": _with_entry(
        lambda index, count: index % count if -count <= index < count else None
    ),
    "integers-through-float64": narrowed(_entries, int64_through_float64),
    "floats-taken": _entries,
}
