"""Oracle for moving_average_update."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Update, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import elementwise

# The new value of the variable, from its old value, the given value and the momentum.
Step = Callable[[Any, Any, Any], Any]


def _average(held: Any, value: Any, momentum: Any) -> Any:
    """The weight of the value is multiplied out, because 1 - momentum may be rounded to the dtype of the tensors."""
    return held * momentum + (value - value * momentum)


def _updating(step: Step, *, from_initial_value: bool = False) -> Callable[..., Update]:
    def answer(x: Variable, value: Any, momentum: float, machine: Machine) -> Update:
        def new(held: Tensor, added: Tensor) -> Tensor:
            mine, other = (machine.arithmetic.adopt(t.values, t.dtype) for t in (held, added))
            return Tensor(machine.arithmetic.result(step(mine, other, momentum), x.dtype), x.dtype)

        return Update(x, machine.lazily(new, x.value if from_initial_value else x, value))

    return answer


oracle = _updating(_average)


def confirmation(x: Variable, value: Any, momentum: float, machine: Machine) -> Update:
    """Moves by a share of the distance from the old value to the given one."""
    step = _updating(lambda held, added, weight: held - (1 - weight) * (held - added))
    return step(x, value, momentum, machine)


def _zero_debiased(x: Variable, value: Any, momentum: float, machine: Machine) -> Update:
    biased: list[np.ndarray] = []

    def step(held: Any, added: Any, weight: Any) -> Any:
        before = biased[-1] if biased else np.zeros(np.shape(added), dtype=object)
        biased.append(np.asarray(_average(before, added, weight), dtype=object))
        share = Number.of(1) - Number.of(weight ** len(biased))
        return elementwise(lambda n: n / share, biased[-1])

    return _updating(step)(x, value, momentum, machine)


READINGS = {
    "zero-debiased": _zero_debiased,
    "weights-exchanged": _updating(lambda held, added, weight: _average(added, held, weight)),
    "value-unweighted": _updating(lambda held, added, weight: held * weight + added),
    "replaced": _updating(lambda held, added, weight: added),
    "from-initial-value": _updating(_average, from_initial_value=True),
    "halved": _updating(lambda held, added, weight: (held + added) / 2),
}
