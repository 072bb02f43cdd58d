"""Larger images and volumes: each dimension by its own factor."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from flint import fmpq

from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.numbers.number import ONE, ZERO, Number
from kassay_generators.numbers.recording import with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.data_format import channels_first, format_readings, formats_swapped
from kassay_generators.oracles.interface import ApiError, Context, with_arguments
from ops.convolution.windows import from_last, to_last

Oracle = Callable[..., Any]
# Enlarges one dimension of a tensor of Numbers: from the tensor, the axis and the factor.
Along = Callable[[np.ndarray, int, int], np.ndarray]
# From the index of an element in the result, the size of the dimension and the factor: its position in x, and the magnitude
# with which the rounding error of that position scales.
Position = Callable[[int, int, int], tuple[fmpq, fmpq]]


def nearest(x: np.ndarray, axis: int, factor: int) -> np.ndarray:
    return np.take(x, [place // factor for place in range(x.shape[axis] * factor)], axis)


def _by_quotient(place: int, size: int, factor: int) -> tuple[fmpq, fmpq]:
    return fmpq(place, factor), fmpq(place, factor)


def bilinear(position: Position = _by_quotient, *, zeros_beyond: bool = False) -> Along:
    """Interpolates each element between its neighbours. Beyond the last element it repeats, or zeros follow (`zeros_beyond`)."""

    def along(x: np.ndarray, axis: int, factor: int) -> np.ndarray:
        lines = np.moveaxis(x, axis, 0)
        beyond = np.full(lines.shape[1:], ZERO, dtype=object)
        result = np.empty([len(lines) * factor, *lines.shape[1:]], dtype=object)
        for place in range(len(result)):
            parts = []
            for index, weight in _neighbours(*position(place, len(lines), factor)):
                inside = min(max(index, 0), len(lines) - 1)
                line = beyond if zeros_beyond and index != inside else lines[inside]
                parts.append(elementwise(operator.mul, line, weight))
            result[place] = sum(parts[1:], parts[0])
        return np.moveaxis(result, 0, axis)

    return along


def _neighbours(position: fmpq, size: fmpq) -> list[tuple[int, Number]]:
    """Indices with their weights, including weights of exactly 0, which are small but not 0 for a rounded position."""
    lower = int(position.p // position.q)
    weights = [(index, 1 - abs(position - index)) for index in (lower - 1, lower, lower + 1)]
    return [
        (index, Number(weight, float(Number(weight + size))))
        for index, weight in weights
        if weight >= 0
    ]


def resized(
    x: np.ndarray,
    factors: Sequence[int],
    data_format: str,
    context: Context,
    along: Along = nearest,
    least: int = 1,
) -> np.ndarray:
    """`least`: the smallest allowed factor."""
    first = channels_first(data_format, context)
    if x.ndim != len(factors) + 2 or min(factors) < least:
        raise ApiError("any")
    result = to_last(x, first=first)
    for axis, factor in enumerate(factors, 1):
        result = along(result, axis, factor)
    return from_last(result, first=first)


def repeated(x: np.ndarray, factors: Sequence[int], data_format: str) -> np.ndarray:
    """The confirmation for the nearest neighbour."""
    for axis, factor in enumerate(factors, 2 if data_format == "channels_first" else 1):
        x = np.repeat(x, factor, axis)
    return x


def interpolated(x: np.ndarray, factors: Sequence[int], data_format: str) -> np.ndarray:
    """The confirmation for bilinear interpolation."""
    for axis, factor in enumerate(factors, 2 if data_format == "channels_first" else 1):
        places = np.minimum(np.arange(x.shape[axis] * factor) / factor, x.shape[axis] - 1)
        weights = np.maximum(1 - np.abs(places[:, np.newaxis] - np.arange(x.shape[axis])), 0)
        x = np.moveaxis(np.tensordot(weights, x, (1, axis)), 0, axis)
    return x


# -- readings --------------------------------------------------------------------------------------------------------------


def tiled(x: np.ndarray, axis: int, factor: int) -> np.ndarray:
    return np.concatenate([x] * factor, axis)


def spread(x: np.ndarray, axis: int, factor: int) -> np.ndarray:
    """Zeros between the elements."""
    zeros = elementwise(lambda e: ZERO, x)
    pieces = np.stack([x] + [zeros] * (factor - 1), axis + 1)
    return pieces.reshape([n * factor if d == axis else n for d, n in enumerate(x.shape)])


def nearest_between_corners(x: np.ndarray, axis: int, factor: int) -> np.ndarray:
    size = x.shape[axis]
    last = max(size * factor - 1, 1)
    places = [(2 * place * (size - 1) + last) // (2 * last) for place in range(size * factor)]
    return np.take(x, places, axis)


def to_size(x: np.ndarray, axis: int, factor: int) -> np.ndarray:
    """The factor is the size of the result."""
    return np.take(x, [place * x.shape[axis] // factor for place in range(factor)], axis)


def half_pixel(place: int, size: int, factor: int) -> tuple[fmpq, fmpq]:
    centre = fmpq(2 * place + 1, 2 * factor)
    return max(centre - fmpq(1, 2), fmpq(0)), centre + fmpq(1, 2)


def aligned_corners(place: int, size: int, factor: int) -> tuple[fmpq, fmpq]:
    position = fmpq(place * (size - 1), max(size * factor - 1, 1))
    return position, position


def with_along(oracle: Oracle, *, floating: bool = False, **along: Along) -> Oracle:
    """Other functions for `nearest` or `bilinear`; `floating`: for floating tensors only."""
    changed = functools.partial(oracle, ways={**WAYS, **along})

    @functools.wraps(oracle)
    def reading(*, context: Context, **arguments: Any) -> Any:
        chosen = changed if is_floating(context.dtypes["x"]) or not floating else oracle
        return chosen(**arguments, context=context)

    return reading


def _through_float32(oracle: Oracle) -> Oracle:
    @functools.wraps(oracle)
    def reading(*, x: np.ndarray, context: Context, **arguments: Any) -> Any:
        dtype = context.dtypes["x"]

        @with_partials(lambda element, result: ONE)
        def rounded(element: Any) -> Number:
            narrow = np.float32(float(element))
            if is_floating(dtype):
                return Number.of(float(narrow))
            return Number.of(min(int(narrow), int(np.iinfo(dtype).max)))

        wide = dtype in ("float64", "int32", "int64")
        return oracle(x=elementwise(rounded, x) if wide else x, context=context, **arguments)

    return reading


WAYS: Mapping[str, Along] = {"nearest": nearest, "bilinear": bilinear()}


def shared_readings(oracle: Oracle, factors: Sequence[str]) -> dict[str, Oracle]:
    """The readings of resize_images and resize_volumes; `factors`: the names of the factor arguments."""

    def factor_named(name: str) -> Callable[[dict[str, Any]], Any]:
        return lambda a: a[name]

    exchanged = dict(zip(factors, map(factor_named, reversed(factors)), strict=True))
    formats = format_readings(oracle)
    return {
        **{name: formats[name] for name in ("format-ignored", "unknown-is-last", "any-case")},
        "formats-swapped": formats_swapped(oracle),
        "factors-reversed": with_arguments(oracle, **exchanged),
        "one-factor": with_arguments(oracle, **dict.fromkeys(factors, factor_named(factors[0]))),
        "tiled": with_along(oracle, nearest=tiled),
        "zeros-between": with_along(oracle, nearest=spread),
        "factor-is-size": with_along(oracle, nearest=to_size),
        "nearest-between-corners": with_along(oracle, nearest=nearest_between_corners),
        "always-interpolated": with_along(oracle, nearest=bilinear(), floating=True),
        "through-float32": _through_float32(oracle),
        "zero-is-empty": functools.partial(oracle, least=0),
    }
