"""Oracle for categorical_crossentropy."""

from __future__ import annotations

import operator
from dataclasses import replace

import numpy as np

from kassay_generators.numbers.elementary import exp, log, select
from kassay_generators.numbers.number import NAN
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.exponentials import exp_overflows
from kassay_generators.oracles.interface import Context, Remembered
from ops.loss.crossentropy import (
    class_axis,
    confirmed_logarithms,
    held,
    limited,
    log_probabilities,
    log_softmax,
    mean_of_all,
    normalized,
)

Array = np.ndarray


def _weighted(target: Array, logarithms: Array, axis: int) -> Array:
    """The negative sum over the classes."""
    return np.asarray(-total(elementwise(operator.mul, target, logarithms), axis), dtype=object)


@Remembered
def oracle(target: Array, output: Array, from_logits: bool, axis: int, context: Context) -> Array:
    along = class_axis(axis, output.ndim)
    logarithms = (
        log_softmax(output, along)
        if from_logits
        else log_probabilities(output, along, context.epsilon)
    )
    return _weighted(target, logarithms, along)


def confirmation(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    logarithms = confirmed_logarithms(output, from_logits, axis, context.epsilon)
    return np.asarray(-(target * logarithms).sum(axis=axis))


def _not_normalized(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, axis, context)
    logarithms = elementwise(lambda p: log(limited(p, context.epsilon)), output)
    return _weighted(target, logarithms, class_axis(axis, output.ndim))


def _not_clipped(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, axis, context)
    along = class_axis(axis, output.ndim)
    return _weighted(target, elementwise(log, normalized(output, along)), along)


def _logits_clipped(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    if not from_logits:
        return oracle(target, output, from_logits, axis, context)
    along = class_axis(axis, output.ndim)
    epsilon = held(context.epsilon, context.dtype)
    clipped = elementwise(lambda n: log(limited(exp(n), epsilon)), log_softmax(output, along))
    return _weighted(target, clipped, along)


def _logits_not_shifted(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    right = oracle(target, output, from_logits, axis, context)
    if not from_logits:
        return right
    overflows = elementwise(lambda n: exp_overflows(n, context.dtype), output).astype(bool)
    return elementwise(select, overflows.any(axis=class_axis(axis, output.ndim)), NAN, right)


def _axis_ignored_with_logits(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    class_axis(axis, output.ndim)
    return oracle(target, output, from_logits, -1 if from_logits else axis, context)


def _axis_kept(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    return np.expand_dims(
        oracle(target, output, from_logits, axis, context), class_axis(axis, output.ndim)
    )


def _mean_over_classes(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    losses = oracle(target, output, from_logits, axis, context)
    return elementwise(lambda n: n / output.shape[axis], losses)


def _binary(target: Array, output: Array, from_logits: bool, axis: int, context: Context) -> Array:
    losses = oracle(target, output, from_logits, axis, context)
    if from_logits:
        return losses
    along = class_axis(axis, output.ndim)
    others = elementwise(lambda p: log(1 - limited(p, context.epsilon)), normalized(output, along))
    return np.asarray(losses + _weighted(1 - target, others, along), dtype=object)


def _counted_from_end(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    along = axis % output.ndim if -output.ndim <= axis < 0 else axis
    return oracle(target, output, from_logits, along, context)


ONLY_WITH = {"softmax-undone": ["softmax"]}
READINGS = {
    # The logarithm of a softmax is exact here, so undoing the softmax means not limiting the probability.
    "softmax-undone": _not_clipped,
    "first-epsilon": lambda target, output, from_logits, axis, context: oracle(
        target, output, from_logits, axis, replace(context, epsilon=1e-7)
    ),
    "counted-from-end": _counted_from_end,
    "not-normalized": _not_normalized,
    "logits-clipped": _logits_clipped,
    "not-clipped": _not_clipped,
    "logits-not-shifted": _logits_not_shifted,
    "axis-ignored": lambda target, output, from_logits, axis, context: oracle(
        target, output, from_logits, -1, context
    ),
    "axis-ignored-with-logits": _axis_ignored_with_logits,
    "axis-kept": _axis_kept,
    "mean-over-slices": lambda target, output, from_logits, axis, context: mean_of_all(
        oracle(target, output, from_logits, axis, context)
    ),
    "mean-over-classes": _mean_over_classes,
    "arguments-swapped": lambda target, output, from_logits, axis, context: oracle(
        output, target, from_logits, axis, context
    ),
    "logits-ignored": lambda target, output, from_logits, axis, context: oracle(
        target, output, False, axis, context
    ),
    "logits-inverted": lambda target, output, from_logits, axis, context: oracle(
        target, output, not from_logits, axis, context
    ),
    "binary": _binary,
}
