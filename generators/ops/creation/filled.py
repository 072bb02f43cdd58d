"""Arrays with one value everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number, Scalar


def filled(shape: Any, value: Scalar) -> np.ndarray:
    """`shape` may hold ints or Numbers."""
    array = np.empty([int(n) for n in shape], dtype=object)
    array[...] = Number.of(value)
    return array


def constant_instead(oracle: Callable[..., Any]) -> Callable[..., Any]:
    """The reading that a function returns a constant instead of a variable with the same elements."""

    @functools.wraps(oracle)
    def constant(*arguments: Any, **keywords: Any) -> Any:
        return oracle(*arguments, **keywords)

    vars(constant)["makes_constant"] = True
    return constant
