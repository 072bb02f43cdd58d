"""The answer of a case, its required accuracy, and the answers of the readings."""

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
    """`values`: float64 for floating dtypes, otherwise of the dtype itself. `magnitude`: of the same shape, for floating dtypes.
    `condition`: of the same shape; None if it is 0 everywhere."""

    dtype: str
    values: np.ndarray
    magnitude: np.ndarray | None
    condition: np.ndarray | None = None

    def rounded(self, accuracy: Accuracy) -> np.ndarray | None:
        """The number whose roundoff the limit counts: the magnitude of the terms; without terms, the condition."""
        return self.magnitude if accuracy.terms > 0 else self.condition


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
    """`readings`: those with a distinguishable answer. `alike`: ids of those known to have the oracle's answer."""

    answer: Answer
    accuracy: Accuracy
    readings: tuple[ReadingAnswer, ...]
    alike: frozenset[str] = frozenset()
