"""Oracle for resize_volumes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kassay_generators.oracles.interface import Context, Remembered
from ops.convolution.resizing import WAYS, Along, repeated, resized, shared_readings


@Remembered
def oracle(
    x: np.ndarray,
    depth_factor: int,
    height_factor: int,
    width_factor: int,
    data_format: str,
    context: Context,
    ways: Mapping[str, Along] = WAYS,
    least: int = 1,
) -> np.ndarray:
    factors = [depth_factor, height_factor, width_factor]
    return resized(x, factors, data_format, context, ways["nearest"], least)


def confirmation(
    x: np.ndarray, depth_factor: int, height_factor: int, width_factor: int, data_format: str
) -> np.ndarray:
    return repeated(x, [depth_factor, height_factor, width_factor], data_format)


READINGS = shared_readings(oracle, ["depth_factor", "height_factor", "width_factor"])
