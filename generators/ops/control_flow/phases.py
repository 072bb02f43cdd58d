"""The learning phase, a tensor that calls may feed or a fixed number, and the choice by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kassay_generators.machine.lazy import Evaluation, Node, Placeholder
from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.interface import ApiError
from ops.control_flow.selection import expression, select, select_with_numpy

DTYPE = "bool"


def phase_of(machine: Machine) -> Any:
    """The fixed phase as a number, or a placeholder that is false unless fed."""
    if machine.settings.learning_phase is None:
        default = machine.tensor(False, DTYPE)
        machine.settings.learning_phase = machine.placeholder(DTYPE, (), default=default)
    return machine.settings.learning_phase


def is_fixed(machine: Machine) -> bool:
    return isinstance(machine.settings.learning_phase, int)


def by_phase(machine: Machine, phase: Any, train: Any, test: Any) -> Any:
    """Chooses one of two expressions, by a Python number or by a tensor."""
    if isinstance(phase, bool | int):
        return expression(train if phase else test)
    return machine.lazily(select, phase, expression(train), expression(test))


def by_phase_with_numpy(machine: Machine, phase: Any, train: Any, test: Any) -> Any:
    """The same, for a confirmation."""
    if phase is True or (isinstance(phase, int) and phase == 1):
        return expression(train)
    if isinstance(phase, int):
        return expression(test)
    return machine.lazily(select_with_numpy, phase, expression(train), expression(test))


def phase_readings(
    right: Callable[[Machine, Any, Any, Any], Any],
) -> dict[str, Callable[..., Any]]:
    """The readings of in_train_phase and in_test_phase. `right(machine, phase, x, alt)` is the correct answer."""

    def by(phase_for: Callable[[Machine, Any], Any]) -> Callable[..., Any]:
        def reading(x: Any, alt: Any, training: Any, machine: Machine) -> Any:
            return right(machine, phase_for(machine, training), x, alt)

        return reading

    def given(machine: Machine, training: Any) -> Any:
        return phase_of(machine) if training is None else training

    def only_integers(machine: Machine, training: Any) -> Any:
        return 0 if training is True else given(machine, training)

    def fixed_first(machine: Machine, training: Any) -> Any:
        return phase_of(machine) if is_fixed(machine) else given(machine, training)

    def fixed_ignored(machine: Machine, training: Any) -> Any:
        return 0 if training is None and is_fixed(machine) else given(machine, training)

    def fed_ignored(machine: Machine, training: Any) -> Any:
        phase = given(machine, training)
        return 0 if phase is machine.settings.learning_phase and not is_fixed(machine) else phase

    def must_be_fed(machine: Machine, training: Any) -> Any:
        return _unless_fed(machine, given(machine, training), _refuse)

    def training_at_first(machine: Machine, training: Any) -> Any:
        return _unless_fed(machine, given(machine, training), lambda: machine.tensor(True, DTYPE))

    return {
        "phase-must-be-fed": by(must_be_fed),
        "training-at-first": by(training_at_first),
        "training-ignored": by(lambda machine, training: phase_of(machine)),
        "only-integers": by(only_integers),
        "fixed-phase-first": by(fixed_first),
        "fixed-phase-ignored": by(fixed_ignored),
        "fed-phase-ignored": by(fed_ignored),
    }


def _unless_fed(machine: Machine, phase: Any, otherwise: Callable[[], Any]) -> Any:
    """The phase, with another answer if it is a placeholder that is not fed."""
    if not isinstance(phase, Placeholder) or phase is not machine.settings.learning_phase:
        return phase

    def compute(evaluation: Evaluation) -> Any:
        return phase if phase in evaluation.replaced else otherwise()

    return Node(machine, compute, (phase,))


def _refuse() -> Any:
    raise ApiError("any")
