"""The elements of a tensor one after the other, for map_fn and the folds."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Tensor
from kassay_generators.oracles.interface import ApiError


def along(x: Tensor, axis: int = 0) -> list[Tensor]:
    """The slices along an axis, without that axis. Raises ApiError for a scalar."""
    if x.values.ndim == 0:
        raise ApiError("any")
    return [Tensor(np.asarray(e), x.dtype) for e in np.moveaxis(x.values, axis, 0)]


def along_last(x: Tensor) -> list[Tensor]:
    return along(x, -1)


def single_numbers(x: Tensor) -> list[Tensor]:
    return along(Tensor(x.values.ravel(), x.dtype))


def stacked(machine: Machine, results: list[Any], axis: int = 0) -> Any:
    """Stacks the results along a new dimension; lazy if one of them is. Raises ApiError if their shapes differ."""

    def stack(*tensors: Tensor) -> Tensor:
        if len({t.shape for t in tensors}) > 1:
            raise ApiError("any")
        return Tensor(np.stack([t.values for t in tensors], axis=axis), tensors[0].dtype)

    return machine.lazily(stack, *results)
