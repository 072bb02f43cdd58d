"""Oracle for dtype."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.machine import Machine


def oracle(x: Any, machine: Machine) -> str:
    return str(x.dtype)


def confirmation(x: Any, machine: Machine) -> str:
    return np.dtype(x.dtype).name


READINGS = {
    "ref-suffix": lambda x, machine: oracle(x, machine) + "_ref",
    "floatx-always": lambda x, machine: machine.settings.floatx,
}
