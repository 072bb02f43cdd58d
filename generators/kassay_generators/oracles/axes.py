"""Axes as arguments name them."""

from __future__ import annotations

from typing import Any

from kassay_generators.oracles.interface import ApiError


def axes_tuple(axis: Any, rank: int) -> tuple[int, ...]:
    """The named axes counted from the start, all axes for None. Raises ApiError if one is out of range or named twice."""
    if axis is None:
        return tuple(range(rank))
    named = axis if isinstance(axis, list | tuple) else [axis]
    result = tuple(one_axis(a, rank) for a in named)
    if len(set(result)) != len(result):
        raise ApiError("value")
    return result


def one_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise ApiError("value")
    return axis % rank
