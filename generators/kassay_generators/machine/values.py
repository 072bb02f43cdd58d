"""What a program of the API handles and whose elements are known, and the state of the API beside its variables."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from kassay_generators.machine.distributions import Distribution

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


@dataclass
class Settings:
    """The state of the API beside its variables."""

    floatx: str = "float32"
    epsilon: float = 1e-7
    image_data_format: str = "channels_last"
    learning_phase: Any = None
    uids: dict[str, int] = field(default_factory=dict)
