"""What the peers have in common: how a workload becomes a call without arguments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from inspect import signature
from typing import Any

import numpy as np
from workload import Unsupported, Workload, outputs_of

# Takes the inputs by their names, and returns the call that is measured.
Prepare = Callable[..., Callable[[], Any]]
# Takes the inputs by their names, and returns the result.
Function = Callable[..., Any]

# What tensors of every library write in the same way.
EXPRESSIONS: dict[str, Function] = {
    "add": lambda x, y: x + y,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y,
    "add-row": lambda x, y: x + y,
    "add-column": lambda x, y: x + y,
    "greater": lambda x, y: x > y,
    "equal-integers": lambda x, y: x == y,
    "dot-row": lambda x, y: x @ y,
    "dot-batch": lambda x, y: x @ y,
    "dot-square": lambda x, y: x @ y,
    "bias-add": lambda x, y: x + y,
    "bias-add-channels-first": lambda x, y: x + y[:, None, None],
    "sum": lambda x: x.sum(),
    "sum-first-axis": lambda x: x.sum(0),
    "sum-last-axis": lambda x: x.sum(-1, dtype=x.dtype),
    "sum-middle-axis": lambda x: x.sum(1),
    "mean": lambda x: x.mean(-1),
    "mean-of-images": lambda x: x.mean((1, 2)),
    "min": lambda x: x.min(),
    "prod": lambda x: x.prod(-1),
    "cumsum": lambda x: x.cumsum(-1),
    "cumsum-first-axis": lambda x: x.cumsum(0),
    "cumprod": lambda x: x.cumprod(-1),
}

# Neither PyTorch nor JAX, Optax nor NumPy decodes CTC with a beam.
IN_NO_LIBRARY = frozenset({"beam-decoding"})


class Peer(ABC):
    """A library that runs workloads.

    `functions` need at most the preparation by `compiled`; `preparations` do what users do once.
    """

    name: str
    version: str
    device = "cpu"  # as the runner shows it
    functions: Mapping[str, Function]
    preparations: Mapping[str, Prepare]

    @abstractmethod
    def tensor(self, array: np.ndarray) -> Any:
        """The array as a tensor of the library."""

    @abstractmethod
    def array(self, tensor: Any) -> np.ndarray: ...

    def compiled(self, function: Function) -> Function:
        return function

    def runs(self, workload: Workload) -> bool:
        """Whether the library has what the workload measures."""
        return workload.name not in IN_NO_LIBRARY

    def mode(self, workload: Workload) -> AbstractContextManager[Any]:
        """The setting that a user would run the workload in."""
        return nullcontext()

    def prepared(self, workload: Workload, inputs: Mapping[str, np.ndarray]) -> Callable[[], Any]:
        """The call to measure. Raises Unsupported."""
        if not self.runs(workload):
            raise Unsupported(f"{self.name} has no {workload.category}/{workload.name}")
        tensors = {name: self.tensor(array) for name, array in inputs.items()}
        if workload.name in self.preparations:
            return self.preparations[workload.name](**tensors)
        if workload.name not in self.functions:
            raise Unsupported(f"{self.name} has nothing for {workload.name}")
        function = self.functions[workload.name]
        return partial(self.compiled(function), *in_order(function, tensors))

    def arrays(self, result: Any) -> list[np.ndarray]:
        """The outputs of the workload, each as an array."""
        return [self.array(output) for output in outputs_of(result)]


def in_order(function: Function, tensors: Mapping[str, Any]) -> list[Any]:
    """The tensors in the order of the function's parameters: no library is slower with them than with names."""
    return [tensors[parameter] for parameter in signature(function).parameters]
