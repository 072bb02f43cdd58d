"""The sizes of a call's elements, and what they imply for intermediate numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.derivative import Traced
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.oracles.interface import Context
from kassay_generators.specification.function import Function
from kassay_generators.vectors.answer import Accuracy


def elements_of(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [n for v in value.values() for n in elements_of(v)]
    if isinstance(value, list | tuple):
        return [n for v in value for n in elements_of(v)]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return list(value.flat)
    return []


def largest_factor(arguments: Mapping[str, Any]) -> float:
    """The largest factor by which a call may multiply a sum."""
    sizes = [[_bounds(n)[1] for n in elements_of(value)] for value in arguments.values()]
    return math.prod(max([1.0, *(n for n in found if n < math.inf)]) for found in sizes)


def may_leave_range(
    function: Function, arguments: Mapping[str, Any], accuracy: Accuracy, context: Context
) -> bool:
    """Whether a sum of products may overflow or underflow on the way, in some order of its terms, though the result does not."""
    dtype = floating_dtype(context)
    if accuracy.terms == 0 or dtype is None:
        return False
    form = dtypes.FORMATS[dtype]
    squares = function.category == "normalization" or function.name in ("var", "std")
    most, least = max(1.0, accuracy.terms), 1.0
    for value in arguments.values():
        bounds = [_bounds(n) for n in elements_of(value)]
        sizes = [upper for _, upper in bounds if upper < math.inf]
        # An element that may have become zero: its size before that.
        small = [lower or upper for lower, upper in bounds if 0 < upper < math.inf]
        factor = 2 if squares else 1
        most *= max(1.0, *sizes, 0.0) ** factor
        least *= min(1.0, *small, 1.0) ** factor
    return most > form.max or least < form.min_normal


def floating_dtype(context: Context) -> str | None:
    """The dtype of the first floating tensor; labels and lengths may come before it."""
    given = (context.dtype, *context.dtypes.values())
    return next((dtype for dtype in given if dtypes.is_floating(dtype)), None)


def _bounds(n: Any) -> tuple[float, float]:
    """The sizes between which an element lies; nothing where it is special or open."""
    if isinstance(n, Undecided) or n.special is not None:
        return math.inf, math.inf
    return n.sizes if not isinstance(n, Traced) else n.without_history().sizes
