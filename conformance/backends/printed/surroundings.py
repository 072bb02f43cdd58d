"""The surroundings of the printed code: names that it uses but does not define, and the calls that begin and end a case.

These are not printed in the documents. Each entry is as thin as NumPy permits, and does not touch results of the printed code.
"""

from __future__ import annotations

import builtins
from types import SimpleNamespace
from typing import Any

import numpy as np
import scipy.special


class Unsupported(Exception):
    """Raised for graph functions, which the printed code does not have. kassay recognizes the exception by its name."""


_state: dict[str, Any] = {}


def kassay_reset() -> None:
    _state.update(floatx="float32", learning_phase=1)


def floatx() -> str:
    return _state["floatx"]


def set_floatx(floatx: str) -> None:
    _state["floatx"] = floatx


def learning_phase() -> int:
    return _state["learning_phase"]


def set_learning_phase(value: int) -> None:
    _state["learning_phase"] = value


def constant(value: Any, dtype: Any = None, shape: Any = None, name: Any = None) -> np.ndarray:
    array = np.array(value, dtype or floatx())
    return array if shape is None else np.full(shape, array)


def variable(value: Any, dtype: Any = None, name: Any = None, constraint: Any = None) -> np.ndarray:
    return np.array(value, dtype or floatx())


def get_value(x: Any) -> Any:
    return x


def placeholder(*args: Any, **kwargs: Any) -> None:
    raise Unsupported("the printed code computes immediately, so placeholders are not supported")


def function(*args: Any, **kwargs: Any) -> None:
    raise Unsupported(
        "the printed code computes immediately, so functions of placeholders are not supported"
    )


kassay_reset()

# The names that the printed code uses but does not define.
GLOBALS = {
    "np": np,
    "sp": SimpleNamespace(misc=SimpleNamespace(logsumexp=scipy.special.logsumexp)),
    "py_slice": builtins.slice,
    "floatx": floatx,
    "learning_phase": learning_phase,
}
