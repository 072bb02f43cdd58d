"""The choice between tensors by a condition, for switch, the learning phase and masks."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.values import ProgramError, Tensor


def truth(values: np.ndarray) -> np.ndarray:
    """Which elements are not zero, as an array of bool; for Numbers and NumPy's numbers."""
    result = np.empty(values.shape, dtype=bool)
    for index in np.ndindex(values.shape):
        result[index] = bool(values[index] != 0)
    return result


def expression(value: Any) -> Any:
    """A tensor, or the result of a function without arguments."""
    return value() if callable(value) else value


def select(condition: Tensor, chosen: Tensor, otherwise: Tensor) -> Tensor:
    """Each element of the condition decides the parts of both tensors whose indices start with its own."""
    require_alike(chosen, otherwise)
    true = truth(condition.values)
    rank = true.ndim
    if true.shape != chosen.shape[:rank]:
        raise ProgramError("a condition of other sizes than the expressions, which is unspecified")
    values = np.empty_like(chosen.values)
    for index in np.ndindex(values.shape):
        source = chosen if true[index[:rank]] else otherwise
        values[index] = source.values[index]
    return Tensor(values, chosen.dtype)


def select_with_numpy(condition: Tensor, chosen: Tensor, otherwise: Tensor) -> Tensor:
    """The same, for a confirmation."""
    true = condition.values.astype(bool)
    expanded = true.reshape(true.shape + (1,) * (chosen.values.ndim - true.ndim))
    return Tensor(np.where(expanded, chosen.values, otherwise.values), chosen.dtype)


def require_alike(chosen: Tensor, otherwise: Tensor) -> None:
    if chosen.shape != otherwise.shape or chosen.dtype != otherwise.dtype:
        raise ProgramError("expressions of different shape or dtype, which is unspecified")
