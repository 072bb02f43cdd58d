"""Oracle for in_train_phase."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.machine import Machine
from ops.control_flow.phases import by_phase, by_phase_with_numpy, phase_of, phase_readings


def oracle(x: Any, alt: Any, training: Any, machine: Machine) -> Any:
    phase = phase_of(machine) if training is None else training
    return by_phase(machine, phase, train=x, test=alt)


def confirmation(x: Any, alt: Any, training: Any, machine: Machine) -> Any:
    phase = phase_of(machine) if training is None else training
    return by_phase_with_numpy(machine, phase, train=x, test=alt)


READINGS = {
    **phase_readings(by_phase),
    "inverted": lambda x, alt, training, machine: oracle(alt, x, training, machine),
}
