"""Oracle for in_test_phase."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.machine import Machine
from ops.control_flow.phases import by_phase, by_phase_with_numpy, phase_of, phase_readings


def oracle(x: Any, alt: Any, training: Any, machine: Machine) -> Any:
    phase = phase_of(machine) if training is None else training
    return by_phase(machine, phase, train=alt, test=x)


def confirmation(x: Any, alt: Any, training: Any, machine: Machine) -> Any:
    phase = phase_of(machine) if training is None else training
    return by_phase_with_numpy(machine, phase, train=alt, test=x)


READINGS = {
    **phase_readings(lambda machine, phase, x, alt: by_phase(machine, phase, alt, x)),
    "inverted": lambda x, alt, training, machine: oracle(alt, x, training, machine),
}
