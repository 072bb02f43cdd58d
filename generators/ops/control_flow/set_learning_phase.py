"""Oracle for set_learning_phase."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.interface import ApiError
from ops.control_flow.phases import is_fixed


def oracle(value: int, machine: Machine) -> None:
    if value not in (0, 1):
        raise ApiError("value")
    machine.settings.learning_phase = value


confirmation = oracle


def _first_call_only(value: int, machine: Machine) -> None:
    if not is_fixed(machine):
        oracle(value, machine)


READINGS = {
    "ignored": lambda value, machine: None,
    "inverted": lambda value, machine: oracle(1 - value, machine),
    "first-call-only": _first_call_only,
    "any-number": lambda value, machine: oracle(int(value != 0), machine),
}
