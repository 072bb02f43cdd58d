"""A backend whose `exp` has the fault of unstable_faults.py that $KASSAY_MINIATURE names. Its other functions are right."""

from __future__ import annotations

import os
import typing

import numpy as np

import unstable_faults

kassay_threads = True
_exp = getattr(unstable_faults, os.environ["KASSAY_MINIATURE"])
_calls = [0]


def placeholder(*args: typing.Any, **kwargs: typing.Any) -> None:
    raise NotImplementedError


variable = function = placeholder


def clear_session() -> None:
    unstable_faults.reset()


def constant(
    value: typing.Any, dtype: str = "float32", shape: typing.Any = None, name: typing.Any = None
) -> np.ndarray:
    return np.array(value, dtype)


def eval(x: typing.Any) -> typing.Any:
    return x


def exp(x: np.ndarray) -> np.ndarray:
    _calls[0] += 1
    result = _exp(_calls[0], x)
    unstable_faults.after("exp", x)
    return np.asarray(result)


def abs(x: np.ndarray) -> np.ndarray:
    unstable_faults.after("abs", x)
    return np.abs(x)


def square(x: np.ndarray) -> np.ndarray:
    unstable_faults.after("square", x)
    return x * x
