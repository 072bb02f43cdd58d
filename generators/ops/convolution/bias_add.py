"""Oracle for bias_add."""

from __future__ import annotations

import numpy as np

from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.data_format import FIRST, LAST, channels_first, format_readings
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Remembered,
    refused,
    with_arguments,
)

Array = np.ndarray


def _fits(bias: Array, x: Array) -> Array:
    if any(b not in (1, n) for b, n in zip(bias.shape, x.shape, strict=True)):
        raise ApiError("value")
    return bias


def _placed(x: Array, bias: Array, *, first: bool) -> Array:
    """With the rank of x."""
    if bias.ndim not in (1, x.ndim - 1):
        raise ApiError("value")
    *places, channels = bias.shape
    rest = places or [1] * (x.ndim - 2)
    return _fits(bias.reshape([1, channels, *rest] if first else [1, *rest, channels]), x)


@Remembered
def oracle(x: Array, bias: Array, data_format: str | None, context: Context) -> Array:
    placed = _placed(x, bias, first=channels_first(data_format, context))
    return elementwise(lambda a, b: a + b, x, placed)


def confirmation(x: Array, bias: Array, data_format: str | None, context: Context) -> Array:
    if (data_format or context.image_data_format) != "channels_first":
        return np.asarray(x + bias)
    if bias.ndim == 1:
        return np.asarray(np.moveaxis(np.moveaxis(x, 1, -1) + bias, -1, 1))
    return np.asarray(x + np.ravel(bias).reshape(x.shape[1:]))


def _transposed(x: Array, bias: Array, data_format: str | None, context: Context) -> Array:
    if bias.ndim == 1 or not channels_first(data_format, context):
        return oracle(x, bias, data_format, context)
    return elementwise(lambda a, b: a + b, x, _fits(np.moveaxis(bias, -1, 0)[np.newaxis], x))


def _reversed_shape(x: Array, bias: Array, data_format: str | None, context: Context) -> Array:
    if bias.ndim == 1 or not channels_first(data_format, context):
        return oracle(x, bias, data_format, context)
    return elementwise(lambda a, b: a + b, x, _fits(bias.reshape(bias.shape[::-1])[np.newaxis], x))


def _along_samples(x: Array, bias: Array, data_format: str | None, context: Context) -> Array:
    if bias.ndim != 1 or bias.size != x.shape[0]:
        return oracle(x, bias, data_format, context)
    return elementwise(lambda a, b: a + b, x, bias.reshape([-1, *[1] * (x.ndim - 1)]))


def _any_rank(x: Array, bias: Array, data_format: str | None, context: Context) -> Array:
    if bias.ndim in (1, x.ndim - 1):
        return oracle(x, bias, data_format, context)
    return elementwise(lambda a, b: a + b, x, bias)


_FORMATS = format_readings(oracle)
READINGS = {
    # One case without a format serves all editions, so it includes the answer of ja.
    "full-refused": refused(
        oracle,
        lambda a: a["bias"].ndim > 1 and (a["context"].edition == "ja" or a["data_format"] is None),
    ),
    "any-case": _FORMATS["any-case"],
    "transposed": _transposed,
    "reversed-shape": _reversed_shape,
    "always-last": _FORMATS["format-ignored"],
    "first-by-default": with_arguments(oracle, data_format=lambda a: a["data_format"] or FIRST),
    "configuration-ignored": with_arguments(oracle, data_format=lambda a: a["data_format"] or LAST),
    "along-samples": _along_samples,
    "unknown-is-last": with_arguments(
        oracle, data_format=lambda a: FIRST if a["data_format"] == FIRST else LAST
    ),
    "any-rank": _any_rank,
}
