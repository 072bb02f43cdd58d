"""Oracle for local_conv1d."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from kassay_generators.oracles.data_format import channels_first, format_readings
from kassay_generators.oracles.interface import ApiError, Context, Remembered
from ops.convolution.local_convolution import (
    Arrangement,
    channels_fastest,
    channels_slowest,
    local_convolution,
    local_readings,
)
from ops.convolution.windows import from_last, to_last


@Remembered
def oracle(
    inputs: np.ndarray,
    kernel: np.ndarray,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    data_format: str | None,
    context: Context,
    arrangement: Arrangement = channels_fastest,
    lenient: bool = False,
    format_counts: bool = False,
) -> np.ndarray:
    first = channels_first(data_format, context) and format_counts
    if len(kernel_size) != 1:
        raise ApiError("any")
    result = local_convolution(
        to_last(inputs, first=first),
        kernel,
        kernel_size,
        strides,
        kernel.shape[:1],
        first=False,
        arrangement=arrangement,
        lenient=lenient,
    )
    return from_last(result, first=first)


def confirmation(
    inputs: np.ndarray,
    kernel: np.ndarray,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    data_format: str | None,
) -> np.ndarray:
    views = np.lib.stride_tricks.sliding_window_view(inputs, kernel_size[0], 1)[:, :: strides[0]]
    features = np.swapaxes(views, -1, -2).reshape([*views.shape[:2], kernel.shape[1]])
    return np.einsum("nwe,wef->nwf", features, kernel)


def _first_refused(
    inputs: np.ndarray,
    kernel: np.ndarray,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    data_format: str | None,
    context: Context,
) -> np.ndarray:
    if channels_first(data_format, context):
        raise ApiError("any")
    return oracle(inputs, kernel, kernel_size, strides, data_format, context)


def _by_channel_where_first(
    inputs: np.ndarray,
    kernel: np.ndarray,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    data_format: str | None,
    context: Context,
) -> np.ndarray:
    arrangement = channels_slowest if channels_first(data_format, context) else channels_fastest
    return oracle(
        inputs, kernel, kernel_size, strides, data_format, context, arrangement, False, True
    )


_of_formats = format_readings(oracle)

READINGS = {
    **local_readings(oracle, 1),
    "features-by-channel": functools.partial(oracle, arrangement=channels_slowest),
    "first-refused": _first_refused,
    "first-transposes": functools.partial(oracle, format_counts=True),
    "first-transposes-features": _by_channel_where_first,
    "unknown-is-last": _of_formats["unknown-is-last"],
    "any-case": _of_formats["any-case"],
}
