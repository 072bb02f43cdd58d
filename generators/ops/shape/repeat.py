"""Oracle for repeat."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.interface import ApiError, refused
from ops.shape.indexing import build


def oracle(x: np.ndarray, n: int) -> np.ndarray:
    if x.ndim != 2 or n < 0:
        raise ApiError("value")
    samples, dim = x.shape
    return build((samples, n, dim), lambda index: x[index[0], index[2]])


def confirmation(x: np.ndarray, n: int) -> np.ndarray:
    return np.repeat(x[:, np.newaxis, :], n, axis=1)


def _any_rank(x: np.ndarray, n: int) -> np.ndarray:
    if not x.ndim:
        raise ApiError("any")
    return build((x.shape[0], n, *x.shape[1:]), lambda index: x[(index[0], *index[2:])])


READINGS = {
    "first-dimension": lambda x, n: build((n, *x.shape), lambda index: x[index[1:]]),
    "last-dimension": lambda x, n: build((*x.shape, n), lambda index: x[index[:-1]]),
    "elements": lambda x, n: build(
        (*x.shape[:-1], x.shape[-1] * n), lambda index: x[(*index[:-1], index[-1] // n)]
    ),
    "rows": lambda x, n: build(
        (x.shape[0] * n, *x.shape[1:]), lambda index: x[(index[0] // n, *index[1:])]
    ),
    "any-rank": _any_rank,
    "once-more": lambda x, n: oracle(x, n + 1),
    "zero-refused": refused(oracle, lambda a: a["n"] == 0),
}
