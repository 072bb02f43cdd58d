"""Lazy values, which have elements only when they are evaluated, and one evaluation, in which each is computed at most once, with
the values that the variables have then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kassay_generators.machine.host import Host
from kassay_generators.machine.values import Array, Sample, StaticShape, Tensor
from kassay_generators.oracles.interface import ApiError


class Lazy:
    """A value that is computed at every evaluation. Compared by identity."""

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
    """Its elements change by updates and assignments; an evaluation sees those that it has then."""

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
    """Fed by the call of a function, or else its default, where it has one."""

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
    """What a function of lazy values gives; `function` may itself answer with lazy values."""

    def __init__(
        self,
        machine: Host,
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


class Evaluation:
    """`replaced` gives some lazy values other elements: fed placeholders, or what a derivative is taken of. After an
    evaluation `visited` holds every lazy value that was needed, the replaced ones too. A trial runs with made-up elements,
    to see what depends on what. `unperturbed` is, inside of a difference, the evaluation that the difference is made for."""

    is_trial = False
    unperturbed: Evaluation | None = None

    def __init__(self, machine: Host, replaced: Mapping[Lazy, Any] | None = None) -> None:
        self.machine = machine
        self.replaced = dict(replaced or {})
        self.visited: set[Lazy] = set()
        self._values: dict[Lazy, Any] = {}

    def value(self, x: Any) -> Any:
        """With every lazy value in it computed; lists and tuples keep their form."""
        if isinstance(x, Lazy):
            return self._lazy(x)
        if isinstance(x, list):
            return [self.value(e) for e in x]
        if isinstance(x, tuple):
            return tuple(self.value(e) for e in x)
        return x

    def array(self, x: Any) -> Array | Sample:
        """A tensor as a NumPy array. A sample stays one."""
        value = self.value(x)
        if isinstance(value, Array | Sample):
            return value
        if not isinstance(value, Tensor):
            raise ApiError("any")
        return Array(value.values, value.dtype)

    def replacing(self, replaced: Mapping[Lazy, Any]) -> Evaluation:
        """A new one with other elements for some lazy values: the rest is computed again from them."""
        return Evaluation(self.machine, {**self.replaced, **replaced})

    def unfed(self, placeholder: Placeholder) -> Tensor:
        """The default of a placeholder. Raises ApiError where it has none."""
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
