"""Transposed convolution on exact numbers, and the misreadings shared by every rank."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kassay_generators.numbers.number import Number
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
    correlate,
    dilation_readings,
    kernel_readings,
    shared_readings,
    with_rules,
)
from ops.convolution.windows import (
    Padding,
    Steps,
    all_steps,
    from_last,
    padding_rule,
    to_last,
)


@dataclass(frozen=True)
class Reached(Steps):
    """The same windows, seen from the positions that they reach."""

    @property
    def places(self) -> np.ndarray:
        """(size, offsets): the window that reaches each position with each of its elements, or -1."""
        windows = {start: number for number, start in enumerate(self.starts)}
        reaching = [
            [windows.get(place - offset, -1) for offset in self.offsets]
            for place in range(self.size)
        ]
        return np.array(reaching, dtype=int).reshape(self.size, len(self.offsets))


def oracle_of(rank: int) -> Oracle:
    """The oracle with that many spatial dimensions."""

    def oracle(
        x: np.ndarray,
        kernel: np.ndarray,
        output_shape: Sequence[Any],
        strides: Sequence[int],
        padding: str | Padding,
        data_format: str | None,
        context: Context,
        dilation_rate: Sequence[int] | None = None,
    ) -> np.ndarray:
        first = channels_first(data_format, context)
        rule = padding_rule(padding, ["valid", "same"])
        apart = [1] * rank if dilation_rate is None else dilation_rate
        if not x.ndim == kernel.ndim == len(output_shape) == len(strides) + 2 == rank + 2:
            raise ApiError("any")
        image = to_last(x, first=first)
        batch, *sizes, filters = _shape_to_last(output_shape, first=first)
        wanted = (len(x), kernel.shape[-2], image.shape[-1])
        if (len(x) if batch is None else int(batch), int(filters), kernel.shape[-1]) != wanted:
            raise ApiError("any")
        along = all_steps([int(n) for n in sizes], kernel.shape[:-2], strides, apart, rule)
        if [len(of.starts) for of in along] != list(image.shape[1:-1]):
            raise ApiError("any")
        reached = [Reached(of.size, of.starts, of.offsets) for of in along]
        return from_last(correlate(image, np.swapaxes(kernel, -1, -2), reached), first=first)

    return Remembered(oracle)


def confirmation_of(rank: int) -> Oracle:
    """Inserts zeros between and around the elements of x, convolves with the flipped kernel, and crops."""

    def confirmation(
        x: np.ndarray,
        kernel: np.ndarray,
        output_shape: Sequence[Any],
        strides: Sequence[int],
        padding: str,
        data_format: str | None,
        context: Context,
        dilation_rate: Sequence[int] | None = None,
    ) -> np.ndarray:
        first = (data_format or context.image_data_format) == "channels_first"
        image = np.moveaxis(x, 1, -1) if first else x
        by, apart = np.array(strides), np.array(dilation_rate or [1] * rank)
        window, filters = kernel.shape[:rank], kernel.shape[rank]
        reach = (np.array(window) - 1) * apart
        core = (np.array(image.shape[1:-1]) - 1) * by + 1
        spread = np.zeros([len(x), *(core + 2 * reach), image.shape[-1]])
        spread[_box(reach, reach + core, by)] = image
        full = core + reach
        whole = np.zeros([len(x), *full, filters])
        turned = np.flip(kernel, tuple(range(rank)))
        for offset in np.ndindex(*window):
            start = np.array(offset) * apart
            whole += spread[_box(start, start + full)] @ turned[offset].T
        sizes = np.array([int(n) for n in (output_shape[2:] if first else output_shape[1:-1])])
        before = np.maximum(full - sizes, 0) // 2 if padding == "same" else 0 * full
        kept = np.minimum(sizes, full - before)
        result = np.zeros([len(x), *sizes, filters])
        result[_box(0 * kept, kept)] = whole[_box(before, before + kept)]
        return np.moveaxis(result, -1, 1) if first else result

    return confirmation


def _box(start: np.ndarray, stop: np.ndarray, step: np.ndarray | None = None) -> tuple[Any, ...]:
    """All samples and channels of these places."""
    steps = np.ones_like(start) if step is None else step
    return (slice(None), *map(slice, start, stop, steps), slice(None))


def _shape_to_last(shape: Sequence[Any], *, first: bool) -> list[Any]:
    return [shape[0], *shape[2:], shape[1]] if first else list(shape)


def _shape_from_last(shape: Sequence[Any], *, first: bool) -> list[Any]:
    return [shape[0], shape[-1], *shape[1:-1]] if first else list(shape)


# -- readings --------------------------------------------------------------------------------------------------------------


def _before_of_default_size(size: int, extent: int, stride: int) -> tuple[int, int]:
    return -(-size // stride), max(0, extent - stride) // 2


def _shape_ignored(oracle: Oracle, rank: int) -> Oracle:
    def usual_shape(arguments: dict[str, Any]) -> list[Any]:
        x, kernel, padding = (arguments[name] for name in ("x", "kernel", "padding"))
        first = channels_first(arguments["data_format"], arguments["context"])
        sizes = to_last(x, first=first).shape[1:-1]
        apart = arguments.get("dilation_rate", [1] * rank)
        strides = arguments["strides"]
        extents = [(k - 1) * d + 1 for k, d in zip(kernel.shape, apart, strict=False)]
        usual = [
            n * s + (max(e - s, 0) if padding == "valid" else 0)
            for n, s, e in zip(sizes, strides, extents, strict=True)
        ]
        return _shape_from_last([len(x), *usual, kernel.shape[-2]], first=first)

    return with_arguments(oracle, output_shape=usual_shape)


def _shape_as_if_last(arguments: dict[str, Any]) -> list[Any]:
    """The output shape, read as if the channels came last."""
    first = channels_first(arguments["data_format"], arguments["context"])
    return _shape_from_last(arguments["output_shape"], first=first)


def _misfit_cut_or_filled(oracle: Oracle, rank: int) -> Oracle:
    @functools.wraps(oracle)
    def reading(**arguments: Any) -> Any:
        try:
            return oracle(**arguments)
        except ApiError:
            whole = _shape_ignored(oracle, rank)(**arguments)
        given = [
            n if size is None else int(size)
            for n, size in zip(whole.shape, arguments["output_shape"], strict=True)
        ]
        result = np.full(given, Number.of(0), dtype=object)
        both = tuple(slice(min(n, m)) for n, m in zip(whole.shape, given, strict=True))
        result[both] = whole[both]
        return result

    return reading


def readings_of(oracle: Oracle, rank: int, *, dilated: bool) -> dict[str, Oracle]:
    """`dilated`: the function has a dilation_rate."""
    readings: dict[str, Oracle] = {
        **shared_readings(oracle, rank),
        **kernel_readings(oracle, rank),
        "channels-before-filters": with_arguments(
            oracle, kernel=lambda a: np.swapaxes(a["kernel"], -1, -2)
        ),
        "padding-of-the-usual-size": with_rules(oracle, {"same": _before_of_default_size}),
        "output-shape-ignored": _shape_ignored(oracle, rank),
        "output-shape-in-order-of-last": with_arguments(oracle, output_shape=_shape_as_if_last),
        "misfit-cut-or-filled": _misfit_cut_or_filled(oracle, rank),
        "none-refused": refused(oracle, lambda a: any(n is None for n in a["output_shape"])),
    }
    # Here the shape of x gives the number of windows.
    for of_windows in ("valid-rounds-up", "large-window-refused"):
        del readings[of_windows]
    if dilated:
        readings |= dilation_readings(oracle, rank)
        readings["unequal-rates-refused"] = refused(
            oracle, lambda a: len(set(a["dilation_rate"])) > 1
        )
    return readings
