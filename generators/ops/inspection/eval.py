"""Oracle for eval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Evaluation, Lazy, Placeholder
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array, Tensor


def oracle(x: Any, machine: Machine) -> Any:
    return machine.evaluation().array(x)


def _changed(change: Callable[[np.ndarray], np.ndarray]) -> Callable[..., Any]:
    def answer(x: Any, machine: Machine) -> Array:
        array = oracle(x, machine)
        return Array(change(array.values), array.dtype)

    return answer


def _first_value(x: Any, machine: Machine) -> Any:
    """The result of the first evaluation of the same tensor."""
    return (
        vars(x).setdefault("first_value", oracle(x, machine))
        if isinstance(x, Lazy)
        else oracle(x, machine)
    )


class _WithZeros(Evaluation):
    def unfed(self, placeholder: Placeholder) -> Tensor:
        shape = [size or 1 for size in placeholder.shape or ()]
        return self.machine.tensor(np.zeros(shape), placeholder.dtype)


confirmation = oracle
READINGS = {
    "float64-always": lambda x, machine: Array(oracle(x, machine).values, "float64"),
    "at-least-rank-1": _changed(lambda values: values.reshape(values.shape or (1,))),
    "size-one-dropped": _changed(
        lambda values: values.reshape([size for size in values.shape if size != 1])
    ),
    "first-value": _first_value,
    "zeros-for-placeholders": lambda x, machine: _WithZeros(machine).array(x),
}
