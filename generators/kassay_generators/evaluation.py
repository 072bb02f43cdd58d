"""One evaluation: each lazy value is computed at most once, with the values that the variables have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kassay_generators.machine_values import Array, Lazy, Placeholder, Sample, Tensor
from kassay_generators.oracle import ApiError

if TYPE_CHECKING:
    from kassay_generators.machine import Machine


class Evaluation:
    """`replaced` gives some lazy values other elements: fed placeholders, or what a derivative is taken of. After an
    evaluation `visited` holds every lazy value that was needed, the replaced ones too. A trial runs with made-up elements,
    to see what depends on what. `unperturbed` is, inside of a difference, the evaluation that the difference is made for."""

    is_trial = False
    unperturbed: Evaluation | None = None

    def __init__(self, machine: Machine, replaced: Mapping[Lazy, Any] | None = None) -> None:
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
