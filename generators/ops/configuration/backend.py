"""Oracle for backend."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine

_NAME = "kassay"


def oracle(machine: Machine) -> str:
    return _NAME


confirmation = oracle

READINGS = {
    "no-string": lambda machine: [_NAME],
    "changing": lambda machine: f"{_NAME} {len(machine.settings.uids)}",
}
