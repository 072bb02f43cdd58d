"""How rnn carries states over time: the loop, made of steps that a misreading can replace one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kassay_generators.machine.lazy import Node, Part
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import ProgramError, Tensor
from kassay_generators.oracles.interface import ApiError
from ops.control_flow.selection import truth

Step = Callable[[Any, list[Any]], tuple[Any, list[Any]]]


@dataclass
class Recurrence:
    """The arguments of rnn. Tensors may be lazy, except in `loop`, which gets elements."""

    machine: Machine
    step_function: Step
    inputs: Any
    initial_states: list[Any]
    go_backwards: bool
    mask: Any
    constants: list[Any] | None
    unroll: bool
    input_length: int | None
    returned: list[Any] = field(init=False, default_factory=list)

    @classmethod
    def differs(cls, arguments: dict[str, Any]) -> bool:
        """Whether the answer for these arguments may differ from that of Recurrence."""
        return True

    def answer(self) -> tuple[Any, Any, list[Any]]:
        """The last output, all outputs and the list of new states. Raises ApiError."""
        self.check_rank()
        self.check_time()
        self.check_mask()
        self.check_states()
        result = self.machine.lazily(
            self.loop, self.inputs, self.mask, self.initial_states, self.constants or []
        )
        if isinstance(result, Node):
            states = [Part(result, 2, i) for i in range(len(self.initial_states))]
            return Part(result, 0), Part(result, 1), states
        return result  # type: ignore[no-any-return]

    # -- what is an error ---------------------------------------------------------------------------------------------

    def check_rank(self) -> None:
        if self.inputs.shape is not None and len(self.inputs.shape) < 3:
            raise ApiError("value")

    def check_time(self) -> None:
        shape = self.inputs.shape
        if self.unroll and (shape is None or shape[1] is None):
            raise ApiError("value")

    def check_mask(self) -> None:
        if self.mask is None or self.mask.shape is None:
            return
        expected = 2 if self.machine.edition == "ko" else 3
        if len(self.mask.shape) != expected:
            raise ApiError("value")
        if self.inputs.shape is not None:
            self.check_mask_sizes(self.mask.shape, self.inputs.shape)

    def check_mask_sizes(
        self, mask: tuple[int | None, ...], inputs: tuple[int | None, ...]
    ) -> None:
        """Samples and times, where they are known."""
        sizes = zip(mask[:2], inputs[:2], strict=True)
        if any(a != b for a, b in sizes if a is not None and b is not None):
            raise ApiError("value")

    def check_states(self) -> None:
        if self.mask is not None and not self.initial_states:
            raise ApiError("value")

    # -- the loop -----------------------------------------------------------------------------------------------------

    def loop(
        self, inputs: Tensor, mask: Tensor | None, initial: list[Tensor], constants: list[Tensor]
    ) -> tuple[Any, Any, list[Any]]:
        """The result of `answer`; its values are lazy if the step uses a lazy value."""
        if mask is not None:
            self.check_mask_sizes(mask.shape, inputs.shape)
        present = None if mask is None else self.present(truth(mask.values), inputs)
        output, states, outputs = None, self.first_states(initial), []
        for position, time in enumerate(self.times(inputs.shape[1])):
            now = Tensor(inputs.values[:, time], inputs.dtype)
            made, new_states = self.step(now, self.step_states(states, output), constants)
            self.returned = states
            if present is not None:
                here = present[:, self.masked_time(position, time)]
                if output is None:
                    output = self.before_first(made, initial)
                made = self.masked_output(here, made, output, states)
                new_states = [
                    self.masked_state(i, here, new, old)
                    for i, (new, old) in enumerate(zip(new_states, states, strict=True))
                ]
            output, states = made, self.carried(new_states, initial)
            outputs.append(made)
            self.returned = self.new_states(new_states)
        return (
            self.last(outputs),
            self.machine.lazily(self.collected, self.ordered(outputs)),
            self.returned,
        )

    def step(
        self, now: Tensor, states: list[Any], constants: list[Tensor]
    ) -> tuple[Any, list[Any]]:
        return self.called(now, states + constants)

    def called(self, now: Tensor, values: list[Any]) -> tuple[Any, list[Any]]:
        made, new_states = self.step_function(now, values)
        return made, list(new_states)

    def times(self, count: int) -> Iterable[int]:
        """The times in the order of the loop."""
        return range(count)[::-1] if self.go_backwards else range(count)

    def first_states(self, initial: list[Any]) -> list[Any]:
        return initial

    def step_states(self, states: list[Any], output: Any) -> list[Any]:
        return states

    def carried(self, new_states: list[Any], initial: list[Any]) -> list[Any]:
        return new_states

    def new_states(self, new_states: list[Any]) -> list[Any]:
        return new_states

    def ordered(self, outputs: list[Any]) -> list[Any]:
        return outputs

    def last(self, outputs: list[Any]) -> Any:
        return outputs[-1]

    def collected(self, outputs: list[Tensor]) -> Tensor:
        return Tensor(np.stack([o.values for o in outputs], axis=1), outputs[0].dtype)

    # -- the mask -----------------------------------------------------------------------------------------------------

    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        """Which samples are present at which times, of shape (samples, time)."""
        return mask.reshape(mask.shape[:2])

    def masked_time(self, position: int, time: int) -> int:
        return time

    def before_first(self, made: Any, initial: list[Any]) -> Any:
        return self.zeros_like(made)

    def masked_output(self, here: np.ndarray, made: Any, output: Any, states: list[Any]) -> Any:
        return self.chosen(here, made, output)

    def masked_state(self, number: int, here: np.ndarray, new: Any, old: Any) -> Any:
        return self.chosen(here, new, old)

    def chosen(self, here: np.ndarray, new: Any, old: Any) -> Any:
        """The new value of each sample that is present, the old value of the others."""
        return self.machine.lazily(lambda n, o: choose(here, n, o), new, old)

    def zeros_like(self, value: Any) -> Any:
        return self.machine.lazily(lambda v: self.machine.tensor(np.zeros(v.shape), v.dtype), value)


def choose(here: np.ndarray, new: Tensor, old: Tensor) -> Tensor:
    if new.shape != old.shape or new.dtype != old.dtype:
        raise ProgramError("a state or an output whose shape or dtype changes under a mask")
    values = new.values.copy()
    for sample in np.flatnonzero(~here):
        values[sample] = old.values[sample]
    return Tensor(values, new.dtype)
