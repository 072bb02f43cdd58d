"""The part of the machine that lazy values, evaluations and calls see."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from kassay_generators.machine.arithmetic import Arithmetic
from kassay_generators.machine.values import StaticShape, Tensor
from kassay_generators.oracles.library import Library

# What the dtypes of the results depend on: the function, the dtypes of its tensors, its plain arguments, floatx.
Signature = tuple[str, str]
# Replaces an implementation, given the name of its function.
Adaptation = Callable[[str, Callable[..., Any]], Callable[..., Any]]


class Host(Protocol):
    library: Library
    arithmetic: Arithmetic
    result_dtypes: dict[Signature, tuple[str, ...]]

    def tensor(self, value: Any, dtype: str) -> Tensor:
        """An array, a number or a nested list as a tensor of a dtype, rounded to it."""

    def static(self, value: Any) -> tuple[str, StaticShape]:
        """The dtype and the static shape of a lazy value."""

    def implementation(self, name: str) -> Callable[..., Any]:
        """The oracle of a function, or its confirmation, or the reading that replaces it."""

    def computing_in(self, arithmetic: Arithmetic) -> AbstractContextManager[None]:
        """Evaluations inside the context run in another arithmetic."""

    def adapting(self, adapt: Adaptation) -> AbstractContextManager[None]:
        """Evaluations inside the context run what `adapt` makes of each implementation."""
