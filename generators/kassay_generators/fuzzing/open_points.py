"""Calls of which a decision says that it leaves them open, in every argument of a kind, and whose oracle answers all the same."""

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


_OPEN: dict[str, Callable[[Arguments], bool]] = {"resize_images": _special_interpolated}


def is_left_open(function: str, arguments: Arguments) -> bool:
    return function in _OPEN and _OPEN[function](arguments)
