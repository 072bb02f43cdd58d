"""The elements that a program computes from given inputs, for the tape and for differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue, numbers_of
from kassay_generators.machine.case_run import MachineRun
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import Typed, asks_for_machine, call
from kassay_generators.oracles.library import own_library
from kassay_generators.vectors.run_oracle import context_of, map_tensors

Oracle = Callable[..., Any]


def scalars(case: Case, oracle: Oracle, inputs: dict[str, np.ndarray]) -> list[Number]:
    """Every element of every output of the program, in order, with `inputs` substituted for those tensors."""
    if asks_for_machine(oracle):
        return _of_machine(case, oracle, inputs)

    def numbers(name: str, value: Any) -> Any:
        if isinstance(value, list) and value and isinstance(value[0], TensorValue):
            return [numbers(f"{name}{number}", entry) for number, entry in enumerate(value)]
        if isinstance(value, TensorValue) and name in inputs:
            return inputs[name]
        return map_tensors(value, numbers_of)

    arguments = {name: numbers(name, value) for name, value in case.bound.items()}
    result = call(oracle, arguments, context_of(case))
    several = isinstance(result, tuple) and len(case.function.raw["returns"]) > 1
    results = list(result) if several else [result]
    arrays = [r.values if isinstance(r, Typed) else r for r in results]
    arrays += [arguments[name] for name in case.unchanged]
    return [number for array in arrays for number in as_array(array).flat]


def _of_machine(case: Case, oracle: Oracle, inputs: dict[str, np.ndarray]) -> list[Number]:
    def tensor(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [tensor(f"{name}{number}", entry) for number, entry in enumerate(value)]
        if not isinstance(value, TensorValue):
            return value
        elements = inputs[name] if name in inputs else numbers_of(value)
        return Tensor(elements, value.dtype)

    arguments = {name: tensor(name, value) for name, value in case.bound.items()}
    run = MachineRun(case, own_library().module(case.function.name))
    return [
        number
        for array in run.exact(arguments, {case.function.name: oracle})
        for number in array.values.flat
    ]


def each(array: np.ndarray, function: Any) -> np.ndarray:
    result = np.empty(array.shape, dtype=object)
    for index in np.ndindex(array.shape):
        result[index] = function(array[index])
    return result
