"""Oracle for spatial_2d_padding."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.interface import Context
from ops.shape.zero_padding import padded, spatial_amounts, spatial_readings


def oracle(x: np.ndarray, padding: Any, data_format: str | None, context: Context) -> np.ndarray:
    return padded(x, spatial_amounts(x, 2, padding, data_format, context))


def confirmation(
    x: np.ndarray, padding: Any, data_format: str | None, context: Context
) -> np.ndarray:
    pairs = [(0, 0), *map(tuple, padding)]
    chosen = data_format or context.image_data_format
    return np.pad(x, [(0, 0), *pairs] if chosen == "channels_first" else [*pairs, (0, 0)])


READINGS = spatial_readings(2)
