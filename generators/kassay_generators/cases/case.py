"""One case, not yet evaluated, and what its arguments are."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kassay_generators.oracles.arrays import as_array
from kassay_generators.specification.function import Function


@dataclass(frozen=True, eq=False)
class TensorValue:
    """A tensor argument with its elements. `raw`: passed as an array, not as a tensor of the backend."""

    values: np.ndarray
    raw: bool = False

    @functools.cached_property
    def dtype(self) -> str:
        return self.values.dtype.name


@functools.lru_cache(maxsize=16)
def numbers_of(tensor: TensorValue) -> np.ndarray:
    """The elements as Numbers, read-only: the oracle and all readings of a case share them."""
    numbers = as_array(tensor.values.astype(object))
    numbers.flags.writeable = False
    return numbers


# A plain Python value, a tensor, or a list of tensors.
ArgumentValue = Any


@dataclass(frozen=True)
class Case:
    """One case, not yet evaluated. `arguments` are those of the call; `bound` adds the defaults."""

    id: str
    function: Function
    group: dict[str, Any]
    dtype: str
    editions: tuple[str, ...]
    clauses: tuple[str, ...]
    arguments: dict[str, ArgumentValue]
    bound: dict[str, ArgumentValue]
    positional: tuple[str, ...]
    keyword: tuple[str, ...]
    tier: str
    raises: tuple[str, ...] = field(default=())
    program: dict[str, Any] | None = None
    """Of a program group: the program as JSON. `arguments` are then its inputs."""

    @property
    def accuracy(self) -> dict[str, Any]:
        """The accuracy of the group; without one, that of the function."""
        return dict(self.group.get("accuracy", self.function.raw["accuracy"]))

    @property
    def unchanged(self) -> tuple[str, ...]:
        """The tensor arguments that the program returns as well, because the call must not change them."""
        return tuple(self.group.get("unchanged", ()))

    def tensors(self, argument: str) -> dict[str, TensorValue]:
        """The tensors of an argument by their names in the program: the argument's name, with a number appended for a list."""
        return dict(_named(argument, self.arguments.get(argument)))

    @property
    def sign_of_zero(self) -> bool:
        return bool(self.group.get("sign_of_zero", False))


def _named(name: str, value: ArgumentValue) -> Iterator[tuple[str, TensorValue]]:
    if isinstance(value, TensorValue):
        yield name, value
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            yield from _named(f"{name}{number}", entry)
