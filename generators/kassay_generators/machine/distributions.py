"""How the elements of what a random function draws are distributed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Distribution:
    """One of those of "Samples" in spec/README.md. `values`: float64, what each element of a Bernoulli sample is if not 0."""

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
    """What is more than `bound` standard deviations from the mean is drawn again."""
    return Distribution("truncated-normal", {"mean": mean, "std": std, "bound": bound})


def clipped_normal(mean: float, std: float, bound: float = 2.0) -> Distribution:
    """It is moved to the bound instead."""
    return Distribution("clipped-normal", {"mean": mean, "std": std, "bound": bound})


def bernoulli(p: float, values: np.ndarray | None = None) -> Distribution:
    return Distribution("bernoulli", {"p": p}, values)
