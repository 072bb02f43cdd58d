"""Oracle for slice."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.interface import ApiError
from ops.shape.indexing import build

Limits = list[tuple[int, int]]  # per dimension: the first element, and the one after the last


def _integers(value: Any) -> list[int]:
    """The integers in a list, or in a tensor's elements."""
    return [int(entry) for entry in value]


def _cut(x: np.ndarray, limits: Limits) -> np.ndarray:
    shape = [max(0, end - begin) for begin, end in limits]
    return build(
        shape,
        lambda index: x[tuple(begin + i for i, (begin, _) in zip(index, limits, strict=True))],
    )


def _pythonic(begin: int, end: int, size: int) -> tuple[int, int]:
    """The range of a Python slice begin:end in a dimension of that size."""
    begin, end = (min(max(bound + size if bound < 0 else bound, 0), size) for bound in (begin, end))
    return begin, end


def _formula(x: np.ndarray, start: Any, size: Any, *, rest: bool, strict: bool) -> np.ndarray:
    """`rest`: the size -1 means everything that is left. `strict`: every dimension needs a number."""
    starts, sizes = _integers(start), _integers(size)
    if strict and not len(starts) == len(sizes) == x.ndim:
        raise ApiError("value")
    pairs = list(zip(starts, sizes, strict=False))
    limits = [(0, length) for length in x.shape]
    for d, (begin, count) in enumerate(pairs):
        end = x.shape[d] if rest and count == -1 else begin + count
        limits[d] = _pythonic(begin, end, x.shape[d])
    return _cut(x, limits)


def oracle(x: np.ndarray, start: Any, size: Any) -> np.ndarray:
    return _formula(x, start, size, rest=True, strict=True)


def confirmation(x: np.ndarray, start: Any, size: Any) -> np.ndarray:
    for d, (begin, count) in enumerate(zip(_integers(start), _integers(size), strict=True)):
        remaining = np.arange(x.shape[d])[begin:]
        x = np.take(x, remaining if count == -1 else remaining[:count], axis=d)
    return x


def _inside_only(x: np.ndarray, start: Any, size: Any, *, rest: bool) -> np.ndarray:
    """Refuses everything that is not within the tensor."""
    for begin, count, length in zip(_integers(start), _integers(size), x.shape, strict=True):
        whole = rest and count == -1
        if begin < 0 or begin > length or (not whole and (count < 0 or begin + count > length)):
            raise ApiError("any")
    return oracle(x, start, size)


def _size_is_end(x: np.ndarray, start: Any, size: Any) -> np.ndarray:
    starts, ends = _integers(start), _integers(size)
    return _cut(
        x, [_pythonic(b, e, length) for b, e, length in zip(starts, ends, x.shape, strict=True)]
    )


READINGS = {
    "size-is-end": _size_is_end,
    "swapped": lambda x, start, size: oracle(x, size, start),
    "one-based": lambda x, start, size: oracle(x, [max(0, s - 1) for s in _integers(start)], size),
    "end-included": lambda x, start, size: oracle(
        x, start, [n if n == -1 else n + 1 for n in _integers(size)]
    ),
    "start-ignored": lambda x, start, size: oracle(x, [0] * x.ndim, size),
    "first-dimension-only": lambda x, start, size: _formula(
        x, _integers(start)[:1], _integers(size)[:1], rest=True, strict=False
    ),
    "inside-only": lambda x, start, size: _inside_only(x, start, size, rest=True),
    "negative-refused": lambda x, start, size: _inside_only(x, start, size, rest=False),
    "formula-for-minus-one": lambda x, start, size: _formula(
        x, start, size, rest=False, strict=True
    ),
    "leading-dimensions": lambda x, start, size: _formula(x, start, size, rest=True, strict=False),
}
