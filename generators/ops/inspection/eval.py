"""Oracle for eval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine import Machine
from kassay_generators.machine_values import Array


def oracle(x: Any, machine: Machine) -> Any:
    return machine.evaluation().array(x)


def _reshaped(form: Callable[[np.ndarray], Any]) -> Callable[..., Any]:
    def evaluated(x: Any, machine: Machine) -> Any:
        array = oracle(x, machine)
        return Array(form(array.values), array.dtype) if isinstance(array, Array) else array

    return evaluated


def _float64(x: Any, machine: Machine) -> Any:
    array = oracle(x, machine)
    return Array(array.values, "float64") if isinstance(array, Array) else array


confirmation = oracle
READINGS = {
    "float64-always": _float64,
    "at-least-rank-1": _reshaped(lambda x: x.reshape(1) if x.ndim == 0 else x),
    "size-one-dropped": _reshaped(lambda x: x.reshape([size for size in x.shape if size != 1])),
}
