"""Oracle for set_epsilon."""

from __future__ import annotations

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Settings

_DEFAULT = Settings().epsilon


def oracle(e: float, machine: Machine) -> None:
    machine.settings.epsilon = e


confirmation = oracle


def _first_call_only(e: float, machine: Machine) -> None:
    if machine.settings.epsilon == _DEFAULT:
        oracle(e, machine)


READINGS = {
    "ignored": lambda e, machine: None,
    "first-call-only": _first_call_only,
    "in-single-precision": lambda e, machine: oracle(float(np.float32(e)), machine),
    "never-above-default": lambda e, machine: oracle(min(e, _DEFAULT), machine),
}
