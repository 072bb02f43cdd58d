"""Convolution without shared weights, on exact numbers, and its misreadings."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.contraction import contract
from kassay_generators.oracles.interface import ApiError, with_arguments
from ops.convolution.convolution import Oracle, precision_reading
from ops.convolution.windows import PADDINGS, Padding, all_steps, patches

# From the windows (samples, windows..., elements of a window..., channels), the number of spatial dimensions, and whether the
# channels are dimension 1: the windows with their last dimensions in the order of the features.
Arrangement = Callable[[np.ndarray, int, bool], np.ndarray]


def local_convolution(
    image: np.ndarray,
    kernel: np.ndarray,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    output_shape: Sequence[int],
    *,
    first: bool,
    arrangement: Arrangement,
    by_column: bool = False,
    lenient: bool = False,
) -> np.ndarray:
    """The image and the result have their channels last. The kernel is (windows, features, filters). `lenient`:
    `output_shape` gives the number of windows, if the image has that many; otherwise it must be the number that fit."""
    rank = len(kernel_size)
    if not image.ndim == rank + 2 or kernel.ndim != 3:
        raise ApiError("any")
    if not len(strides) == len(output_shape) == rank:
        raise ApiError("any")
    windows = iter(output_shape)
    rule: Padding = _that_many(lambda: next(windows)) if lenient else PADDINGS["valid"]
    along = all_steps(image.shape[1:-1], kernel_size, strides, [1] * rank, rule)
    if [len(of.starts) for of in along] != list(output_shape):
        raise ApiError("any")
    seen = arrangement(patches(image, along, Number.of(0)), rank, first)
    features = math.prod(seen.shape[1 + rank :])
    if kernel.shape[:2] != (math.prod(output_shape), features):
        raise ApiError("any")
    weights = _weights(kernel, output_shape, by_column=by_column)
    result = np.empty([*seen.shape[: 1 + rank], kernel.shape[-1]], dtype=object)
    for window in np.ndindex(*output_shape):
        at: Any = (slice(None), *window)
        result[at] = contract(seen[at].reshape([len(image), features]), weights[window], 1, 0)
    return result


def _weights(kernel: np.ndarray, output_shape: Sequence[int], *, by_column: bool) -> np.ndarray:
    """(windows..., features, filters)."""
    if not by_column:
        return kernel.reshape([*output_shape, *kernel.shape[1:]])
    rank = len(output_shape)
    turned = kernel.reshape([*reversed(output_shape), *kernel.shape[1:]])
    return np.transpose(turned, [*reversed(range(rank)), rank, rank + 1])


def _that_many(count: Callable[[], int]) -> Padding:
    def rule(size: int, extent: int, stride: int) -> tuple[int, int]:
        windows = count()
        if (windows - 1) * stride + extent > size:
            raise ApiError("any")
        return windows, 0

    return rule


# -- order of features ----------------------------------------------------------------------------------------------------


def as_they_stand(seen: np.ndarray, rank: int, first: bool) -> np.ndarray:
    return channels_slowest(seen, rank, first) if first else seen


def channels_slowest(seen: np.ndarray, rank: int, first: bool) -> np.ndarray:
    return np.moveaxis(seen, -1, 1 + rank)


def channels_fastest(seen: np.ndarray, rank: int, first: bool) -> np.ndarray:
    return seen


def by_columns(seen: np.ndarray, rank: int, first: bool) -> np.ndarray:
    """The rows of a window vary faster than its columns."""
    return as_they_stand(np.swapaxes(seen, 1 + rank, 2 + rank), rank, first)


def turned(seen: np.ndarray, rank: int, first: bool) -> np.ndarray:
    return as_they_stand(np.flip(seen, tuple(range(1 + rank, 1 + 2 * rank))), rank, first)


# -- readings --------------------------------------------------------------------------------------------------------------


def local_readings(oracle: Oracle, rank: int) -> dict[str, Oracle]:
    """The readings of both functions; the oracle takes `arrangement` and `lenient`."""
    lenient = functools.partial(oracle, lenient=True)
    return {
        "weights-shared": with_arguments(
            oracle, kernel=lambda a: np.broadcast_to(a["kernel"][:1], a["kernel"].shape)
        ),
        "kernel-turned": functools.partial(oracle, arrangement=turned),
        "filters-before-features": with_arguments(
            oracle, kernel=lambda a: np.swapaxes(a["kernel"], -1, -2)
        ),
        "strides-ignored": with_arguments(lenient, strides=lambda a: [1] * rank),
        "precision-reduced": precision_reading(oracle, "inputs", "kernel"),
    }
