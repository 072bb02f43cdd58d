"""Oracle for dropout."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.distributions import bernoulli
from kassay_generators.machine.values import Sample
from kassay_generators.numbers.number import Number
from kassay_generators.oracles.interface import ApiError, Context, refused
from ops.random import draws

RANDOM = True


def _constant_axes(shape: tuple[int, ...], noise_shape: Any) -> tuple[int, ...]:
    """The axes along which all elements share one flag. Raises ApiError if the shapes do not broadcast."""
    if noise_shape is None:
        return ()
    if len(noise_shape) != len(shape) or any(
        n not in (1, m) for n, m in zip(noise_shape, shape, strict=True)
    ):
        raise ApiError("any")
    return tuple(axis for axis, n in enumerate(noise_shape) if int(n) == 1 and shape[axis] > 1)


def _require_level(level: float) -> None:
    if not 0 <= level < 1:
        raise ApiError("value")


def _float64(values: np.ndarray) -> np.ndarray:
    return np.array([float(v) for v in values.ravel()]).reshape(values.shape)


def _quotients(x: np.ndarray, divisor: Number) -> np.ndarray:
    """x / divisor in float64; computes each distinct quotient once."""
    known: dict[float, float] = {}
    floats = [float(n) for n in x.ravel()]
    for n, nearest in zip(x.ravel(), floats, strict=True):
        if nearest not in known:
            known[nearest] = float(n / divisor)
    return np.array([known[nearest] for nearest in floats]).reshape(x.shape)


def oracle(
    x: np.ndarray,
    level: float,
    noise_shape: Any,
    seed: int | None,
    context: Context,
    drawing: draws.Drawing = draws.by_seed,
) -> Any:
    _require_level(level)
    axes = _constant_axes(x.shape, noise_shape)
    if level == 0:
        return x
    law = bernoulli(1 - level, _quotients(x, Number.of(1) - level))
    return Sample(context.dtypes["x"], x.shape, law, drawing(seed), axes)


def confirmation(
    x: np.ndarray, level: float, noise_shape: Any, seed: int | None, context: Context
) -> Any:
    if level == 0:
        return x
    axes: tuple[int, ...] = ()
    if noise_shape is not None:
        np.broadcast_to(np.zeros([int(n) for n in noise_shape]), x.shape)
        shared = np.array(noise_shape, dtype=int) != np.array(x.shape)
        axes = tuple(int(a) for a in np.flatnonzero(shared))
    law = bernoulli(1 - level, x * (1 / (1 - level)))
    return Sample(context.dtypes["x"], x.shape, law, draws.by_seed(seed), axes)


def _two_point(kept: Callable[[float], float], factor: Callable[[float], float]) -> Any:
    """Kept with the probability kept(level), and multiplied by factor(level)."""

    def reading(
        x: np.ndarray, level: float, noise_shape: Any, seed: int | None, context: Context
    ) -> Any:
        _require_level(level)
        if level == 0:
            return x
        law = bernoulli(kept(level), _float64(x) * factor(level))
        axes = _constant_axes(x.shape, noise_shape)
        return Sample(context.dtypes["x"], x.shape, law, draws.by_seed(seed), axes)

    return reading


def _along(axes: Callable[[tuple[int, ...], Any], tuple[int, ...]]) -> Any:
    """One flag for all indices along axes that depend on the two shapes."""

    def reading(
        x: np.ndarray, level: float, noise_shape: Any, seed: int | None, context: Context
    ) -> Any:
        _require_level(level)
        if level == 0:
            return x
        law = bernoulli(1 - level, _float64(x) / (1 - level))
        shared = axes(x.shape, noise_shape)
        return Sample(context.dtypes["x"], x.shape, law, draws.by_seed(seed), shared)

    return reading


def _all_axes(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(axis for axis, n in enumerate(shape) if n > 1)


def _other_axes(shape: tuple[int, ...], noise_shape: Any) -> tuple[int, ...]:
    axes = _constant_axes(shape, noise_shape)
    return tuple(a for a in _all_axes(shape) if a not in axes) if axes else ()


def _last_axis(shape: tuple[int, ...], noise_shape: Any) -> tuple[int, ...]:
    _constant_axes(shape, noise_shape)
    return _all_axes(shape)[-1:]


def _every_axis(shape: tuple[int, ...], noise_shape: Any) -> tuple[int, ...]:
    _constant_axes(shape, noise_shape)
    return _all_axes(shape)


def _unchanged(
    x: np.ndarray, level: float, noise_shape: Any, seed: int | None, context: Context
) -> Any:
    return x


READINGS = {
    "not-scaled": _two_point(lambda level: 1 - level, lambda level: 1),
    "scaled-down": _two_point(lambda level: 1 - level, lambda level: 1 - level),
    "level-is-kept-share": _two_point(lambda level: level, lambda level: 1 / level),
    "level-kept-and-scaled-otherwise": _two_point(
        lambda level: level, lambda level: 1 / (1 - level)
    ),
    "unchanged-outside-training": _unchanged,
    "noise-shape-ignored": _along(lambda shape, noise_shape: ()),
    "noise-shape-inverted": _along(_other_axes),
    "one-flag-per-row": _along(_last_axis),
    "one-flag-for-all": _along(_every_axis),
    "level-unchecked": _unchanged,
    "same-mask-every-call": functools.partial(oracle, drawing=draws.never_new),
    "one-mask-for-all-seeds": functools.partial(oracle, drawing=draws.one_for_all_seeds),
    "tensor-refused": refused(oracle, lambda a: isinstance(a["noise_shape"], np.ndarray)),
    "seed-continues": functools.partial(oracle, drawing=draws.continued),
}
