"""Oracle for epsilon."""

from __future__ import annotations

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Settings

BY_EDITION = True
_DEFAULT = Settings().epsilon


def oracle(machine: Machine) -> float:
    return machine.settings.epsilon


confirmation = oracle


def _instead_of_default(other: float, machine: Machine) -> float:
    return other if machine.settings.epsilon == _DEFAULT else machine.settings.epsilon


READINGS = {
    "as-printed-in-ja": lambda machine: _instead_of_default(
        1e-8 if machine.edition == "ja" else _DEFAULT, machine
    ),
    "machine-epsilon": lambda machine: float(np.finfo(machine.settings.floatx).eps),
    "squared-default": lambda machine: _instead_of_default(_DEFAULT**2, machine),
    "constant": lambda machine: _DEFAULT,
}
