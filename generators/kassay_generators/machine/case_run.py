"""A case that runs on the abstract machine: a program, or a single call of a function that sees the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.machine.agreement import Agreement
from kassay_generators.machine.arithmetic import Arithmetic, Exact, Float64
from kassay_generators.machine.lazy import Lazy, Update
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.pure_call import plain
from kassay_generators.machine.run_program import run
from kassay_generators.machine.values import Array, ProgramError, Sample, Tensor
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.library import own_library


class MachineRun:
    """Each run starts with a new machine and returns arrays, samples and plain values."""

    def __init__(self, case: Case, module: ModuleType) -> None:
        self.case = case
        self.library = own_library().with_function(case.function, module)

    def exact(
        self,
        arguments: Mapping[str, Any],
        replacements: Mapping[str, Callable[..., Any]],
        agreement: Agreement | None = None,
    ) -> list[Any]:
        """With readings in place of the oracles of the functions named. Raises ApiError, ProgramError."""
        return self._run(Exact(), arguments, replacements, agreement)

    def confirmed(self, arguments: Mapping[str, Any]) -> list[Any]:
        """With the confirmations, in float64."""
        with np.errstate(all="ignore"):
            return self._run(Float64(), arguments, {})

    def _run(
        self,
        arithmetic: Arithmetic,
        arguments: Mapping[str, Any],
        replacements: Mapping[str, Callable[..., Any]],
        agreement: Agreement | None = None,
    ) -> list[Any]:
        case = self.case
        context = Context(case.editions[0], case.dtype)
        machine = Machine(self.library, context, arithmetic, replacements, agreement)
        if case.program is not None:
            arrays = {name: machine.array(value.values) for name, value in arguments.items()}
            return [returned(value) for value in run(machine, case.program, arrays)]
        bound = {name: _argument(machine, value) for name, value in arguments.items()}
        result = machine.evaluation().value(machine.call_bound(case.function, bound))
        several = isinstance(result, tuple) and len(case.function.raw["returns"]) > 1
        return [
            Array(r.values, r.dtype) if isinstance(r, Tensor) else returned(r)
            for r in (result if several else (result,))
        ]


def _argument(machine: Machine, value: Any) -> Any:
    if isinstance(value, list):
        return [_argument(machine, v) for v in value]
    if not isinstance(value, TensorValue):
        return value
    array = machine.array(value.values)
    return array if value.raw else Tensor(array.values, array.dtype)


def returned(value: Any) -> Any:
    """A value that a program may return. Raises ProgramError for any other."""
    if isinstance(value, Array | Sample):
        return value
    if isinstance(value, Tensor | Lazy):
        raise ProgramError("the program returns a tensor; return eval(...) of it")
    if isinstance(value, Update) or callable(value):
        raise ProgramError("the program returns something that is neither an array nor plain")
    if isinstance(value, list | tuple):
        if any(isinstance(v, Array | Sample) for v in value):
            raise ProgramError("the program returns a list of arrays; unpack it: [a, b] = ...")
        return [returned(v) for v in value]
    return plain(value)
