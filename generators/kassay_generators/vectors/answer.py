"""What a case answers, how accurate an answer must be, and what each reading answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kassay_generators.vectors.samples import SampleOutput


@dataclass(frozen=True)
class Accuracy:
    ulps: float
    terms: float
    atol: float


@dataclass(frozen=True)
class TensorOutput:
    """`values`: float64 for floating dtypes, else of the dtype itself. `magnitude` of the same shape, for floating dtypes."""

    dtype: str
    values: np.ndarray
    magnitude: np.ndarray | None


@dataclass(frozen=True)
class ValueOutput:
    value: Any


Output = TensorOutput | ValueOutput | SampleOutput


@dataclass(frozen=True)
class Answer:
    """Outputs, or the kind of the error that is raised."""

    outputs: tuple[Output, ...] = ()
    error: str | None = None


@dataclass(frozen=True)
class ReadingAnswer:
    id: str
    verdict: str
    answer: Answer
    distance: float

    @property
    def accepts_values(self) -> bool:
        return self.verdict == "accepted" and bool(self.answer.outputs)


@dataclass(frozen=True)
class Expectation:
    """`readings`: those that are told apart. `alike`: ids of those that call the oracle as the case does."""

    answer: Answer
    accuracy: Accuracy
    readings: tuple[ReadingAnswer, ...]
    alike: frozenset[str] = frozenset()
