"""Oracle for one_hot."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.integers import with_integers
from kassay_generators.oracles.interface import ApiError, Typed, refused
from ops.shape.indexing import build


def _rows(indices: np.ndarray, num_classes: int) -> np.ndarray:
    if num_classes < 0:
        raise ApiError("value")
    return build((*indices.shape, num_classes), lambda index: int(indices[index[:-1]] == index[-1]))


oracle = with_integers("indices", _rows)


def confirmation(indices: np.ndarray, num_classes: int) -> np.ndarray:
    return np.asarray(indices[..., np.newaxis] == np.arange(num_classes), dtype=np.float64)


def _map(indices: np.ndarray, function: Any) -> np.ndarray:
    return build(indices.shape, lambda index: function(int(indices[index])))


def _refused(indices: np.ndarray, num_classes: int) -> np.ndarray:
    if any(not 0 <= int(i) < num_classes for i in indices.flat):
        raise ApiError("any")
    return _rows(indices, num_classes)


def _wrapped(indices: np.ndarray, num_classes: int) -> np.ndarray:
    """Like indexing in NumPy."""
    return _refused(
        _map(indices, lambda i: i + num_classes if -num_classes <= i < 0 else i), num_classes
    )


def _clipped(indices: np.ndarray, num_classes: int) -> np.ndarray:
    return _rows(_map(indices, lambda i: min(max(i, 0), num_classes - 1)), num_classes)


READINGS = {
    "classes-first": lambda indices, num_classes: np.moveaxis(_rows(indices, num_classes), -1, 0),
    "classes-after-batch": lambda indices, num_classes: np.moveaxis(
        _rows(indices, num_classes), -1, min(1, indices.ndim)
    ),
    "flattened": lambda indices, num_classes: _rows(indices, num_classes).reshape(
        indices.size, num_classes
    ),
    "one-based": lambda indices, num_classes: _rows(_map(indices, lambda i: i - 1), num_classes),
    "scalar-refused": refused(_rows, lambda a: a["indices"].ndim == 0),
    "scalar-is-batch": lambda indices, num_classes: _rows(np.atleast_1d(indices), num_classes),
    "inverted": lambda indices, num_classes: 1 - _rows(indices, num_classes),
    "keeps-dtype": lambda indices, num_classes, context: Typed(
        _rows(indices, num_classes), context.dtypes["indices"]
    ),
    "one-more-class": lambda indices, num_classes: _rows(indices, num_classes + 1),
    "clipped": _clipped,
    "refused": _refused,
    "wrapped": _wrapped,
    "floats-taken": _rows,
}
