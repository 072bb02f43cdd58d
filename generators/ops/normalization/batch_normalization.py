"""Oracle for batch_normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Remembered,
    refused,
    with_arguments,
)
from kassay_generators.oracles.operands import common_shape
from ops.normalization.standardization import PRINTED_OUTSIDE, scaled, standardized

BY_EDITION = True
Array = np.ndarray


def _placed(parameter: Any, x: Array, axis: int) -> Any:
    """A vector, so that it runs along the axis of x."""
    if parameter is None or parameter.ndim != 1:
        return parameter
    shape = [1] * x.ndim
    shape[axis] = -1
    return parameter.reshape(shape)


def _apply(
    x: Array,
    mean: Array,
    var: Array,
    beta: Any,
    gamma: Any,
    axis: int,
    epsilon: float,
    outside: bool,
) -> Array:
    mean, var, beta, gamma = (_placed(p, x, axis) for p in (mean, var, beta, gamma))
    shape = x.shape
    for parameter in (mean, var, beta, gamma):
        if parameter is not None:
            shape = common_shape(shape, parameter.shape)
    return scaled(standardized(x, mean, var, epsilon, outside=outside), gamma, beta)


@Remembered
def oracle(
    x: Array,
    mean: Array,
    var: Array,
    beta: Any,
    gamma: Any,
    axis: int,
    epsilon: float,
    context: Context,
) -> Array:
    return _apply(x, mean, var, beta, gamma, axis, epsilon, context.edition in PRINTED_OUTSIDE)


def confirmation(
    x: Array,
    mean: Array,
    var: Array,
    beta: Any,
    gamma: Any,
    axis: int,
    epsilon: float,
    context: Context,
) -> Array:
    def along(parameter: Array) -> Array:
        return (
            np.moveaxis(parameter[(np.newaxis,) * (x.ndim - 1)], -1, axis)
            if parameter.ndim == 1
            else parameter
        )

    deviation = (
        np.sqrt(along(var)) + epsilon if context.edition != "ko" else np.sqrt(along(var) + epsilon)
    )
    result = (x - along(mean)) / deviation
    result = result * (1.0 if gamma is None else along(gamma))
    return np.asarray(result + (0.0 if beta is None else along(beta)))


def _aligned_right(
    x: Array,
    mean: Array,
    var: Array,
    beta: Any,
    gamma: Any,
    axis: int,
    epsilon: float,
    context: Context,
) -> Array:
    if mean.ndim == 1 and mean.size not in (1, x.shape[-1]):
        raise ApiError("any")
    return oracle(x, mean, var, beta, gamma, -1, epsilon, context)


def _other_default(
    x: Array,
    mean: Array,
    var: Array,
    beta: Any,
    gamma: Any,
    axis: int,
    epsilon: float,
    context: Context,
) -> Array:
    default, other = (0.0001, 0.001) if context.edition == "ja" else (0.001, 0.0001)
    return oracle(
        x, mean, var, beta, gamma, axis, other if epsilon == default else epsilon, context
    )


def _variance_as_deviation(
    x: Array,
    mean: Array,
    var: Array,
    beta: Any,
    gamma: Any,
    axis: int,
    epsilon: float,
    context: Context,
) -> Array:
    # The square of the divisor var + epsilon, which the root undoes.
    squared = elementwise(lambda v: (v + epsilon) * (v + epsilon), var)
    return _apply(x, mean, squared, beta, gamma, axis, 0.0, False)


def _shifted_first(
    x: Array,
    mean: Array,
    var: Array,
    beta: Any,
    gamma: Any,
    axis: int,
    epsilon: float,
    context: Context,
) -> Array:
    shifted = oracle(x, mean, var, beta, None, axis, epsilon, context)
    return scaled(shifted, _placed(gamma, x, axis), None)


READINGS = {
    "none-refused": refused(oracle, lambda a: a["beta"] is None or a["gamma"] is None),
    "epsilon-inside-root": lambda x, mean, var, beta, gamma, axis, epsilon: _apply(
        x, mean, var, beta, gamma, axis, epsilon, outside=False
    ),
    "epsilon-outside-root": lambda x, mean, var, beta, gamma, axis, epsilon: _apply(
        x, mean, var, beta, gamma, axis, epsilon, outside=True
    ),
    "aligned-right": _aligned_right,
    "epsilon-ignored": with_arguments(oracle, epsilon=lambda a: 0.0),
    "other-default": _other_default,
    "gamma-before-beta": with_arguments(
        oracle, beta=lambda a: a["gamma"], gamma=lambda a: a["beta"]
    ),
    "variance-as-deviation": _variance_as_deviation,
    "shifted-first": _shifted_first,
}
