"""Zeros around a tensor, and the readings of the spatial padding functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kassay_generators.oracles.data_format import channels_first
from kassay_generators.oracles.interface import ApiError, Context
from ops.shape.indexing import build

Amounts = list[tuple[int, int]]  # zeros before and after, by dimension


def padded(
    x: np.ndarray, amounts: Sequence[tuple[int, int]], *, fill: Callable[..., Any] | None = None
) -> np.ndarray:
    """`fill(x, source)`: the element for an index outside of x; zero by default."""
    shape = [size + before + after for size, (before, after) in zip(x.shape, amounts, strict=True)]

    def element(index: tuple[int, ...]) -> Any:
        source = tuple(i - before for i, (before, _) in zip(index, amounts, strict=True))
        if all(0 <= i < size for i, size in zip(source, x.shape, strict=True)):
            return x[source]
        return 0 if fill is None else fill(x, source)

    return build(shape, element)


def edge(x: np.ndarray, source: tuple[int, ...]) -> Any:
    """The nearest element, for padding that continues the border. Zero for an empty tensor."""
    if x.size == 0:
        return 0
    return x[tuple(min(max(i, 0), size - 1) for i, size in zip(source, x.shape, strict=True))]


def spatial_amounts(
    x: np.ndarray, spatial: int, padding: Any, data_format: str | None, context: Context
) -> Amounts:
    """The zeros around each dimension of a batch with channels and `spatial` dimensions. Raises ApiError for malformed arguments."""
    first = channels_first(data_format, context)
    if x.ndim != spatial + 2 or len(padding) != spatial:
        raise ApiError("value")
    around = [pair(entry) for entry in padding]
    return [(0, 0), (0, 0), *around] if first else [(0, 0), *around, (0, 0)]


def pair(entry: Any) -> tuple[int, int]:
    if not isinstance(entry, list) or len(entry) != 2 or min(entry) < 0:
        raise ApiError("value")
    return entry[0], entry[1]


def spatial_readings(spatial: int) -> dict[str, Callable[..., Any]]:
    """The readings that spatial_2d_padding and spatial_3d_padding share."""

    def read(
        change: Callable[[Amounts], Amounts], fill: Callable[..., Any] | None = None
    ) -> Callable[..., Any]:
        def reading(
            x: np.ndarray, padding: Any, data_format: str | None, context: Context
        ) -> np.ndarray:
            return padded(
                x, change(spatial_amounts(x, spatial, padding, data_format, context)), fill=fill
            )

        return reading

    def shifted(by: int) -> Callable[[Amounts], Amounts]:
        """As if the batch or the channels were spatial."""
        return lambda amounts: [amounts[(d + by) % len(amounts)] for d in range(len(amounts))]

    def any_case(
        x: np.ndarray, padding: Any, data_format: str | None, context: Context
    ) -> np.ndarray:
        name = None if data_format is None else data_format.lower()
        return padded(x, spatial_amounts(x, spatial, padding, name, context))

    def format_ignored(
        x: np.ndarray, padding: Any, data_format: str | None, context: Context
    ) -> np.ndarray:
        channels_first(data_format, context)
        return padded(x, spatial_amounts(x, spatial, padding, "channels_last", context))

    def formats_swapped(
        x: np.ndarray, padding: Any, data_format: str | None, context: Context
    ) -> np.ndarray:
        name = "channels_last" if channels_first(data_format, context) else "channels_first"
        return padded(x, spatial_amounts(x, spatial, padding, name, context))

    def always_first(
        x: np.ndarray, padding: Any, data_format: str | None, context: Context
    ) -> np.ndarray:
        return padded(
            x, spatial_amounts(x, spatial, padding, data_format or "channels_first", context)
        )

    def configuration_ignored(
        x: np.ndarray, padding: Any, data_format: str | None, context: Context
    ) -> np.ndarray:
        return padded(
            x, spatial_amounts(x, spatial, padding, data_format or "channels_last", context)
        )

    def axes_reversed(
        x: np.ndarray, padding: Any, data_format: str | None, context: Context
    ) -> np.ndarray:
        return padded(x, spatial_amounts(x, spatial, padding[::-1], data_format, context))

    return {
        "any-case": any_case,
        "format-ignored": format_ignored,
        "formats-swapped": formats_swapped,
        "default-format-first": always_first,
        "configuration-ignored": configuration_ignored,
        "axes-reversed": axes_reversed,
        "ends-swapped": read(lambda amounts: [(after, before) for before, after in amounts]),
        "first-of-pair-twice": read(lambda amounts: [(before, before) for before, _ in amounts]),
        "edge-repeated": read(lambda amounts: amounts, edge),
        "off-by-one": read(shifted(1)),
    }
