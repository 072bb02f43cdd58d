"""A test of a package: a small model made with it, and data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from library import L, Model, Sequential

SAMPLES, CLASSES = 32, 3
LABELS = np.eye(CLASSES, dtype="float32")[np.arange(SAMPLES) % CLASSES]


@dataclass(frozen=True)
class Client:
    package: str
    make: Callable[[], Any]
    """Makes the model; also compiles it if `loss` is None."""
    inputs: Any
    targets: Any = None
    """If it is None, LABELS are the targets."""
    loss: Any = "categorical_crossentropy"
    optimizer: Any = "adam"
    """Its name, or a function that makes it."""


def numbers(*shape: int, seed: int = 1) -> np.ndarray:
    return np.random.RandomState(seed).rand(SAMPLES, *shape).astype("float32")


def integers(most: int, *shape: int, least: int = 0, seed: int = 1) -> np.ndarray:
    return np.random.RandomState(seed).randint(least, most, (SAMPLES, *shape))


def classifier(*layers: Any) -> Any:
    """A sequential model of the layers and a last layer for the classes."""
    made = Sequential(layers)
    if len(made.output_shape) > 2:
        made.add(L.Flatten())
    made.add(L.Dense(CLASSES, activation="softmax"))
    return made


def classified(inputs: Any, outputs: Any) -> Any:
    """A model from the inputs through the outputs to the classes."""
    return Model(inputs, L.Dense(CLASSES, activation="softmax")(outputs))
