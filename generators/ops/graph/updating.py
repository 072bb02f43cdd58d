"""Mistakes that every function which makes an update can make."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.lazy import Update
from kassay_generators.machine.machine import Machine


def first_value(update: Update, machine: Machine) -> Update:
    """The value of the first call comes again in each later one."""
    kept: list[Any] = []

    def value(new: Any) -> Any:
        kept.append(new)
        return kept[0]

    return Update(update.variable, machine.lazily(value, update.new_value, always=True))


def first_call_only(update: Update, machine: Machine) -> Update:
    """After the first call the variable stays as it is."""
    calls: list[Any] = []

    def value(new: Any) -> Any:
        calls.append(new)
        return new if len(calls) == 1 else update.variable.value

    return Update(update.variable, machine.lazily(value, update.new_value, always=True))
