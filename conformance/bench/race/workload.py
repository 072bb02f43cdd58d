"""A workload of spec/workloads as a peer meets it: its id, its inputs, and what its functions share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

# The defaults of the API (spec/ops): the fuzz factor, and epsilon of batch normalisation.
FUZZ = 1e-7
NORMALIZATION_EPSILON = 1e-3
# Below this a slice counts as zeros for l2_normalize.
SMALLEST_NORM = 1e-12
# So small that the loss does not depend on the number of steps.
LEARNING_RATE = 1e-9

# The category that needs gradients and updates.
PROGRAMS = "programs"

# What the calls and programs of the workloads say in numbers.
LEAK, SATURATION = 0.1, 6.0
CLASSES = 1000
COPIES = 16
TOP = 5
SLICED = slice(1000, 3000)
RANDOM_SHAPE = (2048, 4096)
TRUNCATED_SHAPE = (1024, 1024)
CUT = 2.0  # standard deviations
PROBABILITY = 0.3
DROPPED = 0.4
LOCAL_WINDOW = 3
HEADS = 8
FEW = 8  # elements, of what a step of Adam has changed

# Inputs of a program other than weights: the inputs of its network, then the targets of its loss, in order.
_CALLED_WITH = ("x", "h0", "c0", "present")
_COMPARED_WITH = ("labels", "frames", "lengths")

_ARRAY = "_array"


class Unsupported(Exception):
    """A peer lacks what a workload needs; the message says what."""


class Setting(NamedTuple):
    """How a library is to run."""

    threads: int
    device: str = "cpu"  # or "cuda"
    tf32: bool = False  # whether products and convolutions of float32 may be in TF32


class Workload(NamedTuple):
    category: str
    name: str
    dtype: str
    size: str

    @classmethod
    def parse(cls, text: str) -> Workload:
        parts = text.split("/")
        if len(parts) != len(cls._fields):
            raise ValueError(f"{text!r} is not category/name/dtype/size")
        return cls(*parts)


def by_own_names(arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Inputs by the names in spec/workloads: in programs made of a call, "_array" is appended to them."""
    return {name.removesuffix(_ARRAY): array for name, array in arrays.items()}


def parted(tensors: Mapping[str, Any]) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """The weights of a network by their names, what it is called with, and what its loss compares with."""
    given = (*_CALLED_WITH, *_COMPARED_WITH)
    weights = {name: tensor for name, tensor in tensors.items() if name not in given}
    inputs, targets = (
        [tensors[name] for name in names if name in tensors]
        for names in (_CALLED_WITH, _COMPARED_WITH)
    )
    return weights, inputs, targets


def same_padding(size: int, kernel: int, stride: int) -> tuple[int, int]:
    """The places before and after with padding "same"; the one that is left over comes after."""
    windows = -(-size // stride)
    total = max((windows - 1) * stride + kernel - size, 0)
    return total // 2, total - total // 2


def outputs_of(result: Any) -> tuple[Any, ...]:
    return result if isinstance(result, tuple) else (result,)
