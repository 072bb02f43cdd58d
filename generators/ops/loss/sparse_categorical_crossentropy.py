"""Oracle for sparse_categorical_crossentropy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kassay_generators.numbers.elementary import exp, log, select
from kassay_generators.numbers.number import NAN
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.exponentials import exp_overflows
from kassay_generators.oracles.interface import ApiError, Context, Remembered
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


def _picked(target: Array, logarithms: Array, axis: int, first: int = 0) -> Array:
    """The negative logarithm of each slice's class; `first`: the number of the first class."""
    slices = np.moveaxis(logarithms, axis, -1)
    result = np.empty(slices.shape[:-1], dtype=object)
    if target.size != result.size:
        raise ApiError("value")
    for index, number in zip(np.ndindex(result.shape), target.ravel(), strict=True):
        result[index] = -slices[index][int(number) - first]
    return result


@Remembered
def oracle(target: Array, output: Array, from_logits: bool, axis: int, context: Context) -> Array:
    along = class_axis(axis, output.ndim)
    logarithms = (
        log_softmax(output, along)
        if from_logits
        else log_probabilities(output, along, context.epsilon)
    )
    return _picked(target, logarithms, along)


def confirmation(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    logarithms = np.moveaxis(
        confirmed_logarithms(output, from_logits, axis, context.epsilon), axis, -1
    )
    numbers = target.reshape(*logarithms.shape[:-1], 1)
    return np.asarray(-np.take_along_axis(logarithms, numbers, axis=-1)[..., 0])


def _clipped_first(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, axis, context)
    along = class_axis(axis, output.ndim)
    clipped = elementwise(lambda p: limited(p, context.epsilon), output)
    return _picked(target, elementwise(log, normalized(clipped, along)), along)


def _not_normalized(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, axis, context)
    logarithms = elementwise(lambda p: log(limited(p, context.epsilon)), output)
    return _picked(target, logarithms, class_axis(axis, output.ndim))


def _logits_clipped(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    if not from_logits:
        return oracle(target, output, from_logits, axis, context)
    along = class_axis(axis, output.ndim)
    epsilon = held(context.epsilon, context.dtype)
    clipped = elementwise(lambda n: log(limited(exp(n), epsilon)), log_softmax(output, along))
    return _picked(target, clipped, along)


def _not_clipped(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, axis, context)
    along = class_axis(axis, output.ndim)
    return _picked(target, elementwise(log, normalized(output, along)), along)


def _logits_not_shifted(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    right = oracle(target, output, from_logits, axis, context)
    if not from_logits:
        return right
    overflows = elementwise(lambda n: exp_overflows(n, context.dtype), output).astype(bool)
    return elementwise(select, overflows.any(axis=class_axis(axis, output.ndim)), NAN, right)


def _counted_from_one(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    along = class_axis(axis, output.ndim)
    logarithms = (
        log_softmax(output, along)
        if from_logits
        else log_probabilities(output, along, context.epsilon)
    )
    return _picked(target, logarithms, along, first=1)


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
    "clipped-first": _clipped_first,
    "not-normalized": _not_normalized,
    "logits-clipped": _logits_clipped,
    "not-clipped": _not_clipped,
    "logits-not-shifted": _logits_not_shifted,
    "counted-from-one": _counted_from_one,
    "axis-ignored": lambda target, output, from_logits, axis, context: oracle(
        target, output, from_logits, -1, context
    ),
    "target-order": lambda target, output, from_logits, axis, context: oracle(
        target.ravel(order="F"), output, from_logits, axis, context
    ),
    "shape-of-target": lambda target, output, from_logits, axis, context: oracle(
        target, output, from_logits, axis, context
    ).reshape(target.shape),
    "mean-over-slices": lambda target, output, from_logits, axis, context: mean_of_all(
        oracle(target, output, from_logits, axis, context)
    ),
    "logits-ignored": lambda target, output, from_logits, axis, context: oracle(
        target, output, False, axis, context
    ),
    "logits-inverted": lambda target, output, from_logits, axis, context: oracle(
        target, output, not from_logits, axis, context
    ),
    "sign-flipped": lambda target, output, from_logits, axis, context: -oracle(
        target, output, from_logits, axis, context
    ),
}
