"""Oracle for clear_session."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Settings


def oracle(machine: Machine) -> None:
    machine.settings.uids.clear()
    machine.settings.learning_phase = None


confirmation = oracle


def _uids_kept(machine: Machine) -> None:
    machine.settings.learning_phase = None


def _phase_kept(machine: Machine) -> None:
    machine.settings.uids.clear()


def _configuration_too(machine: Machine) -> None:
    machine.settings = Settings()


READINGS = {
    "ignored": lambda machine: None,
    "uids-kept": _uids_kept,
    "phase-kept": _phase_kept,
    "configuration-too": _configuration_too,
}
