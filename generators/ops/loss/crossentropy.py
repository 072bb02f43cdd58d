"""Limited probabilities and the logarithms of all classes, for the cross-entropies."""

from __future__ import annotations

import functools

import numpy as np

from kassay_generators.numbers.elementary import log, maximum, select
from kassay_generators.numbers.number import NAN, Number
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.exponentials import log_sum_exp
from kassay_generators.oracles.interface import ApiError


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


def held(epsilon: float, dtype: str) -> float:
    """epsilon as the dtype holds it: in float16 it is a subnormal number, and 19 % larger."""
    return float(np.array(epsilon, dtype=dtype))


def normalized(output: np.ndarray, axis: int) -> np.ndarray:
    return np.asarray(output / total(output, axis, keepdims=True), dtype=object)


def log_probabilities(output: np.ndarray, axis: int, epsilon: float) -> np.ndarray:
    """The logarithms of normalised and then limited probabilities."""
    return elementwise(lambda p: log(limited(p, epsilon)), normalized(output, axis))


def log_softmax(logits: np.ndarray, axis: int) -> np.ndarray:
    """NaN throughout a slice that holds NaN."""
    nan = elementwise(lambda n: n.is_nan, logits).astype(bool).any(axis=axis, keepdims=True)
    cleaned = elementwise(select, nan, Number.of(0), logits)
    return elementwise(select, nan, NAN, cleaned - log_sum_exp(cleaned, axis))


def mean_of_all(losses: np.ndarray) -> np.ndarray:
    """NaN for none."""
    return elementwise(lambda n: n / Number.of(losses.size), total(losses))


def confirmed_logarithms(
    output: np.ndarray, from_logits: bool, axis: int, epsilon: float
) -> np.ndarray:
    """In float64, for the confirmation of an oracle."""
    if from_logits:
        shifted = output - output.max(axis=axis, keepdims=True)
        return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)))
    return np.asarray(
        np.log(np.clip(output / output.sum(axis=axis, keepdims=True), epsilon, 1 - epsilon))
    )
