"""Pooling on exact numbers, and the misreadings of pool2d and pool3d."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from flint import fmpq

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.number import NAN, ZERO, Number
from kassay_generators.numbers.recording import stop_gradient
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.data_format import channels_first
from kassay_generators.oracles.interface import ApiError, Context, Remembered, with_arguments
from kassay_generators.oracles.kinks import Share, equally, to_each, to_none
from kassay_generators.oracles.searches import NAN_READINGS, nan_readings
from ops.convolution.convolution import precision_reading, shared_readings, with_rules
from ops.convolution.windows import (
    Padding,
    all_steps,
    by_pool_size,
    from_last,
    padding_rule,
    patches,
    to_last,
)

Oracle = Callable[..., Any]
# From the elements of x in a window, in row-major order, and the number of places in the window, padding included: the result.
Pool = Callable[[list[Number], int], Number]

# Relatively nearer than two different numbers of any dtype: the step of a difference moved one of two equal elements.
_NEAR = Number(fmpq(1, 2**90), exact=True)
# The same test on their nearest floats, which is faster, with room for rounding.
_SURELY_APART = 2.0**-40


def _first(numbers: Sequence[Number]) -> Number:
    return numbers[0]


def _last(numbers: Sequence[Number]) -> Number:
    return numbers[-1]


def largest(share: Share = _first) -> Pool:
    """`share` chooses which of several equal elements counts, and so gets the derivative."""

    def pool(elements: list[Number], places: int) -> Number:
        if not elements or any(e.is_nan for e in elements):
            return NAN
        plain = [stop_gradient(e) for e in elements]
        best = plain[0]
        for element in plain:
            best = element if element > best else best
        if best.special is not None:
            return elements[plain.index(best)]
        reach = abs(best) * _NEAR
        least = best.nearest - abs(best.nearest) * _SURELY_APART
        equal = [
            e
            for e, p in zip(elements, plain, strict=True)
            if p is best or (not p.is_infinite and p.nearest >= least and best - p <= reach)
        ]
        return equal[0] if len(equal) == 1 else share(equal)

    return pool


def _average(elements: list[Number], places: int) -> Number:
    return _total(elements, places) / len(elements) if elements else NAN


def _total(elements: list[Number], places: int) -> Number:
    return functools.reduce(operator.add, elements) if elements else NAN


MODES: Mapping[str, Pool] = {"max": largest(), "avg": _average}


def pooling(
    x: np.ndarray,
    pool_size: Sequence[int],
    strides: Sequence[int],
    padding: Padding,
    data_format: str | None,
    pool: Pool,
    context: Context,
) -> np.ndarray:
    first = channels_first(data_format, context)
    rank = len(pool_size)
    if x.ndim != rank + 2:
        raise ApiError("any")
    image = to_last(x, first=first)
    along = all_steps(image.shape[1:-1], pool_size, strides, [1] * rank, padding)
    windows = np.moveaxis(patches(image, along, None), -1, 1 + rank)
    result = np.empty(windows.shape[: rank + 2], dtype=object)
    for at in np.ndindex(result.shape):
        window = windows[at]
        result[at] = pool([Number.of(e) for e in window.flat if e is not None], window.size)
    return from_last(result, first=first)


def oracle_of(rank: int) -> Oracle:
    """The oracle with that many spatial dimensions. A reading may pass a rule as padding and a function as mode."""

    def oracle(
        x: np.ndarray,
        pool_size: Sequence[int],
        strides: Sequence[int],
        padding: str | Padding,
        data_format: str | None,
        pool_mode: str | Pool,
        context: Context,
    ) -> np.ndarray:
        rule = padding_rule(padding, ["valid", "same"])
        pool = pool_mode if callable(pool_mode) else MODES.get(pool_mode)
        if pool is None:
            raise ApiError("value")
        if len(pool_size) != rank:
            raise ApiError("any")
        return pooling(x, pool_size, strides, rule, data_format, pool, context)

    return Remembered(oracle)


def confirmation(
    x: np.ndarray,
    pool_size: Sequence[int],
    strides: Sequence[int],
    padding: str,
    data_format: str | None,
    pool_mode: str,
    context: Context,
) -> np.ndarray:
    """One window after the other, in floats; windows are clipped at the border of x."""
    first = (data_format or context.image_data_format) == "channels_first"
    image = np.moveaxis(x, 1, -1) if first else x
    sizes, window, by = np.array(image.shape[1:-1]), np.array(pool_size), np.array(strides)
    if padding == "valid":
        counts, before = np.maximum((sizes - window + by) // by, 0), 0 * sizes
    else:
        counts = (sizes + by - 1) // by
        before = np.maximum(window + (counts - 1) * by - sizes, 0) // 2
    result = np.zeros([len(x), *counts, image.shape[-1]])
    inner = tuple(range(1, len(sizes) + 1))
    for at in np.ndindex(*counts):
        begin = np.array(at) * by - before
        cut = tuple(map(slice, np.maximum(begin, 0), np.minimum(begin + window, sizes)))
        seen = image[(slice(None), *cut)]
        result[(slice(None), *at)] = (np.max if pool_mode == "max" else np.mean)(seen, axis=inner)
    return np.moveaxis(result, -1, 1) if first else result


# -- readings --------------------------------------------------------------------------------------------------------------


def _with_modes(oracle: Oracle, **modes: Pool) -> Oracle:
    """Other functions for the named modes."""
    return with_arguments(oracle, pool_mode=lambda a: modes.get(a["pool_mode"], a["pool_mode"]))


def _beside_zeros(elements: list[Number], places: int) -> Number:
    return MODES["max"](elements + [ZERO] * (places - len(elements)), places)


def _from_zero(elements: list[Number], places: int) -> Number:
    return MODES["max"]([*elements, ZERO], places)


def _nan_reading(oracle: Oracle, name: str) -> Oracle:
    def search(elements: list[Number]) -> Number:
        return MODES["max"](elements, len(elements))

    @functools.wraps(oracle)
    def reading(*, context: Context, **arguments: Any) -> Any:
        found = nan_readings(search, larger=True, dtype=context.dtype)[name]
        folded = _with_modes(oracle, max=lambda elements, places: found(elements))
        return folded(**arguments, context=context)

    return reading


def _over_places(elements: list[Number], places: int) -> Number:
    return _total(elements, places) / places


def _padding_counted(oracle: Oracle, *, formerly: bool) -> Oracle:
    """`formerly`: in the earliest edition; otherwise in the others."""
    counted = _with_modes(oracle, avg=_over_places)

    @functools.wraps(oracle)
    def reading(*, context: Context, **arguments: Any) -> Any:
        chosen = counted if (context.edition == "ja") == formerly else oracle
        return chosen(**arguments, context=context)

    return reading


def _lowest_finite(oracle: Oracle) -> Oracle:
    @functools.wraps(oracle)
    def reading(*, context: Context, **arguments: Any) -> Any:
        result = oracle(**arguments, context=context)
        if arguments["pool_mode"] != "max":
            return result
        lowest = Number.of(-FORMATS[context.dtype].max)
        return elementwise(
            lambda n: n if n.special is None or n.special > 0 or n.is_nan else lowest, result
        )

    return reading


def readings_of(oracle: Oracle, rank: int) -> dict[str, Oracle]:
    """The readings of pool2d and pool3d."""

    def mode(of: Callable[[str], str]) -> Oracle:
        return with_arguments(oracle, pool_mode=lambda a: of(a["pool_mode"]))

    return {
        **shared_readings(oracle, rank),
        "same-by-size": with_rules(oracle, {"same": by_pool_size}),
        "strides-are-pool-size": with_arguments(
            oracle,
            strides=lambda a: a["pool_size"] if set(a["strides"]) == {1} else a["strides"],
        ),
        "pool-size-reversed": with_arguments(oracle, pool_size=lambda a: a["pool_size"][::-1]),
        "always-max": mode(lambda given: "max" if given in MODES else given),
        "always-avg": mode(lambda given: "avg" if given in MODES else given),
        "unknown-mode-is-max": mode(lambda given: given if given in MODES else "max"),
        "mode-in-any-case": mode(str.lower),
        "padding-is-zero": _with_modes(oracle, max=_beside_zeros),
        "starts-at-zero": _with_modes(oracle, max=_from_zero),
        "lowest-finite": _lowest_finite(oracle),
        "padding-counted": _padding_counted(oracle, formerly=False),
        "padding-counted-formerly": _padding_counted(oracle, formerly=True),
        "sum-instead": _with_modes(oracle, avg=_total),
        **{name: _nan_reading(oracle, name) for name in NAN_READINGS},
        "ties-shared": _with_modes(oracle, max=largest(equally)),
        "ties-each": _with_modes(oracle, max=largest(to_each)),
        "ties-last": _with_modes(oracle, max=largest(_last)),
        "ties-none": _with_modes(oracle, max=largest(to_none)),
        "precision-reduced": precision_reading(oracle, "x"),
    }
