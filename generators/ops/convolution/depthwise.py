"""Depthwise and separable convolution on exact numbers, and their misreadings in addition to those of every convolution."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.contraction import contract
from kassay_generators.oracles.data_format import channels_first
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Remembered,
    refused,
    with_arguments,
)
from ops.convolution.convolution import (
    Oracle,
    confirmation_of,
    convolution,
    dilation_readings,
    kernel_readings,
    precision_reading,
    shared_readings,
)
from ops.convolution.windows import (
    Padding,
    all_steps,
    from_last,
    padding_rule,
    patches,
    to_last,
)

_PADDINGS = ("valid", "same")


def _each_channel(
    image: np.ndarray,
    kernel: np.ndarray,
    strides: Sequence[int],
    padding: Padding,
    dilation_rate: Sequence[int],
    *,
    channels_vary_first: bool,
) -> np.ndarray:
    """Each channel of the image (channels last) with its own kernels; the kernel is (spatial..., channels, multiplier)."""
    channels, multiplier = kernel.shape[-2:]
    if image.shape[-1] != channels:
        raise ApiError("any")
    along = all_steps(image.shape[1:-1], kernel.shape[:-2], strides, dilation_rate, padding)
    seen = patches(image, along, Number.of(0))
    windows = seen.shape[: 1 + len(along)]
    elements = seen.reshape([*windows, kernel[..., 0, 0].size, channels])
    filters = kernel.reshape([-1, channels, multiplier])
    of_channels = [
        contract(elements[..., c], filters[:, c], len(windows), 0) for c in range(channels)
    ]
    result = np.stack(of_channels, -1 if channels_vary_first else -2)
    return result.reshape([*windows, channels * multiplier])


def _pointwise(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """A convolution whose windows are single places."""
    *window, channels, _ = kernel.shape
    if set(window) != {1} or image.shape[-1] != channels:
        raise ApiError("any")
    return contract(image, kernel[(0,) * len(window)], image.ndim - 1, 0)


def depthwise_of(rank: int) -> Oracle:
    """The oracle with that many spatial dimensions."""

    def oracle(
        x: np.ndarray,
        depthwise_kernel: np.ndarray,
        strides: Sequence[int],
        padding: str | Padding,
        data_format: str | None,
        dilation_rate: Sequence[int],
        context: Context,
        channels_vary_first: bool = False,
    ) -> np.ndarray:
        first = channels_first(data_format, context)
        rule = padding_rule(padding, _PADDINGS)
        if not x.ndim == depthwise_kernel.ndim == rank + 2:
            raise ApiError("any")
        result = _each_channel(
            to_last(x, first=first),
            depthwise_kernel,
            strides,
            rule,
            dilation_rate,
            channels_vary_first=channels_vary_first,
        )
        return from_last(result, first=first)

    return Remembered(oracle)


def separable_of(rank: int) -> Oracle:
    """The same followed by a pointwise convolution. For one dimension, strides and dilation_rate are plain integers."""

    def oracle(
        x: np.ndarray,
        depthwise_kernel: np.ndarray,
        pointwise_kernel: np.ndarray,
        strides: Any,
        padding: str | Padding,
        data_format: str | None,
        dilation_rate: Any,
        context: Context,
        channels_vary_first: bool = False,
        pointwise_first: bool = False,
        strides_twice: bool = False,
    ) -> np.ndarray:
        first = channels_first(data_format, context)
        rule = padding_rule(padding, _PADDINGS)
        if not x.ndim == depthwise_kernel.ndim == pointwise_kernel.ndim == rank + 2:
            raise ApiError("any")
        by, apart = ([v] if rank == 1 else v for v in (strides, dilation_rate))
        image = to_last(x, first=first)
        if pointwise_first:
            image = _pointwise(image, pointwise_kernel)
        image = _each_channel(
            image, depthwise_kernel, by, rule, apart, channels_vary_first=channels_vary_first
        )
        if strides_twice:
            image = image[(slice(None), *(slice(None, None, step) for step in by))]
        if not pointwise_first:
            image = _pointwise(image, pointwise_kernel)
        return from_last(image, first=first)

    return Remembered(oracle)


def depthwise_confirmation_of(rank: int) -> Oracle:
    """An ordinary convolution of each channel, in floats, with the results concatenated."""
    of_one_channel = confirmation_of(rank)

    def confirmation(
        x: np.ndarray,
        depthwise_kernel: np.ndarray,
        strides: Any,
        padding: str,
        data_format: str | None,
        dilation_rate: Any,
        context: Context,
    ) -> np.ndarray:
        axis = 1 if (data_format or context.image_data_format) == "channels_first" else -1
        results = [
            of_one_channel(
                np.take(x, [channel], axis),
                np.take(depthwise_kernel, [channel], -2),
                strides,
                padding,
                data_format,
                dilation_rate,
                context,
            )
            for channel in range(x.shape[axis])
        ]
        return np.concatenate(results, axis)

    return confirmation


def separable_confirmation_of(rank: int) -> Oracle:
    depthwise = depthwise_confirmation_of(rank)

    def confirmation(
        x: np.ndarray,
        depthwise_kernel: np.ndarray,
        pointwise_kernel: np.ndarray,
        strides: Any,
        padding: str,
        data_format: str | None,
        dilation_rate: Any,
        context: Context,
    ) -> np.ndarray:
        between = depthwise(
            x, depthwise_kernel, strides, padding, data_format, dilation_rate, context
        )
        matrix = pointwise_kernel.reshape(pointwise_kernel.shape[-2:])
        if (data_format or context.image_data_format) == "channels_first":
            return np.einsum("nc...,cf->nf...", between, matrix)
        return np.einsum("...c,cf->...f", between, matrix)

    return confirmation


# -- readings --------------------------------------------------------------------------------------------------------------


def _common_readings(oracle: Oracle, rank: int) -> dict[str, Oracle]:
    readings: dict[str, Oracle] = {
        **shared_readings(oracle, rank),
        **dilation_readings(oracle, rank),
        **kernel_readings(oracle, rank, "depthwise_kernel"),
        "channels-vary-first": functools.partial(oracle, channels_vary_first=True),
        "multiplier-before-channels": with_arguments(
            oracle, depthwise_kernel=lambda a: np.swapaxes(a["depthwise_kernel"], -1, -2)
        ),
    }
    if rank > 1:
        readings["unequal-strides-refused"] = refused(oracle, lambda a: len(set(a["strides"])) > 1)
    return readings


def depthwise_readings_of(oracle: Oracle, rank: int) -> dict[str, Oracle]:
    def channels_added(
        x: np.ndarray,
        depthwise_kernel: np.ndarray,
        strides: Sequence[int],
        padding: str,
        data_format: str | None,
        dilation_rate: Sequence[int],
        context: Context,
    ) -> np.ndarray:
        rule = padding_rule(padding, _PADDINGS)
        return convolution(x, depthwise_kernel, strides, rule, data_format, dilation_rate, context)

    return {**_common_readings(oracle, rank), "channels-added": channels_added}


def separable_readings_of(oracle: Oracle, rank: int) -> dict[str, Oracle]:
    readings: dict[str, Oracle] = {
        **_common_readings(oracle, rank),
        "precision-reduced": precision_reading(oracle, "x", "depthwise_kernel", "pointwise_kernel"),
        "strides-twice": functools.partial(oracle, strides_twice=True),
        "pointwise-first": functools.partial(oracle, pointwise_first=True),
        "filters-before-channels": with_arguments(
            oracle, pointwise_kernel=lambda a: np.swapaxes(a["pointwise_kernel"], -1, -2)
        ),
    }
    return readings
