"""Misreadings that all update functions share."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Update
from kassay_generators.machine.machine import Machine


def first_value(update: Update, machine: Machine) -> Update:
    """Every later call repeats the value of the first."""
    kept: list[Any] = []

    def value(new: Any) -> Any:
        kept.append(new)
        return kept[0]

    return Update(update.variable, machine.lazily(value, update.new_value, always=True))


def first_call_only(update: Update, machine: Machine) -> Update:
    """The variable does not change after the first call."""
    calls: list[Any] = []

    def value(new: Any) -> Any:
        calls.append(new)
        return new if len(calls) == 1 else update.variable.value

    return Update(update.variable, machine.lazily(value, update.new_value, always=True))
