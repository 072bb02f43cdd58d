"""Oracle for rnn."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Node, Part
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from ops.control_flow import recurrence_readings as readings
from ops.control_flow.recurrence import Recurrence

Step = Any


def _as(kind: type[Recurrence]) -> Any:
    """The answer of rnn with a given kind of loop."""

    def answer(
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
        return kind(
            machine,
            step_function,
            inputs,
            initial_states,
            go_backwards,
            mask,
            constants,
            unroll,
            input_length,
        ).answer()

    return answer


oracle = _as(Recurrence)


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


class _SizeOneDropped(Recurrence):
    def collected(self, outputs: list[Tensor]) -> Tensor:
        collected = super().collected(outputs)
        return Tensor(collected.values.squeeze(), collected.dtype)


READINGS = {
    "first-state-at-first": _as(readings.FirstStateAtFirst),
    "mask-needs-no-states": _as(readings.MaskNeedsNoStates),
    "outputs-put-in-order": _as(readings.OutputsPutInOrder),
    "direction-ignored": _as(readings.DirectionIgnored),
    "last-output-of-last-time": _as(readings.LastOutputOfLastTime),
    "first-output": _as(readings.FirstOutput),
    "mask-ignored": _as(readings.MaskIgnored),
    "mask-inverted": _as(readings.MaskInverted),
    "zeros-under-mask": _as(readings.ZerosUnderMask),
    "outputs-under-mask": _as(readings.OutputsUnderMask),
    "first-state-under-mask": _as(readings.FirstStateUnderMask),
    "states-under-mask": _as(readings.StatesUnderMask),
    "states-zero-under-mask": _as(readings.StatesZeroUnderMask),
    "only-first-state-kept": _as(readings.OnlyFirstStateKept),
    "one-mask-for-all": _as(readings.OneMaskForAll),
    "any-sample-masks-all": _as(readings.AnySampleMasksAll),
    "mask-right-aligned": _as(readings.MaskRightAligned),
    "mask-multiplied": _as(readings.MaskMultiplied),
    "mask-forwards": _as(readings.MaskForwards),
    "mask-ends-sequences": _as(readings.MaskEndsSequences),
    "constants-dropped": _as(readings.ConstantsDropped),
    "constants-first": _as(readings.ConstantsFirst),
    "states-not-carried": _as(readings.StatesNotCarried),
    "states-without-history": _as(readings.StatesWithoutHistory),
    "zero-states": _as(readings.ZeroStates),
    "output-as-state": _as(readings.OutputAsState),
    "initial-states-returned": _as(readings.InitialStatesReturned),
    "time-first": _as(readings.TimeFirst),
    "outputs-time-first": _as(readings.OutputsTimeFirst),
    "size-one-dropped": _as(_SizeOneDropped),
    "rank-not-checked": _as(readings.RankNotChecked),
    "unroll-at-evaluation": _as(readings.UnrollAtEvaluation),
    "mask-broadcast": _as(readings.MaskBroadcast),
    "mask-stretched": _as(readings.MaskStretched),
    "mask-cut": _as(readings.MaskCut),
}
