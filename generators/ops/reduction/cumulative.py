"""Running sums and products, for cumsum and cumprod."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import Context, Typed
from kassay_generators.oracles.reductions import (
    Slice,
    map_lines,
    middle_is_last,
    off_by_one,
    reduce_slices,
)

Combine = Callable[[Number, Number], Number]


def running_oracle(combine: Combine) -> Callable[..., np.ndarray]:
    return lambda x, axis: map_lines(
        lambda line: list(itertools.accumulate(line, combine)), x, axis
    )


def running_readings(combine: Combine, neutral: int) -> dict[str, Callable[..., Any]]:
    """The readings that cumsum and cumprod share."""
    oracle = running_oracle(combine)

    def forward(line: Slice) -> Slice:
        return list(itertools.accumulate(line, combine))

    def exclusive(line: Slice) -> Slice:
        return [Number.of(neutral), *forward(line)][: len(line)]

    def total(x: np.ndarray, axis: int) -> np.ndarray:
        return reduce_slices(lambda e: forward(e)[-1] if e else Number.of(neutral), x, axis)

    return {
        "exclusive": lambda x, axis: map_lines(exclusive, x, axis),
        "backward": lambda x, axis: map_lines(lambda line: forward(line[::-1])[::-1], x, axis),
        "flattened-default": lambda x, axis: oracle(x.ravel(), 0) if axis == 0 else oracle(x, axis),
        "last-axis-default": lambda x, axis: oracle(x, -1 if axis == 0 else axis),
        "axis-ignored": lambda x, axis: oracle(x, 0),
        "axis-off-by-one": lambda x, axis: oracle(x, off_by_one(axis)),
        "middle-axis-is-last": lambda x, axis: oracle(x, middle_is_last(axis, x.ndim)),
        "negative-axis-is-last": lambda x, axis: oracle(x, -1 if axis < 0 else axis),
        "total-instead": total,
        **widening_readings(oracle),
    }


def widening_readings(oracle: Callable[..., np.ndarray]) -> dict[str, Callable[..., Any]]:
    """The readings of sums and products that widen x to the integer of a machine, if that is wider."""

    def to(wide: str) -> Callable[..., Any]:
        narrower = [f"int{bits}" for bits in (8, 16, 32) if f"int{bits}" != wide]

        def reading(context: Context, **arguments: Any) -> np.ndarray | Typed:
            result = oracle(**arguments)
            return Typed(result, wide) if context.dtypes["x"] in narrower else result

        return reading

    return {"integers-to-int64": to("int64"), "integers-to-int32": to("int32")}
