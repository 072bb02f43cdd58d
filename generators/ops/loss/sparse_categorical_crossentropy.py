"""Oracle for sparse_categorical_crossentropy."""

from __future__ import annotations

import functools

import numpy as np

from kassay_generators.numbers.elementary import log
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import ApiError, Context, with_arguments
from ops.loss.crossentropy import (
    confirmed_logarithms,
    limited_each,
    losses_by,
    normalized,
    of_probabilities,
    oracle_by,
    readings_by,
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


oracle = oracle_by(_picked)


def confirmation(
    target: Array, output: Array, from_logits: bool, axis: int, context: Context
) -> Array:
    logarithms = np.moveaxis(
        confirmed_logarithms(output, from_logits, axis, context.epsilon), axis, -1
    )
    numbers = target.reshape(*logarithms.shape[:-1], 1)
    return np.asarray(-np.take_along_axis(logarithms, numbers, axis=-1)[..., 0])


def _clipped_first(output: Array, axis: int, epsilon: float) -> Array:
    return elementwise(log, normalized(limited_each(output, epsilon), axis))


ONLY_WITH = {"softmax-undone": ["softmax"]}
READINGS = {
    **readings_by(oracle, _picked),
    "clipped-first": of_probabilities(oracle, _picked, _clipped_first),
    "counted-from-one": losses_by(functools.partial(_picked, first=1)),
    "target-order": with_arguments(oracle, target=lambda a: a["target"].ravel(order="F")),
    "shape-of-target": lambda target, output, from_logits, axis, context: oracle(
        target, output, from_logits, axis, context
    ).reshape(target.shape),
    "sign-flipped": lambda target, output, from_logits, axis, context: -oracle(
        target, output, from_logits, axis, context
    ),
}
