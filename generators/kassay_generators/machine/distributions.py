"""The distributions of the elements that random functions draw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Distribution:
    """A distribution of "Samples" in spec/vectors.md. `values`: float64, each element of a Bernoulli sample where it is not 0."""

    name: str
    parameters: dict[str, float]
    values: np.ndarray | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution) or (self.values is None) != (other.values is None):
            return False
        same = self.name == other.name and self.parameters == other.parameters
        return same and (self.values is None or np.array_equal(self.values, other.values))  # type: ignore[arg-type]


def uniform(low: float, high: float) -> Distribution:
    return Distribution("uniform", {"low": low, "high": high})


def normal(mean: float, std: float) -> Distribution:
    return Distribution("normal", {"mean": mean, "std": std})


def truncated_normal(mean: float, std: float, bound: float = 2.0) -> Distribution:
    """Numbers more than `bound` standard deviations from the mean are drawn again."""
    return Distribution("truncated-normal", {"mean": mean, "std": std, "bound": bound})


def clipped_normal(mean: float, std: float) -> Distribution:
    """Numbers more than 2 standard deviations from the mean are moved there."""
    return Distribution("clipped-normal", {"mean": mean, "std": std, "bound": 2.0})


def bernoulli(p: float, values: np.ndarray | None = None) -> Distribution:
    return Distribution("bernoulli", {"p": p}, values)
