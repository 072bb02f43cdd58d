"""Calls that the documents or a decision leave open in all that some arguments may be, and whose oracle answers all the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.recording import Recorded
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.oracles.arrays import as_array, elementwise

Arguments = Mapping[str, Any]
# Of a call with arguments of which the first tensor has the dtype.
Test = Callable[[Arguments, str], bool]


def _special_interpolated(arguments: Arguments, _: str) -> bool:
    """D-1052: what NaN does beyond its own place in an interpolation, and what becomes of infinities."""
    return arguments["interpolation"] == "bilinear" and any(
        not isinstance(n, Undecided) and n.special is not None for n in arguments["x"].flat
    )


def _open_bounds(arguments: Arguments, dtype: str) -> bool:
    """D-102 is about numbers that have crossed, not about tensors; and a number takes the dtype of x, which holds no other integers."""
    low, high = bounds = (arguments["min_value"], arguments["max_value"])
    if not dtypes.is_floating(dtype):
        limits = np.iinfo(dtype)
        if any(isinstance(b, int) and not limits.min <= b <= limits.max for b in bounds):
            return True
    if low is None or high is None or not any(isinstance(b, np.ndarray) for b in bounds):
        return False
    return any(elementwise(lambda a, b: _plain(b) < _plain(a), as_array(low), as_array(high)).flat)


def _plain(number: Any) -> Number:
    return number.without_history() if isinstance(number, Recorded) else Number.of(number)  # type: ignore[no-any-return]


def _power_of_nothing(arguments: Arguments, _: str) -> bool:
    """Whether a gradient of x ** 0 is None shows in elements alone."""
    x, a = arguments["x"], arguments["a"]
    return isinstance(a, int | float) and a == 0 and x.size == 0


def _along_another_axis(arguments: Arguments, _: str) -> bool:
    """Vectors run along the axis."""
    x = arguments["x"]
    size = x.shape[arguments.get("axis", -1)]
    vectors = (arguments[name] for name in ("mean", "var", "beta", "gamma"))
    return any(v is not None and v.ndim == 1 < x.ndim and len(v) != size for v in vectors)


def _of_other_shapes(first: str, second: str) -> Test:
    """The documents ask for one shape, and do not say what becomes of others. A shape that is not known yet is none."""

    def differ(arguments: Arguments, _: str) -> bool:
        a, b = (getattr(arguments[name], "shape", None) for name in (first, second))
        if a is None or b is None:
            return False
        pairs = zip(a, b, strict=False)
        return len(a) != len(b) or any(n != m for n, m in pairs if None not in (n, m))

    return differ


_OPEN: dict[str, Test] = {
    "batch_normalization": _along_another_axis,
    "clip": _open_bounds,
    "pow": _power_of_nothing,
    "resize_images": _special_interpolated,
    "binary_crossentropy": _of_other_shapes("target", "output"),
    "categorical_crossentropy": _of_other_shapes("target", "output"),
    "moving_average_update": _of_other_shapes("x", "value"),
    "update_add": _of_other_shapes("x", "increment"),
    "update_sub": _of_other_shapes("x", "decrement"),
}


def is_left_open(function: str, arguments: Arguments, dtype: str) -> bool:
    """`dtype`: that of the first tensor; empty for a function that sees the machine."""
    return function in _OPEN and _OPEN[function](arguments, dtype)
