"""Oracle for batch_normalization."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Context, Remembered, refused, with_arguments
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


def _with_root(*, outside: Callable[[str], bool]) -> Callable[..., Array]:
    """`outside(edition)`: epsilon is added to the root instead of the variance."""

    def answer(
        x: Array,
        mean: Array,
        var: Array,
        beta: Any,
        gamma: Any,
        axis: int,
        epsilon: float,
        context: Context,
    ) -> Array:
        mean, var, beta, gamma = (_placed(p, x, axis) for p in (mean, var, beta, gamma))
        shape = x.shape
        for parameter in (mean, var, beta, gamma):
            if parameter is not None:
                shape = common_shape(shape, parameter.shape)
        standard = standardized(x, mean, var, epsilon, outside=outside(context.edition))
        return scaled(standard, gamma, beta)

    return answer


oracle = Remembered(_with_root(outside=lambda edition: edition in PRINTED_OUTSIDE))


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


def _other_default(given: dict[str, Any]) -> Any:
    default, other = (0.0001, 0.001) if given["context"].edition == "ja" else (0.001, 0.0001)
    return other if given["epsilon"] == default else given["epsilon"]


def _squared_divisor(given: dict[str, Any]) -> Array:
    """The square of var + epsilon, which the root undoes."""
    divisor = elementwise(lambda v: v + given["epsilon"], given["var"])
    return elementwise(lambda n: n * n, divisor)


def _shifted_first(x: Array, gamma: Any, axis: int, context: Context, **others: Any) -> Array:
    shifted = oracle(x=x, gamma=None, axis=axis, context=context, **others)
    return scaled(shifted, _placed(gamma, x, axis), None)


_inside = _with_root(outside=lambda edition: False)

READINGS = {
    "none-refused": refused(oracle, lambda a: a["beta"] is None or a["gamma"] is None),
    "epsilon-inside-root": _inside,
    "epsilon-outside-root": _with_root(outside=lambda edition: True),
    "aligned-right": refused(
        with_arguments(oracle, axis=lambda a: -1),
        lambda a: a["mean"].ndim == 1 and a["mean"].size not in (1, a["x"].shape[-1]),
    ),
    "epsilon-ignored": with_arguments(oracle, epsilon=lambda a: 0.0),
    "other-default": with_arguments(oracle, epsilon=_other_default),
    "gamma-before-beta": with_arguments(
        oracle, beta=lambda a: a["gamma"], gamma=lambda a: a["beta"]
    ),
    "variance-as-deviation": with_arguments(_inside, var=_squared_divisor, epsilon=lambda a: 0.0),
    "shifted-first": _shifted_first,
}
