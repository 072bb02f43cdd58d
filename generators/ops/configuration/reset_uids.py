"""Oracle for reset_uids."""

from __future__ import annotations

from kassay_generators.machine.machine import Machine


def oracle(machine: Machine) -> None:
    machine.settings.uids.clear()


confirmation = oracle


def _default_only(machine: Machine) -> None:
    machine.settings.uids.pop("", None)


def _to_one(machine: Machine) -> None:
    machine.settings.uids = dict.fromkeys(machine.settings.uids, 1)


READINGS = {
    "ignored": lambda machine: None,
    "default-only": _default_only,
    "to-one": _to_one,
}
