"""Oracle for is_keras_tensor. Layers are not part of the backend, so no tensor here comes from one."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Lazy, Placeholder, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import ApiError

BY_EDITION = True


def oracle(x: Any, machine: Machine) -> bool:
    if machine.edition == "ja":
        return isinstance(x, Placeholder)
    if not isinstance(x, Lazy | Tensor):
        raise ApiError("value")
    return False


def _whatever_has_a_shape(x: Any, machine: Machine) -> bool:
    return oracle(x, machine) or isinstance(x, Variable | Placeholder)


def _placeholders_too(x: Any, machine: Machine) -> bool:
    return oracle(x, machine) or isinstance(x, Placeholder)


def _arrays_answered(x: Any, machine: Machine) -> bool:
    return isinstance(x, Lazy | Tensor) and oracle(x, machine)


confirmation = oracle
READINGS = {
    "whatever-has-a-shape": _whatever_has_a_shape,
    "placeholders-too": _placeholders_too,
    "arrays-answered": _arrays_answered,
}
