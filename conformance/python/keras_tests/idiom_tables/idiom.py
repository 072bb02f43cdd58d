"""An idiom: an expression that users write with the backend, and what NumPy computes from the same arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

VARIABLES = "variables"
PLACEHOLDERS = "placeholders"  # of unknown batch size
UNKNOWN = "placeholders of unknown sizes"
TAKEN_APART = "tf_keras flattens nested lists; Keras 2.3.1 makes an array of each input"
ALWAYS = (VARIABLES, PLACEHOLDERS)
EVERYWHERE = (*ALWAYS, UNKNOWN)


@dataclass(frozen=True)
class Idiom:
    """`keras` takes the backend and a tensor for each input. It returns a tensor, an array or a list of these."""

    name: str
    keras: Callable[..., Any]
    inputs: tuple[np.ndarray, ...] = ()
    numpy: Callable[..., Any] | None = None  # takes the arrays; None: `keras` with NumPy as backend
    dtype: str | tuple[str, ...] = "float32"  # of each result, or of all results
    static: tuple[int | None, ...] | None = None  # the sizes that must be known with PLACEHOLDERS
    ways: tuple[str, ...] = ALWAYS  # the kinds of inputs
    not_in_tf_keras: str = ""  # why tf_keras gives another result

    def expected(self) -> list[Any]:
        made = self.keras(np, *self.inputs) if self.numpy is None else self.numpy(*self.inputs)
        return listed(made)

    def dtypes(self, results: int) -> tuple[str, ...]:
        return (self.dtype,) * results if isinstance(self.dtype, str) else self.dtype


@dataclass(frozen=True)
class Drawn:
    """Random numbers of this shape between these bounds, which must not all be equal."""

    shape: tuple[int, ...]
    low: float
    high: float


def everywhere(name: str, keras: Any, inputs: Any, *others: Any, **options: Any) -> Idiom:
    return Idiom(name, keras, inputs, *others, ways=EVERYWHERE, **options)


def listed(made: Any) -> list[Any]:
    return list(made) if isinstance(made, (tuple, list)) else [made]


def numbers(*shape: int) -> np.ndarray:
    return np.random.RandomState(len(shape)).normal(size=shape).astype("float32")


def positive(*shape: int) -> np.ndarray:
    return np.random.RandomState(len(shape)).uniform(0.1, 2, shape).astype("float32")


def integers(most: int, *shape: int, dtype: str = "int32") -> np.ndarray:
    return np.random.RandomState(len(shape)).randint(0, most, shape).astype(dtype)


X = numbers(3, 4)
Y = positive(3, 4)
S = numbers(2, 3, 4)
V = np.array([1.0, -2.0, 0.5, 3.0], "float32")
I = integers(9, 3, 4) - 4  # noqa: E741
