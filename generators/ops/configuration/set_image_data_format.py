"""Oracle for set_image_data_format."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.data_format import FIRST, LAST, LEGACY
from kassay_generators.oracles.interface import ApiError


def oracle(data_format: str, machine: Machine) -> None:
    if data_format not in (FIRST, LAST):
        raise ApiError("value")
    machine.settings.image_data_format = data_format


confirmation = oracle


def _first_call_only(data_format: str, machine: Machine) -> None:
    if machine.settings.image_data_format == LAST:
        oracle(data_format, machine)


def _exchanged(data_format: str, machine: Machine) -> None:
    oracle({FIRST: LAST, LAST: FIRST}.get(data_format, data_format), machine)


def _unknown_ignored(data_format: str, machine: Machine) -> None:
    if data_format in (FIRST, LAST):
        oracle(data_format, machine)


READINGS = {
    "ignored": lambda data_format, machine: None,
    "first-call-only": _first_call_only,
    "exchanged": _exchanged,
    "unknown-ignored": _unknown_ignored,
    "legacy-names-too": lambda data_format, machine: oracle(
        LEGACY.get(data_format, data_format), machine
    ),
}
