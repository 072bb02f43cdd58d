"""Oracle for categorical_crossentropy."""

from __future__ import annotations

import operator

import numpy as np

from kassay_generators.numbers.elementary import log
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.interface import Context, with_arguments
from ops.loss.crossentropy import (
    class_axis,
    confirmed_logarithms,
    limited,
    normalized,
    oracle_by,
    readings_by,
)

Array = np.ndarray


def _weighted(target: Array, logarithms: Array, axis: int) -> Array:
    """The negative sum over the classes."""
    return np.asarray(-total(elementwise(operator.mul, target, logarithms), axis), dtype=object)


oracle = oracle_by(_weighted)


def confirmation(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    logarithms = confirmed_logarithms(output, from_logits, axis, context.epsilon)
    return np.asarray(-(target * logarithms).sum(axis=axis))


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
    losses: Array = oracle(target, output, from_logits, axis, context)
    if from_logits:
        return losses
    along = class_axis(axis, output.ndim)
    others = elementwise(lambda p: log(1 - limited(p, context.epsilon)), normalized(output, along))
    return np.asarray(losses + _weighted(1 - target, others, along), dtype=object)


ONLY_WITH = {"softmax-undone": ["softmax"]}
READINGS = {
    **readings_by(oracle, _weighted),
    "axis-ignored-with-logits": _axis_ignored_with_logits,
    "axis-kept": _axis_kept,
    "mean-over-classes": _mean_over_classes,
    "arguments-swapped": with_arguments(
        oracle, target=lambda a: a["output"], output=lambda a: a["target"]
    ),
    "binary": _binary,
}
