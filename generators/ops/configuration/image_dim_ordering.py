"""Oracle for image_dim_ordering."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.data_format import FIRST, LEGACY


def oracle(machine: Machine) -> str:
    return next(n for n, f in LEGACY.items() if f == machine.settings.image_data_format)


def confirmation(machine: Machine) -> str:
    return "th" if machine.settings.image_data_format == FIRST else "tf"


READINGS = {
    "exchanged": lambda machine: "tf" if oracle(machine) == "th" else "th",
    "present-names": lambda machine: machine.settings.image_data_format,
    "setting-of-its-own": lambda machine: "tf",
}
