"""Oracle for image_data_format."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.data_format import FIRST, LAST


def oracle(machine: Machine) -> str:
    return machine.settings.image_data_format


confirmation = oracle

READINGS = {
    "example-as-default": lambda machine: FIRST,
    "constant": lambda machine: LAST,
    "legacy-names": lambda machine: "tf" if oracle(machine) == LAST else "th",
}
