"""Oracle for set_image_dim_ordering."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.data_format import FIRST, LAST, LEGACY
from kassay_generators.oracles.interface import ApiError


def oracle(dim_ordering: str, machine: Machine) -> None:
    if dim_ordering not in LEGACY:
        raise ApiError("value")
    machine.settings.image_data_format = LEGACY[dim_ordering]


confirmation = oracle


def _exchanged(dim_ordering: str, machine: Machine) -> None:
    oracle({"th": "tf", "tf": "th"}.get(dim_ordering, dim_ordering), machine)


def _present_names_too(dim_ordering: str, machine: Machine) -> None:
    if dim_ordering in (FIRST, LAST):
        machine.settings.image_data_format = dim_ordering
    else:
        oracle(dim_ordering, machine)


def _invalid_ignored(dim_ordering: str, machine: Machine) -> None:
    if dim_ordering in LEGACY:
        oracle(dim_ordering, machine)


READINGS = {
    "exchanged": _exchanged,
    "ignored": lambda dim_ordering, machine: None,
    "present-names-too": _present_names_too,
    "invalid-ignored": _invalid_ignored,
}
