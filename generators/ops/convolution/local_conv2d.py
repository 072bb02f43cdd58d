"""Oracle for local_conv2d."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from kassay_generators.oracles.data_format import channels_first, format_readings
from kassay_generators.oracles.interface import ApiError, Context, Remembered, with_arguments
from ops.convolution.local_convolution import (
    Arrangement,
    as_they_stand,
    by_columns,
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
    output_shape: Sequence[int],
    data_format: str | None,
    context: Context,
    arrangement: Arrangement = as_they_stand,
    by_column: bool = False,
    lenient: bool = False,
) -> np.ndarray:
    first = channels_first(data_format, context)
    if len(kernel_size) != 2:
        raise ApiError("any")
    result = local_convolution(
        to_last(inputs, first=first),
        kernel,
        kernel_size,
        strides,
        output_shape,
        first=first,
        arrangement=arrangement,
        by_column=by_column,
        lenient=lenient,
    )
    return from_last(result, first=first)


def confirmation(
    inputs: np.ndarray,
    kernel: np.ndarray,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    output_shape: Sequence[int],
    data_format: str | None,
    context: Context,
) -> np.ndarray:
    first = (data_format or context.image_data_format) == "channels_first"
    down, across = (slice(None, None, step) for step in strides)
    rows, columns = kernel_size
    view = np.lib.stride_tricks.sliding_window_view
    if first:
        seen = view(view(inputs, rows, 2), columns, 3)[:, :, down, across]
        seen = np.transpose(seen, [0, 2, 3, 1, 4, 5])
    else:
        seen = view(view(inputs, rows, 1), columns, 2)[:, down, across]
        seen = np.transpose(seen, [0, 1, 2, 4, 5, 3])
    features = seen.reshape([len(inputs), *kernel.shape[:2]])
    result = np.einsum("nwe,wef->nwf", features, kernel)
    result = result.reshape([len(inputs), *output_shape, kernel.shape[2]])
    return np.transpose(result, [0, 3, 1, 2]) if first else result


_lenient = functools.partial(oracle, lenient=True)

READINGS = {
    **local_readings(oracle, 2),
    **format_readings(oracle),
    "strides-reversed": with_arguments(_lenient, strides=lambda a: a["strides"][::-1]),
    "size-reversed": with_arguments(_lenient, kernel_size=lambda a: a["kernel_size"][::-1]),
    "output-shape-reversed": with_arguments(
        _lenient, output_shape=lambda a: a["output_shape"][::-1]
    ),
    "windows-by-column": functools.partial(oracle, by_column=True),
    "features-by-column": functools.partial(oracle, arrangement=by_columns),
    "features-by-channel": functools.partial(oracle, arrangement=channels_slowest),
    "one-order-for-both-formats": functools.partial(oracle, arrangement=channels_fastest),
}
