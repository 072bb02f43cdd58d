"""Oracle for in_top_k."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.integers import with_integers
from kassay_generators.oracles.interface import ApiError, Typed

Rank = Callable[[list[Number], int], int]


def _larger(row: list[Number], column: int) -> int:
    """The number of larger predictions in the row."""
    return sum(other > row[column] for other in row)


def _earlier(row: list[Number], column: int) -> int:
    """The number of predictions before it in a stable descending sort."""
    return _larger(row, column) + sum(other == row[column] for other in row[:column])


def _others_as_large(row: list[Number], column: int) -> int:
    return sum(other >= row[column] for other in row) - 1


def _answer(predictions: np.ndarray, targets: np.ndarray, k: int, rank: Rank) -> np.ndarray:
    if len(predictions) != len(targets):
        raise ApiError("any")
    results = [
        rank(list(row), int(column)) < k for row, column in zip(predictions, targets, strict=True)
    ]
    return np.array(results, dtype=object)


def _among(predictions: np.ndarray, targets: np.ndarray, k: int) -> np.ndarray:
    return _answer(predictions, targets, k, _larger)


oracle = with_integers("targets", _among)


def confirmation(predictions: np.ndarray, targets: np.ndarray, k: int) -> np.ndarray:
    if k == 0:
        return np.zeros(targets.shape, dtype=bool)
    lowest = np.sort(predictions, axis=1)[:, -min(k, predictions.shape[1])]
    return np.asarray(predictions[np.arange(targets.size), targets] >= lowest)


READINGS = {
    "first-of-ties": lambda predictions, targets, k: _answer(predictions, targets, k, _earlier),
    "ties-excluded": lambda predictions, targets, k: _answer(
        predictions, targets, k, _others_as_large
    ),
    "largest-only": lambda predictions, targets, k: _among(predictions, targets, min(k, 1)),
    "smallest": lambda predictions, targets, k: _among(-predictions, targets, k),
    "one-more": lambda predictions, targets, k: _among(predictions, targets, k + 1),
    "by-magnitude": lambda predictions, targets, k: _among(abs(predictions), targets, k),
    "counted-from-one": lambda predictions, targets, k: _among(predictions, targets - 1, k),
    "number-result": lambda predictions, targets, k: Typed(
        _among(predictions, targets, k), "float32"
    ),
    "floats-taken": _among,
}
