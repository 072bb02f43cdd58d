"""Oracle for set_floatx."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Settings
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.interface import ApiError


def oracle(floatx: str, machine: Machine) -> None:
    if floatx not in dtypes.FLOATING:
        raise ApiError("value")
    machine.settings.floatx = floatx


confirmation = oracle


def _first_call_only(floatx: str, machine: Machine) -> None:
    if machine.settings.floatx == Settings().floatx:
        oracle(floatx, machine)


def _float16_refused(floatx: str, machine: Machine) -> None:
    oracle("float32" if floatx == "float16" else floatx, machine)


def _unknown_ignored(floatx: str, machine: Machine) -> None:
    if floatx in dtypes.FLOATING:
        oracle(floatx, machine)


def _integers_too(floatx: str, machine: Machine) -> None:
    if floatx not in dtypes.ALL:
        raise ApiError("value")
    machine.settings.floatx = floatx


READINGS = {
    "ignored": lambda floatx, machine: None,
    "first-call-only": _first_call_only,
    "float16-refused": _float16_refused,
    "unknown-ignored": _unknown_ignored,
    "integers-too": _integers_too,
}
