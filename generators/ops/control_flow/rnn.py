"""Oracle for rnn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Node, Part
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import only_where
from ops.control_flow.recurrence import Recurrence
from ops.control_flow.recurrence_readings import kinds

Step = Any


def _by(kind: type[Recurrence]) -> Callable[..., Any]:
    """The answer of rnn with a given kind of loop."""
    return lambda machine, **arguments: kind(machine, **arguments).answer()


oracle = _by(Recurrence)


def confirmation(
    step_function: Step,
    inputs: Any,
    initial_states: list[Any],
    go_backwards: bool,
    mask: Any,
    constants: list[Any] | None,
    unroll: bool,
    input_length: int | None,
    machine: Machine,
) -> tuple[Any, Any, list[Any]]:
    """Computes with whole arrays: inputs and mask are reversed beforehand, and masks select instead of multiplying."""
    fixed = list(constants or [])

    def run(x: Tensor, m: Tensor | None, first: list[Tensor]) -> tuple[Any, Any, list[Any]]:
        backwards = slice(None, None, -1 if go_backwards else 1)
        sequence = np.moveaxis(x.values, 1, 0)[backwards]
        present = None if m is None else m.values.astype(bool).reshape(m.shape[0], -1).T[backwards]
        states = list(first)
        outputs: list[Any] = []
        for position, values in enumerate(sequence):
            output, new = step_function(Tensor(values, x.dtype), states + fixed)
            if present is None:
                states = list(new)
            else:
                there = present[position]
                earlier = outputs[-1] if outputs else None
                states = [_mixed(machine, there, n, o) for n, o in zip(new, states, strict=True)]
                output = _mixed(machine, there, output, earlier)
            outputs.append(output)
        return outputs[-1], machine.lazily(_stacked, outputs), states

    result = machine.lazily(run, inputs, mask, initial_states)
    if isinstance(result, Node):
        states = [Part(result, 2, i) for i in range(len(initial_states))]
        return Part(result, 0), Part(result, 1), states
    return result  # type: ignore[no-any-return]


def _mixed(machine: Machine, there: np.ndarray, new: Any, old: Any) -> Any:
    """Selects by sample; a missing old value is zeros."""

    def mix(n: Tensor, *o: Tensor) -> Tensor:
        condition = there.reshape(there.shape + (1,) * (n.values.ndim - 1))
        return Tensor(np.where(condition, n.values, o[0].values if o else 0.0), n.dtype)

    return machine.lazily(mix, new, *([] if old is None else [old]))


def _stacked(outputs: list[Tensor]) -> Tensor:
    return Tensor(np.moveaxis(np.array([o.values for o in outputs]), 0, 1), outputs[0].dtype)


READINGS = {name: only_where(kind.differs, oracle, _by(kind)) for name, kind in kinds().items()}
