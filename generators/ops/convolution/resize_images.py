"""Oracle for resize_images."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.oracles.interface import ApiError, Context, Remembered, Typed, with_arguments
from ops.convolution.resizing import (
    WAYS,
    Along,
    aligned_corners,
    bilinear,
    half_pixel,
    interpolated,
    repeated,
    resized,
    shared_readings,
    with_along,
)


@Remembered
def oracle(
    x: np.ndarray,
    height_factor: int,
    width_factor: int,
    data_format: str,
    interpolation: str,
    context: Context,
    ways: Mapping[str, Along] = WAYS,
    least: int = 1,
) -> np.ndarray:
    if interpolation not in ways:
        raise ApiError("any")
    factors = [height_factor, width_factor]
    return resized(x, factors, data_format, context, ways[interpolation], least)


def confirmation(
    x: np.ndarray, height_factor: int, width_factor: int, data_format: str, interpolation: str
) -> np.ndarray:
    way = interpolated if interpolation == "bilinear" else repeated
    return way(x, [height_factor, width_factor], data_format)


def _in_float32(*, context: Context, **arguments: Any) -> Any:
    """An interpolated result is float32; for a float32 input this is not a separate reading."""
    result = oracle(**arguments, context=context)
    dtype = context.dtypes["x"]
    if arguments["interpolation"] != "bilinear" or not is_floating(dtype) or dtype == "float32":
        return result
    return Typed(result, "float32")


READINGS = {
    **shared_readings(oracle, ["height_factor", "width_factor"]),
    "never-interpolated": with_along(oracle, bilinear=WAYS["nearest"]),
    "unknown-is-nearest": with_arguments(
        oracle,
        interpolation=lambda a: a["interpolation"] if a["interpolation"] in WAYS else "nearest",
    ),
    "half-pixel": with_along(oracle, bilinear=bilinear(half_pixel)),
    "float32-result": _in_float32,
    "aligned-corners": with_along(oracle, bilinear=bilinear(aligned_corners)),
    "zeros-beyond": with_along(oracle, bilinear=bilinear(zeros_beyond=True)),
}
