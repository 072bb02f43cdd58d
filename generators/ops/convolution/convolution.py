"""Convolution on exact numbers, and the misreadings that all convolutions share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
from kassay_generators.oracles.contraction import contract, with_fewer_digits
from kassay_generators.oracles.data_format import channels_first, format_readings
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Remembered,
    refused,
    with_arguments,
)
from ops.convolution.windows import (
    PADDING_READINGS,
    PADDINGS,
    Padding,
    Steps,
    all_steps,
    from_last,
    padding_rule,
    patches,
    to_last,
)

Oracle = Callable[..., Any]


def correlate(x: np.ndarray, kernel: np.ndarray, along: Sequence[Steps]) -> np.ndarray:
    """Each window of x (channels last) with the kernel (offsets..., channels, filters), which is not flipped."""
    seen = patches(x, along, Number.of(0))
    windows, filters = seen.shape[: 1 + len(along)], kernel.shape[-1]
    terms = kernel[..., 0].size
    products = contract(
        seen.reshape([*windows, terms]), kernel.reshape([terms, filters]), len(windows), 0
    )
    return products.reshape([*windows, filters])


def convolution(
    x: np.ndarray,
    kernel: np.ndarray,
    strides: Sequence[int],
    padding: Padding,
    data_format: str | None,
    dilation_rate: Sequence[int],
    context: Context,
) -> np.ndarray:
    """conv1d, conv2d and conv3d. The kernel is (spatial..., channels, filters) in both formats."""
    first = channels_first(data_format, context)
    if not x.ndim == kernel.ndim == len(strides) + 2:
        raise ApiError("any")
    image = to_last(x, first=first)
    if image.shape[-1] != kernel.shape[-2]:
        raise ApiError("any")
    along = all_steps(image.shape[1:-1], kernel.shape[:-2], strides, dilation_rate, padding)
    return from_last(correlate(image, kernel, along), first=first)


def oracle_of(rank: int, paddings: Sequence[str]) -> Oracle:
    """The oracle with that many spatial dimensions. For one dimension, strides and dilation_rate are plain integers."""

    def oracle(
        x: np.ndarray,
        kernel: np.ndarray,
        strides: Any,
        padding: str | Padding,
        data_format: str | None,
        dilation_rate: Any,
        context: Context,
    ) -> np.ndarray:
        by, apart = ([v] if rank == 1 else v for v in (strides, dilation_rate))
        rule = padding_rule(padding, paddings)
        if len(by) != rank:
            raise ApiError("any")
        return convolution(x, kernel, by, rule, data_format, apart, context)

    return Remembered(oracle)


def confirmation_of(rank: int) -> Oracle:
    """One window after the other, in floats; windows are clipped instead of padded."""

    def confirmation(
        x: np.ndarray,
        kernel: np.ndarray,
        strides: Any,
        padding: str,
        data_format: str | None,
        dilation_rate: Any,
        context: Context,
    ) -> np.ndarray:
        first = (data_format or context.image_data_format) == "channels_first"
        image = np.moveaxis(x, 1, -1) if first else x
        by, apart = np.atleast_1d(strides), np.atleast_1d(dilation_rate)
        sizes, window = np.array(image.shape[1:-1]), np.array(kernel.shape[:rank])
        reach = (window - 1) * apart
        if padding == "valid":
            counts, before = np.maximum((sizes - reach + by - 1) // by, 0), 0 * sizes
        else:
            counts = (sizes + by - 1) // by
            missing = np.maximum(reach + 1 + (counts - 1) * by - sizes, 0)
            before = reach if padding == "causal" else missing // 2
        result = np.zeros([len(x), *counts, kernel.shape[-1]])
        for window_at in np.ndindex(*counts):
            for offset in np.ndindex(*window):
                place = np.array(window_at) * by + np.array(offset) * apart - before
                if (place >= 0).all() and (place < sizes).all():
                    pixel = np.moveaxis(image, 0, -2)[tuple(place)]
                    np.moveaxis(result, 0, -2)[window_at] += pixel @ kernel[offset]
        return np.moveaxis(result, -1, 1) if first else result

    return confirmation


# -- readings --------------------------------------------------------------------------------------------------------------


def _turned(kernel: np.ndarray, spatial: int) -> np.ndarray:
    return np.flip(kernel, tuple(range(spatial)))


def _reversed(numbers: Any) -> Any:
    return numbers[::-1]


def with_rules(oracle: Oracle, rules: Mapping[str, Padding]) -> Oracle:
    """The reading with other rules for the named paddings."""
    return with_arguments(oracle, padding=lambda a: rules.get(a["padding"], a["padding"]))


def precision_reading(oracle: Oracle, *names: str) -> Oracle:
    """The named tensors are rounded to a narrower format first."""

    @functools.wraps(oracle)
    def reading(*, context: Context, **arguments: Any) -> Any:
        for name in names:
            arguments[name] = with_fewer_digits(arguments[name], context.dtype)
        return oracle(**arguments, context=context)

    return reading


def shared_readings(oracle: Oracle, spatial: int) -> dict[str, Oracle]:
    """The readings of every function with windows, a padding and a data format."""
    readings = format_readings(oracle)
    readings |= {name: with_rules(oracle, rules) for name, rules in PADDING_READINGS.items()}
    readings["unknown-padding-is-valid"] = with_arguments(
        oracle, padding=lambda a: a["padding"] if a["padding"] in PADDINGS else "valid"
    )
    readings["strides-ignored"] = with_arguments(
        oracle, strides=lambda a: 1 if spatial == 1 else [1] * spatial
    )
    if spatial > 1:
        readings["strides-reversed"] = with_arguments(
            oracle, strides=lambda a: _reversed(a["strides"])
        )
    return readings


def dilation_readings(oracle: Oracle, spatial: int) -> dict[str, Oracle]:
    readings = {
        "dilation-ignored": with_arguments(
            oracle, dilation_rate=lambda a: 1 if spatial == 1 else [1] * spatial
        ),
        "strides-with-dilation-refused": refused(
            oracle, lambda a: np.max(a["strides"]) > 1 and np.max(a["dilation_rate"]) > 1
        ),
    }
    if spatial > 1:
        readings["dilation-reversed"] = with_arguments(
            oracle, dilation_rate=lambda a: _reversed(a["dilation_rate"])
        )
    return readings


def kernel_readings(oracle: Oracle, spatial: int, name: str = "kernel") -> dict[str, Oracle]:
    return {
        "kernel-turned": with_arguments(oracle, **{name: lambda a: _turned(a[name], spatial)}),
        "precision-reduced": precision_reading(oracle, "x", name),
    }


def batches_of_batches(oracle: Oracle, spatial: int) -> Oracle:
    """All dimensions of x before those of a sample count as batch."""

    @functools.wraps(oracle)
    def reading(*, x: np.ndarray, **arguments: Any) -> Any:
        batch, sample = x.shape[: -spatial - 1], x.shape[-spatial - 1 :]
        if len(batch) < 2:
            return oracle(x=x, **arguments)
        result = oracle(x=x.reshape(-1, *sample), **arguments)
        return result.reshape(*batch, *result.shape[1:])

    return reading


def readings_of(oracle: Oracle, rank: int) -> dict[str, Oracle]:
    """The readings of conv1d, conv2d and conv3d."""
    return {
        **shared_readings(oracle, rank),
        **dilation_readings(oracle, rank),
        **kernel_readings(oracle, rank),
        "batches-of-batches": batches_of_batches(oracle, rank),
        "filters-before-channels": with_arguments(
            oracle, kernel=lambda a: np.swapaxes(a["kernel"], -1, -2)
        ),
    }
