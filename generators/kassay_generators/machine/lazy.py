"""Lazy values, which get their elements when they are evaluated, and evaluations. An evaluation computes each value at most once,
from the current values of the variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kassay_generators.machine.host import Host
from kassay_generators.machine.values import Array, Sample, StaticShape, Tensor
from kassay_generators.oracles.interface import ApiError


class Lazy:
    """A value that every evaluation computes. Compared by identity."""

    machine: Host
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
    """Updates and assignments change its elements; an evaluation sees the current ones."""

    def __init__(self, machine: Host, value: Tensor) -> None:
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
    """A function call feeds it; otherwise it has its default, if any."""

    def __init__(
        self,
        machine: Host,
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
    """The result of a function of lazy values; `function` may itself return lazy values. `draws_flags`: it is a sample of elements
    that flags drop or keep."""

    def __init__(
        self,
        machine: Host,
        function: Callable[[Evaluation], Any],
        sources: tuple[Any, ...],
        *,
        is_sparse: bool = False,
        draws_flags: bool = False,
    ) -> None:
        self.machine = machine
        self.function = function
        self.sources = sources
        self.is_sparse = is_sparse
        self.draws_flags = draws_flags

    def compute(self, evaluation: Evaluation) -> Any:
        return evaluation.value(self.function(evaluation))


class Part(Lazy):
    """One of the values of a node: the element at a path of positions."""

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
    """The new value of a variable when a function with this update is called."""

    variable: Variable
    new_value: Any


class Evaluation:
    """`replaced` gives some lazy values other elements: fed placeholders, or the variable of a derivative. After an
    evaluation, `visited` holds every lazy value that it needed, including the replaced ones. A trial runs with made-up
    elements, to find which values depend on which; if it `passes_stopped`, stop_gradient hides nothing from it. Within a
    difference, `unperturbed` is the evaluation that it is for."""

    is_trial = False
    passes_stopped = False
    unperturbed: Evaluation | None = None

    def __init__(self, machine: Host, replaced: Mapping[Lazy, Any] | None = None) -> None:
        self.machine = machine
        self.replaced = dict(replaced or {})
        self.visited: set[Lazy] = set()
        self._values: dict[Lazy, Any] = {}

    def value(self, x: Any) -> Any:
        """x with all its lazy values computed; lists and tuples keep their structure."""
        if isinstance(x, Lazy):
            return self._lazy(x)
        if isinstance(x, list):
            return [self.value(e) for e in x]
        if isinstance(x, tuple):
            return tuple(self.value(e) for e in x)
        return x

    def array(self, x: Any) -> Array | Sample:
        """A tensor as a NumPy array; a sample unchanged."""
        value = self.value(x)
        if isinstance(value, Array | Sample):
            return value
        if not isinstance(value, Tensor):
            raise ApiError("any")
        return Array(value.values, value.dtype)

    def replacing(self, replaced: Mapping[Lazy, Any]) -> Evaluation:
        """A new evaluation with other elements for some lazy values; it computes the rest from these again."""
        return Evaluation(self.machine, {**self.replaced, **replaced})

    def unfed(self, placeholder: Placeholder) -> Tensor:
        """The default of a placeholder. Raises ApiError if it has none."""
        if placeholder.default is None:
            raise ApiError("any")
        return placeholder.default

    def _lazy(self, x: Lazy) -> Any:
        self.visited.add(x)
        if x in self.replaced:
            return self.replaced[x]
        if x not in self._values:
            self._values[x] = x.compute(self)
        return self._values[x]
