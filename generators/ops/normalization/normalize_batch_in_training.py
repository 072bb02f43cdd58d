"""Oracle for normalize_batch_in_training."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import sqrt
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.numbers.recording import Recorded
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.axes import axes_tuple
from kassay_generators.oracles.deviations import one_pass_variance
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Remembered,
    refused,
    with_arguments,
)
from kassay_generators.oracles.reductions import reduce_slices
from ops.normalization.standardization import PRINTED_OUTSIDE, scaled, standardized

BY_EDITION = True
Array = np.ndarray
Results = tuple[Array, Array, Array]


def _mean(x: Array, axes: tuple[int, ...], fewer: int = 0) -> Array:
    """The sum divided by the number of elements minus `fewer`; the axes are kept."""
    divisor = Number.of(int(np.prod([x.shape[a] for a in axes])) - fewer)
    return elementwise(lambda n: n / divisor, total(x, axes, keepdims=True))


def _variance(x: Array, axes: tuple[int, ...], fewer: int = 0) -> Array:
    def square(element: Number, center: Number) -> Number:
        deviation = element - center
        return NAN if deviation.is_nan else deviation * deviation

    return _mean(elementwise(square, x, _mean(x, axes)), axes, fewer)


def _placed(parameter: Any, x: Array, axes: tuple[int, ...]) -> Any:
    """The parameter with the reduced dimensions restored at size 1."""
    if parameter is None:
        return None
    return parameter.reshape([1 if d in axes else x.shape[d] for d in range(x.ndim)])


def _results(
    x: Array,
    gamma: Any,
    beta: Any,
    axes: tuple[int, ...],
    epsilon: float,
    *,
    outside: bool,
    fewer: int = 0,
) -> Results:
    """`gamma` and `beta` broadcast against x."""
    mean, variance = _mean(x, axes), _variance(x, axes, fewer)
    normalized = scaled(standardized(x, mean, variance, epsilon, outside=outside), gamma, beta)
    return normalized, np.squeeze(mean, axes), np.squeeze(variance, axes)


@Remembered
def oracle(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    axes = axes_tuple(reduction_axes, x.ndim)
    outside = context.edition in PRINTED_OUTSIDE
    return _results(
        x, _placed(gamma, x, axes), _placed(beta, x, axes), axes, epsilon, outside=outside
    )


def confirmation(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    axes = tuple(reduction_axes)
    mean, variance = np.mean(x, axis=axes), np.var(x, axis=axes)

    def spread(statistic: Array) -> Array:
        return np.expand_dims(statistic, axes)

    deviation = (
        np.sqrt(variance) + epsilon if context.edition != "ko" else np.sqrt(variance + epsilon)
    )
    normalized = (x - spread(mean)) / spread(deviation)
    normalized = normalized if gamma is None else normalized * spread(gamma)
    return normalized if beta is None else normalized + spread(beta), mean, variance


def _variant(
    x: Array,
    gamma: Any,
    beta: Any,
    reduction_axes: list[int],
    epsilon: float,
    outside: bool,
    fewer: int = 0,
) -> Results:
    axes = axes_tuple(reduction_axes, x.ndim)
    return _results(
        x,
        _placed(gamma, x, axes),
        _placed(beta, x, axes),
        axes,
        epsilon,
        outside=outside,
        fewer=fewer,
    )


def _unbiased_result(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    normalized, mean, variance = oracle(x, gamma, beta, reduction_axes, epsilon, context)
    axes = axes_tuple(reduction_axes, x.ndim)
    return (
        normalized,
        mean,
        np.squeeze(_variance(x, axes, fewer=1), axes) if x.ndim == 4 else variance,
    )


def _epsilon_in_variance(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    normalized, mean, variance = oracle(x, gamma, beta, reduction_axes, epsilon, context)
    return normalized, mean, elementwise(lambda v: v + epsilon, variance)


def _one_pass(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    # The exact formulas, which agree, are differentiated.
    if any(isinstance(e, Recorded) or Number.of(e).special is not None for e in x.flat):
        return oracle(x, gamma, beta, reduction_axes, epsilon, context)
    axes = axes_tuple(reduction_axes, x.ndim)
    element_type = np.dtype(context.dtypes["x"]).type
    mean = _mean(x, axes)
    variance = reduce_slices(
        lambda e: one_pass_variance(e, element_type), x, reduction_axes, keepdims=True
    )
    normalized = scaled(
        standardized(x, mean, variance, epsilon, outside=context.edition in PRINTED_OUTSIDE),
        _placed(gamma, x, axes),
        _placed(beta, x, axes),
    )
    return normalized, np.squeeze(mean, axes), np.squeeze(variance, axes)


def _deviation_returned(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    normalized, mean, variance = oracle(x, gamma, beta, reduction_axes, epsilon, context)
    return normalized, mean, elementwise(sqrt, variance)


def _dimensions_kept(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    normalized, mean, variance = oracle(x, gamma, beta, reduction_axes, epsilon, context)
    axes = axes_tuple(reduction_axes, x.ndim)
    return normalized, np.expand_dims(mean, axes), np.expand_dims(variance, axes)


def _aligned_right(
    x: Array, gamma: Any, beta: Any, reduction_axes: list[int], epsilon: float, context: Context
) -> Results:
    axes = axes_tuple(reduction_axes, x.ndim)
    for parameter in (gamma, beta):
        if parameter is not None and parameter.shape != x.shape[x.ndim - parameter.ndim :]:
            raise ApiError("value")
    return _results(x, gamma, beta, axes, epsilon, outside=context.edition in PRINTED_OUTSIDE)


READINGS = {
    "none-refused": refused(oracle, lambda a: a["beta"] is None or a["gamma"] is None),
    "epsilon-inside-root": lambda x, gamma, beta, reduction_axes, epsilon: _variant(
        x, gamma, beta, reduction_axes, epsilon, outside=False
    ),
    "epsilon-outside-root": lambda x, gamma, beta, reduction_axes, epsilon: _variant(
        x, gamma, beta, reduction_axes, epsilon, outside=True
    ),
    "unbiased-result": _unbiased_result,
    "unbiased": lambda x, gamma, beta, reduction_axes, epsilon, context: _variant(
        x, gamma, beta, reduction_axes, epsilon, outside=context.edition in PRINTED_OUTSIDE, fewer=1
    ),
    "epsilon-in-variance": _epsilon_in_variance,
    "one-pass": _one_pass,
    "deviation-returned": _deviation_returned,
    "dimensions-kept": _dimensions_kept,
    "gamma-beta-swapped": with_arguments(
        oracle, gamma=lambda a: a["beta"], beta=lambda a: a["gamma"]
    ),
    "not-scaled": with_arguments(oracle, gamma=lambda a: None, beta=lambda a: None),
    "aligned-right": _aligned_right,
    "first-axis-only": lambda x, gamma, beta, reduction_axes, epsilon, context: oracle(
        x, None, None, reduction_axes[:1], epsilon, context
    ),
}
