"""Oracle for floatx."""

from __future__ import annotations

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Settings

_DEFAULT = Settings().floatx


def oracle(machine: Machine) -> str:
    return machine.settings.floatx


confirmation = oracle


def _float64_at_first(machine: Machine) -> str:
    name = machine.settings.floatx
    return "float64" if name == _DEFAULT else name


READINGS = {
    "float64-at-first": _float64_at_first,
    "constant": lambda machine: _DEFAULT,
    "short-name": lambda machine: np.dtype(machine.settings.floatx).str[1:],
}
