"""Oracle for manual_variable_initialization."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.interface import ApiError


def oracle(value: bool, machine: Machine) -> None:
    """Variables always have a value: the behaviour of a variable without one is unspecified."""


confirmation = oracle


def _refuse(**arguments: Any) -> Any:
    raise ApiError("any")


def _inverted(value: bool, machine: Machine) -> None:
    if not value:
        machine.replacements["get_value"] = _refuse


def _stays_on(value: bool, machine: Machine) -> None:
    if value:
        machine.replacements["get_value"] = _refuse


READINGS = {"inverted": _inverted, "stays-on": _stays_on}
