"""Calls that the documents or a decision leave open in all that some arguments may be, and whose oracle answers all the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kassay_generators.fuzzing.undecided import Undecided

Arguments = Mapping[str, Any]


def _special_interpolated(arguments: Arguments) -> bool:
    """D-1052: what NaN does beyond its own place in an interpolation, and what becomes of infinities."""
    return arguments["interpolation"] == "bilinear" and any(
        not isinstance(n, Undecided) and n.special is not None for n in arguments["x"].flat
    )


def _of_other_shapes(first: str, second: str) -> Callable[[Arguments], bool]:
    """The documents ask for one shape, and do not say what becomes of others. A shape that is not known yet is none."""

    def differ(arguments: Arguments) -> bool:
        a, b = (getattr(arguments[name], "shape", None) for name in (first, second))
        if a is None or b is None:
            return False
        pairs = zip(a, b, strict=False)
        return len(a) != len(b) or any(n != m for n, m in pairs if None not in (n, m))

    return differ


_OPEN: dict[str, Callable[[Arguments], bool]] = {
    "resize_images": _special_interpolated,
    "binary_crossentropy": _of_other_shapes("target", "output"),
    "categorical_crossentropy": _of_other_shapes("target", "output"),
    "moving_average_update": _of_other_shapes("x", "value"),
    "update_add": _of_other_shapes("x", "increment"),
    "update_sub": _of_other_shapes("x", "decrement"),
}


def is_left_open(function: str, arguments: Arguments) -> bool:
    return function in _OPEN and _OPEN[function](arguments)
