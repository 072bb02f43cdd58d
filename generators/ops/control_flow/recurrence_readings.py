"""Misreadings of rnn, each a Recurrence with one step replaced. The id of a reading follows from the name of its class."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from kassay_generators.machine.values import ProgramError, Tensor
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import ApiError
from ops.control_flow.recurrence import Recurrence, choose


class _OfMask(Recurrence):
    """Differs only with a mask."""

    @classmethod
    def differs(cls, arguments: dict[str, Any]) -> bool:
        return arguments["mask"] is not None


class _OfDirection(Recurrence):
    """Differs only backwards."""

    @classmethod
    def differs(cls, arguments: dict[str, Any]) -> bool:
        return bool(arguments["go_backwards"])


class FirstStateAtFirst(_OfMask):
    def before_first(self, made: Any, initial: list[Any]) -> Any:
        return _like(made, initial) or self.zeros_like(made)


class MaskNeedsNoStates(_OfMask):
    def check_states(self) -> None:
        pass


class OutputsPutInOrder(_OfDirection):
    def ordered(self, outputs: list[Any]) -> list[Any]:
        return outputs[::-1] if self.go_backwards else outputs


class DirectionIgnored(_OfDirection):
    def times(self, count: int) -> Iterable[int]:
        return range(count)


class LastOutputOfLastTime(_OfDirection):
    def last(self, outputs: list[Any]) -> Any:
        return outputs[0] if self.go_backwards else outputs[-1]


class FirstOutput(Recurrence):
    def last(self, outputs: list[Any]) -> Any:
        return outputs[0]


class MaskIgnored(_OfMask):
    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        return np.ones(inputs.shape[:2], dtype=bool)


class MaskInverted(_OfMask):
    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        return ~super().present(mask, inputs)


class ZerosUnderMask(_OfMask):
    def masked_output(self, here: np.ndarray, made: Any, output: Any, states: list[Any]) -> Any:
        return self.chosen(here, made, self.zeros_like(made))


class OutputsUnderMask(_OfMask):
    def masked_output(self, here: np.ndarray, made: Any, output: Any, states: list[Any]) -> Any:
        return made


class FirstStateUnderMask(_OfMask):
    def masked_output(self, here: np.ndarray, made: Any, output: Any, states: list[Any]) -> Any:
        return self.chosen(here, made, _like(made, states) or output)


class StatesUnderMask(_OfMask):
    def masked_state(self, number: int, here: np.ndarray, new: Any, old: Any) -> Any:
        return new


class StatesZeroUnderMask(_OfMask):
    def masked_state(self, number: int, here: np.ndarray, new: Any, old: Any) -> Any:
        return self.chosen(here, new, self.zeros_like(old))


class OnlyFirstStateKept(_OfMask):
    def masked_state(self, number: int, here: np.ndarray, new: Any, old: Any) -> Any:
        return self.chosen(here, new, old) if number == 0 else new


class OneMaskForAll(_OfMask):
    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        right = super().present(mask, inputs)
        return np.broadcast_to(right[:1], right.shape)


class AnySampleMasksAll(_OfMask):
    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        right = super().present(mask, inputs)
        return np.broadcast_to(right.all(axis=0), right.shape)


class MaskRightAligned(_OfMask):
    def chosen(self, here: np.ndarray, new: Any, old: Any) -> Any:
        def select(n: Tensor, o: Tensor) -> Tensor:
            if n.shape[-1] != len(here):
                return choose(here, n, o)
            return Tensor(np.where(here, n.values, o.values), n.dtype)

        return self.machine.lazily(select, new, old)


class MaskMultiplied(_OfMask):
    def chosen(self, here: np.ndarray, new: Any, old: Any) -> Any:
        def blend(n: Tensor, o: Tensor) -> Tensor:
            weights = here.astype(int).reshape(here.shape + (1,) * (len(n.shape) - 1))
            values = elementwise(lambda w, a, b: a * w + b * (1 - w), weights, n.values, o.values)
            return Tensor(values, n.dtype)

        return self.machine.lazily(blend, new, old)


class MaskForwards(_OfMask):
    def masked_time(self, position: int, time: int) -> int:
        return position


class MaskEndsSequences(_OfMask):
    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        right = super().present(mask, inputs)
        order = list(self.times(right.shape[1]))
        ended = np.empty_like(right)
        ended[:, order] = np.logical_and.accumulate(right[:, order], axis=1)
        return ended


class _OfConstants(Recurrence):
    """Differs only with constants. The step may be unable to unpack its arguments."""

    @classmethod
    def differs(cls, arguments: dict[str, Any]) -> bool:
        return bool(arguments["constants"])

    def called(self, now: Tensor, values: list[Any]) -> tuple[Any, list[Any]]:
        try:
            return super().called(now, values)
        except ProgramError:
            raise ApiError("any") from None


class ConstantsDropped(_OfConstants):
    def step(
        self, now: Tensor, states: list[Any], constants: list[Tensor]
    ) -> tuple[Any, list[Any]]:
        return self.called(now, states)


class ConstantsFirst(_OfConstants):
    def step(
        self, now: Tensor, states: list[Any], constants: list[Tensor]
    ) -> tuple[Any, list[Any]]:
        return self.called(now, constants + states)


class StatesNotCarried(Recurrence):
    def carried(self, new_states: list[Any], initial: list[Any]) -> list[Any]:
        return initial


class StatesWithoutHistory(Recurrence):
    def carried(self, new_states: list[Any], initial: list[Any]) -> list[Any]:
        return [self.machine.call("stop_gradient", state) for state in new_states]


class ZeroStates(Recurrence):
    def first_states(self, initial: list[Any]) -> list[Any]:
        return [self.zeros_like(state) for state in initial]


class OutputAsState(Recurrence):
    def step_states(self, states: list[Any], output: Any) -> list[Any]:
        fits = output is not None and states and _like(states[0], [output]) is not None
        return [output, *states[1:]] if fits else states


class InitialStatesReturned(Recurrence):
    def new_states(self, new_states: list[Any]) -> list[Any]:
        return self.returned


class TimeFirst(Recurrence):
    def loop(
        self, inputs: Tensor, mask: Tensor | None, initial: list[Tensor], constants: list[Tensor]
    ) -> tuple[Any, Any, list[Any]]:
        return super().loop(_exchanged(inputs), mask, initial, constants)

    def collected(self, outputs: list[Tensor]) -> Tensor:
        return _exchanged(super().collected(outputs))


class OutputsTimeFirst(Recurrence):
    def collected(self, outputs: list[Tensor]) -> Tensor:
        return _exchanged(super().collected(outputs))


class SizeOneDropped(Recurrence):
    def collected(self, outputs: list[Tensor]) -> Tensor:
        collected = super().collected(outputs)
        return Tensor(collected.values.squeeze(), collected.dtype)


class RankNotChecked(Recurrence):
    def check_rank(self) -> None:
        pass


class UnrollAtEvaluation(Recurrence):
    def check_time(self) -> None:
        pass


class _SizesNotChecked(_OfMask):
    def check_mask_sizes(
        self, mask: tuple[int | None, ...], inputs: tuple[int | None, ...]
    ) -> None:
        pass


class MaskStretched(_SizesNotChecked):
    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        there = super().present(mask, inputs)
        if any(a not in (1, b) for a, b in zip(there.shape, inputs.shape, strict=False)):
            raise ApiError("any")
        return np.broadcast_to(there, inputs.shape[:2])


class MaskCut(_SizesNotChecked):
    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        samples, times = inputs.shape[:2]
        there = super().present(mask, inputs)[:samples, :times]
        if there.shape != (samples, times):
            raise ApiError("any")
        return there


class MaskBroadcast(_SizesNotChecked):
    def check_mask(self) -> None:
        pass

    def present(self, mask: np.ndarray, inputs: Tensor) -> np.ndarray:
        return mask.reshape(inputs.shape[:2])


def kinds() -> dict[str, type[Recurrence]]:
    """The classes above, except those that only help others, by id."""
    return {
        re.sub("(?<!^)(?=[A-Z])", "-", name).lower(): kind
        for name, kind in globals().items()
        if isinstance(kind, type) and issubclass(kind, Recurrence) and kind is not Recurrence
        if not name.startswith("_")
    }


def _like(value: Any, candidates: list[Any]) -> Any:
    """The first candidate, if it has the shape of the value."""
    fits = candidates and candidates[0].shape == value.shape
    return candidates[0] if fits else None


def _exchanged(x: Tensor) -> Tensor:
    return Tensor(np.swapaxes(x.values, 0, 1), x.dtype)
