"""Zeros around the spatial dimensions of a batch with channels, for spatial_2d_padding and spatial_3d_padding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.oracles.data_format import (
    FIRST,
    LAST,
    channels_first,
    format_readings,
    formats_swapped,
)
from kassay_generators.oracles.interface import ApiError, Context, with_arguments
from ops.shape.zero_padding import Amounts, edge, padded, pair

Oracle = Callable[..., np.ndarray]


def oracle_of(
    spatial: int,
    change: Callable[[Amounts], Amounts] = lambda amounts: amounts,
    fill: Callable[..., Any] | None = None,
) -> Oracle:
    """The oracle with that many spatial dimensions. A reading changes the amounts, or what is around x."""

    def oracle(
        x: np.ndarray, padding: Any, data_format: str | None, context: Context
    ) -> np.ndarray:
        first = channels_first(data_format, context)
        if x.ndim != spatial + 2 or len(padding) != spatial:
            raise ApiError("value")
        around = [pair(entry) for entry in padding]
        amounts = [(0, 0), (0, 0), *around] if first else [(0, 0), *around, (0, 0)]
        return padded(x, change(amounts), fill=fill)

    return oracle


def confirmation(
    x: np.ndarray, padding: Any, data_format: str | None, context: Context
) -> np.ndarray:
    pairs = [(0, 0), *map(tuple, padding)]
    chosen = data_format or context.image_data_format
    return np.pad(x, [(0, 0), *pairs] if chosen == "channels_first" else [*pairs, (0, 0)])


def readings_of(spatial: int) -> dict[str, Oracle]:
    """The readings that spatial_2d_padding and spatial_3d_padding share."""
    oracle = oracle_of(spatial)
    formats = format_readings(oracle)

    def shifted(by: int) -> Callable[[Amounts], Amounts]:
        """As if the batch or the channels were spatial."""
        return lambda amounts: [amounts[(d + by) % len(amounts)] for d in range(len(amounts))]

    return {
        "any-case": formats["any-case"],
        "format-ignored": formats["format-ignored"],
        "formats-swapped": formats_swapped(oracle),
        "default-format-first": with_arguments(
            oracle, data_format=lambda a: a["data_format"] or FIRST
        ),
        "configuration-ignored": with_arguments(
            oracle, data_format=lambda a: a["data_format"] or LAST
        ),
        "axes-reversed": with_arguments(oracle, padding=lambda a: a["padding"][::-1]),
        "ends-swapped": oracle_of(
            spatial, lambda amounts: [(after, before) for before, after in amounts]
        ),
        "first-of-pair-twice": oracle_of(
            spatial, lambda amounts: [(before, before) for before, _ in amounts]
        ),
        "edge-repeated": oracle_of(spatial, fill=edge),
        "off-by-one": oracle_of(spatial, shifted(1)),
    }
