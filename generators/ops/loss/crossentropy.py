"""Cross-entropies between classes, for categorical_crossentropy and sparse_categorical_crossentropy."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kassay_generators.numbers.elementary import exp, log, maximum, select
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.exponentials import exp_overflows, log_sum_exp
from kassay_generators.oracles.interface import ApiError, Context, Remembered, with_arguments

Array = np.ndarray
Oracle = Callable[..., Any]
# From the target, the logarithms of all classes and the axis of the classes: the losses.
Pick = Callable[[Array, Array, int], Array]
# From the output, the axis of the classes and epsilon: the logarithms of all classes.
Logarithms = Callable[[Array, int, float], Array]


def class_axis(axis: int, rank: int) -> int:
    """The axis counted from the start; -1 is the only negative number allowed."""
    if axis != -1 and not 0 <= axis < rank:
        raise ApiError("value")
    return axis % rank


@functools.cache
def _complement(epsilon: float) -> Number:
    return Number.of(1) - epsilon


def limited(p: Number, epsilon: float) -> Number:
    """Limits p to [epsilon, 1 - epsilon]. The upper limit includes the rounding of its subtraction."""
    upper = _complement(epsilon)
    if p.is_nan:
        return p
    if p > upper:
        reached = 0.0 if p.special is not None else p.magnitude
        return Number(upper.real, max(reached, upper.magnitude))
    return maximum(p, epsilon)


def normalized(output: Array, axis: int) -> Array:
    return np.asarray(output / total(output, axis, keepdims=True), dtype=object)


def _log_probabilities(output: Array, axis: int, epsilon: float) -> Array:
    """The logarithms of normalised and then limited probabilities."""
    return elementwise(lambda p: log(limited(p, epsilon)), normalized(output, axis))


def _log_softmax(logits: Array, axis: int) -> Array:
    """NaN throughout a slice that holds NaN."""
    nan = elementwise(lambda n: n.is_nan, logits).astype(bool).any(axis=axis, keepdims=True)
    cleaned = elementwise(select, nan, Number.of(0), logits)
    return elementwise(select, nan, NAN, cleaned - log_sum_exp(cleaned, axis))


def losses_by(pick: Pick) -> Oracle:
    def losses(
        target: Array, output: Array, from_logits: bool, axis: int, context: Context
    ) -> Array:
        along = class_axis(axis, output.ndim)
        logarithms = (
            _log_softmax(output, along)
            if from_logits
            else _log_probabilities(output, along, context.epsilon)
        )
        return pick(target, logarithms, along)

    return losses


def oracle_by(pick: Pick) -> Remembered:
    return Remembered(losses_by(pick))


def confirmed_logarithms(output: Array, from_logits: bool, axis: int, epsilon: float) -> Array:
    """In float64, for the confirmation of an oracle."""
    if from_logits:
        shifted = output - output.max(axis=axis, keepdims=True)
        return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)))
    return np.asarray(
        np.log(np.clip(output / output.sum(axis=axis, keepdims=True), epsilon, 1 - epsilon))
    )


# -- readings --------------------------------------------------------------------------------------------------------------


def readings_by(oracle: Oracle, pick: Pick) -> dict[str, Oracle]:
    """The readings that both share."""

    def logits_clipped(
        target: Array, output: Array, from_logits: bool, axis: int, context: Context
    ) -> Any:
        if not from_logits:
            return oracle(target, output, from_logits, axis, context)
        along = class_axis(axis, output.ndim)
        epsilon = _held(context.epsilon, context.dtype)
        logarithms = _log_softmax(output, along)
        return pick(target, elementwise(lambda n: log(limited(exp(n), epsilon)), logarithms), along)

    def logits_not_shifted(
        target: Array, output: Array, from_logits: bool, axis: int, context: Context
    ) -> Any:
        right = oracle(target, output, from_logits, axis, context)
        if not from_logits:
            return right
        overflows = elementwise(lambda n: exp_overflows(n, context.dtype), output).astype(bool)
        return elementwise(select, overflows.any(axis=class_axis(axis, output.ndim)), NAN, right)

    not_clipped = of_probabilities(oracle, pick, lambda p, axis, _: _log_each(normalized(p, axis)))
    return {
        # The logarithm of a softmax is exact here, so undoing the softmax means not limiting the probability.
        "softmax-undone": not_clipped,
        "first-epsilon": with_arguments(
            oracle, context=lambda a: replace(a["context"], epsilon=1e-7)
        ),
        "counted-from-end": with_arguments(
            oracle, axis=lambda a: _from_start(a["axis"], a["output"].ndim)
        ),
        "not-normalized": of_probabilities(
            oracle, pick, lambda p, axis, epsilon: _log_each(limited_each(p, epsilon))
        ),
        "logits-clipped": logits_clipped,
        "not-clipped": not_clipped,
        "logits-not-shifted": logits_not_shifted,
        "axis-ignored": with_arguments(oracle, axis=lambda a: -1),
        "mean-over-slices": lambda target, output, from_logits, axis, context: _mean_of_all(
            oracle(target, output, from_logits, axis, context)
        ),
        "logits-ignored": with_arguments(oracle, from_logits=lambda a: False),
        "logits-inverted": with_arguments(oracle, from_logits=lambda a: not a["from_logits"]),
    }


def of_probabilities(oracle: Oracle, pick: Pick, logarithms: Logarithms) -> Oracle:
    """The reading with other logarithms of an output of probabilities."""

    def reading(
        target: Array, output: Array, from_logits: bool, axis: int, context: Context
    ) -> Any:
        if from_logits:
            return oracle(target, output, from_logits, axis, context)
        along = class_axis(axis, output.ndim)
        return pick(target, logarithms(output, along, context.epsilon), along)

    return reading


def _log_each(p: Array) -> Array:
    return elementwise(log, p)


def limited_each(p: Array, epsilon: float) -> Array:
    return elementwise(lambda n: limited(n, epsilon), p)


def _held(epsilon: float, dtype: str) -> float:
    """epsilon as the dtype holds it: in float16 it is a subnormal number, and 19 % larger."""
    return float(np.array(epsilon, dtype=dtype))


def _from_start(axis: int, rank: int) -> int:
    return axis % rank if -rank <= axis < 0 else axis


def _mean_of_all(losses: Array) -> Array:
    """NaN for none."""
    return elementwise(lambda n: n / Number.of(losses.size), total(losses))
