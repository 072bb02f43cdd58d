"""A random program with the answers that a correct backend may give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kassay_generators.vectors.samples import SampleOutput


@dataclass(frozen=True, eq=False)
class Bounded:
    """A tensor and how far each element may be from it; infinite where nothing is judged. `is_array`: the program returns an array."""

    dtype: str
    values: np.ndarray
    limits: np.ndarray
    is_array: bool = False


@dataclass(frozen=True, eq=False)
class Gradient:
    """`wrt`: inputs; `weights`: of each output of the program; `outputs`: the gradient by each of `wrt`."""

    wrt: Sequence[str]
    weights: Sequence[np.ndarray]
    outputs: Sequence[Bounded]


@dataclass(frozen=True, eq=False)
class Plain:
    value: Any


Expected = Bounded | Plain | SampleOutput


@dataclass(eq=False)
class Program:
    """`functions`: the API functions that it calls, in order. `may_be_refused`: an accepted reading refuses one of the calls.
    `is_relation`: the program itself checks its result, whatever its inputs are."""

    id: str
    function: str
    category: str
    dtype: str
    edition: str
    json: dict[str, Any]
    inputs: dict[str, np.ndarray]
    outputs: Sequence[Expected]
    modes: list[str]
    functions: list[str]
    may_be_refused: bool = False
    gradient: Gradient | None = None
    is_relation: bool = False
