"""Oracle for learning_phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kassay_generators.machine.machine import Machine
from ops.control_flow.phases import DTYPE, is_fixed, phase_of


def oracle(machine: Machine) -> Any:
    return phase_of(machine)


confirmation = oracle


def _new(machine: Machine) -> Any:
    return machine.placeholder(DTYPE, (), default=machine.tensor(False, DTYPE))


def _while_open(other: Callable[[Machine], Any]) -> Callable[[Machine], Any]:
    """Another answer while the phase is not fixed."""
    return lambda machine: phase_of(machine) if is_fixed(machine) else other(machine)


def _once_fixed(other: Callable[[Machine], Any]) -> Callable[[Machine], Any]:
    return lambda machine: other(machine) if is_fixed(machine) else phase_of(machine)


READINGS = {
    "always-new": _while_open(_new),
    "constant-at-first": _while_open(lambda machine: machine.tensor(False, DTYPE)),
    "fixing-ignored": _once_fixed(_new),
    "inverted-once-fixed": _once_fixed(lambda machine: 1 - phase_of(machine)),
}
