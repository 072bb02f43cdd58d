"""A backend whose `exp` behaves as $KASSAY_MINIATURE says, and whose other functions are right.

It tests that a faulty function spoils only its own cases.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

import behaviours

exp = getattr(behaviours, os.environ["KASSAY_MINIATURE"])


def placeholder(*args: Any, **kwargs: Any) -> None:
    raise NotImplementedError


variable = function = placeholder


def constant(value: Any, dtype: str = "float32", shape: Any = None, name: Any = None) -> np.ndarray:
    if exp is behaviours.has_no_constants:
        raise ValueError("no constants here")
    return np.array(value, dtype)


def eval(x: Any) -> Any:
    return x


def abs(x: np.ndarray) -> np.ndarray:
    return np.abs(x)


def square(x: np.ndarray) -> np.ndarray:
    return x * x


def kassay_reset() -> None:
    behaviours.calls_since_reset = 0
