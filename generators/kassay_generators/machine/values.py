"""The values of a program whose elements are known, and the state of the API apart from its variables."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from kassay_generators.machine.distributions import Distribution

# None as a dimension: unknown size. None instead of a tuple: unknown rank.
StaticShape = tuple[int | None, ...] | None


class ProgramError(Exception):
    """The program uses the API in a way that the specification leaves undefined: a mistake in the case."""


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
    """A NumPy array, not a tensor. `raw`: the original of an input of the program; only such an array is rounded when it is
    converted, because computed elements are not rounded yet."""

    values: np.ndarray
    dtype: str
    raw: np.ndarray | None = None
    is_sparse: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.values.shape)


@dataclass(frozen=True, eq=False)
class Sample:
    """A draw of a random function: only its distribution is known, so a program can only return it. Samples with
    equal `draw` hold the same numbers, or the same flags for a Bernoulli distribution with values; others are independent.
    All indices along `constant_axes` share one number or flag."""

    dtype: str
    shape: tuple[int, ...]
    distribution: Distribution
    draw: Hashable
    constant_axes: tuple[int, ...] = ()
    is_sparse: ClassVar[bool] = False


@dataclass
class Settings:
    """The state of the API apart from its variables."""

    floatx: str = "float32"
    epsilon: float = 1e-7
    image_data_format: str = "channels_last"
    learning_phase: Any = None
    uids: dict[str, int] = field(default_factory=dict)
