"""Zeros around a tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kassay_generators.oracles.interface import ApiError
from ops.shape.indexing import build

Amounts = list[tuple[int, int]]  # zeros before and after, by dimension


def padded(
    x: np.ndarray, amounts: Sequence[tuple[int, int]], *, fill: Callable[..., Any] | None = None
) -> np.ndarray:
    """`fill(x, source)`: the element for an index outside of x; zero by default."""
    shape = [size + before + after for size, (before, after) in zip(x.shape, amounts, strict=True)]

    def element(index: tuple[int, ...]) -> Any:
        source = tuple(i - before for i, (before, _) in zip(index, amounts, strict=True))
        if all(0 <= i < size for i, size in zip(source, x.shape, strict=True)):
            return x[source]
        return 0 if fill is None else fill(x, source)

    return build(shape, element)


def edge(x: np.ndarray, source: tuple[int, ...]) -> Any:
    """The nearest element, for padding that continues the border. Zero for an empty tensor."""
    if x.size == 0:
        return 0
    return x[tuple(min(max(i, 0), size - 1) for i, size in zip(source, x.shape, strict=True))]


def pair(entry: Any) -> tuple[int, int]:
    if not isinstance(entry, list) or len(entry) != 2 or min(entry) < 0:
        raise ApiError("value")
    return entry[0], entry[1]
