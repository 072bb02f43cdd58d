"""What a program of the API handles: arrays, tensors, and lazy values, which have elements only when they are evaluated."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from kassay_generators.evaluation import Evaluation
    from kassay_generators.machine import Machine
    from kassay_generators.samples import Distribution

# None for an unknown dimension; None altogether for an unknown rank.
StaticShape = tuple[int | None, ...] | None


class ProgramError(Exception):
    """The program uses the API in a way of which the specification says nothing: a mistake in the case."""


@dataclass(frozen=True, eq=False)
class Tensor:
    """A tensor of the backend whose elements are known."""

    values: np.ndarray
    dtype: str
    is_sparse: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.values.shape)


@dataclass(frozen=True, eq=False)
class Array:
    """A NumPy array, which is no tensor. `raw`: what it was made of, where the program brought it along; only such an array
    is rounded when it is converted, for what was computed is not rounded yet."""

    values: np.ndarray
    dtype: str
    raw: np.ndarray | None = None
    is_sparse: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.values.shape)


@dataclass(frozen=True, eq=False)
class Sample:
    """A draw of a random function: known is only how it is distributed, so that it can be returned and nothing else. Samples
    with equal `draw` hold the same numbers, or for a Bernoulli distribution with values the same flags; others are independent.
    One number, or flag, serves all indices along `constant_axes`."""

    dtype: str
    shape: tuple[int, ...]
    distribution: Distribution
    draw: Hashable
    constant_axes: tuple[int, ...] = ()
    is_sparse: ClassVar[bool] = False


class Lazy:
    """A value that is computed at every evaluation. Compared by identity."""

    machine: Machine
    is_sparse: bool = False

    def compute(self, evaluation: Evaluation) -> Any:
        raise NotImplementedError

    @property
    def dtype(self) -> str:
        return self.machine.static(self)[0]

    @property
    def shape(self) -> StaticShape:
        return self.machine.static(self)[1]


class Variable(Lazy):
    """Its elements change by updates and assignments; an evaluation sees those that it has then."""

    def __init__(self, machine: Machine, value: Tensor) -> None:
        self.machine = machine
        self.value = self.initial = value
        self.is_sparse = value.is_sparse

    def compute(self, evaluation: Evaluation) -> Tensor:
        return self.value

    @property
    def dtype(self) -> str:
        return self.value.dtype

    @property
    def shape(self) -> StaticShape:
        return self.value.shape


class Placeholder(Lazy):
    """Fed by the call of a function, or else its default, where it has one."""

    def __init__(
        self,
        machine: Machine,
        dtype: str,
        shape: StaticShape,
        *,
        default: Tensor | None = None,
        is_sparse: bool = False,
    ) -> None:
        self.machine = machine
        self.default = default
        self.is_sparse = is_sparse
        self._dtype, self._shape = dtype, shape

    def compute(self, evaluation: Evaluation) -> Tensor:
        return evaluation.unfed(self)

    @property
    def dtype(self) -> str:
        return self._dtype

    @property
    def shape(self) -> StaticShape:
        return self._shape


class Node(Lazy):
    """What a function of lazy values gives; `function` may itself answer with lazy values."""

    def __init__(
        self,
        machine: Machine,
        function: Callable[[Evaluation], Any],
        sources: tuple[Any, ...],
        *,
        is_sparse: bool = False,
    ) -> None:
        self.machine = machine
        self.function = function
        self.sources = sources
        self.is_sparse = is_sparse

    def compute(self, evaluation: Evaluation) -> Any:
        return evaluation.value(self.function(evaluation))


class Part(Lazy):
    """One of the values that a node gives: the element at a path of positions."""

    def __init__(self, node: Node, *path: int) -> None:
        self.machine = node.machine
        self.node = node
        self.path = path

    def compute(self, evaluation: Evaluation) -> Any:
        value = evaluation.value(self.node)
        for position in self.path:
            value = value[position]
        return value


@dataclass(frozen=True, eq=False)
class Update:
    """What a variable becomes when a function that has this among its updates is called."""

    variable: Variable
    new_value: Any


@dataclass
class Settings:
    """The state of the API beside its variables."""

    floatx: str = "float32"
    epsilon: float = 1e-7
    image_data_format: str = "channels_last"
    learning_phase: Any = None
    uids: dict[str, int] = field(default_factory=dict)
