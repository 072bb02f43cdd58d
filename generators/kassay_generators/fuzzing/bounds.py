"""The expectation of a tensor: the middle of each ball, and how far the ball reaches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from flint import arb

from kassay_generators.fuzzing.program import Bounded
from kassay_generators.machine.values import Array, Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.precision import Uncertain
from kassay_generators.numbers.undecided import Undecided

_UNBOUNDED = math.inf


def bounded(array: Array | Tensor, *, is_array: bool) -> Bounded:
    """The middle of each ball, and how far the ball reaches from it."""
    shape = array.values.shape
    if dtypes.is_floating(array.dtype):
        pairs = [_middle(n) for n in array.values.flat]
        values = np.array([v for v, _ in pairs], np.float64).reshape(shape)
    else:
        pairs = [
            (_whole(n), _UNBOUNDED if isinstance(n, Undecided) else 0.0) for n in array.values.flat
        ]
        values = np.array([v for v, _ in pairs], array.dtype).reshape(shape)
    limits = np.array([limit for _, limit in pairs], np.float64).reshape(shape)
    return Bounded(array.dtype, values, limits, is_array)


def elements_of(tensor: Any) -> np.ndarray | None:
    """The middles as elements of the dtype; None if it is not a tensor."""
    if not isinstance(tensor, Tensor):
        return None
    found = bounded(tensor, is_array=False)
    if dtypes.is_floating(found.dtype):
        return dtypes.round_to(found.dtype, found.values)
    return found.values


def _whole(n: Any) -> int:
    return int(n.guess) if isinstance(n, Undecided) else int(n)


def _middle(n: Any) -> tuple[float, float]:
    if isinstance(n, Undecided):
        return (n.guess if math.isfinite(n.guess) else 0.0), _UNBOUNDED
    if n.special is not None:
        return n.special, 0.0
    if type(n.real) is not arb:
        return n.nearest, 0.0
    value = n.nearest
    if not math.isfinite(value):
        raise Uncertain
    reach = (n.real - arb(value)).abs_upper()
    return value, float(reach) * (1 + 2.0**-50)
