"""Oracle for binary_crossentropy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kassay_generators.numbers.dtypes import FORMATS
from kassay_generators.numbers.elementary import exp, log, log1p, maximum, tanh
from kassay_generators.numbers.number import INFINITY, NAN, ONE, ZERO, Number, reciprocal
from kassay_generators.numbers.recording import stop_gradient, with_partials
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.exponentials import difference
from kassay_generators.oracles.interface import ApiError, Context, Remembered, with_arguments

Array = np.ndarray
# Beyond this a sigmoid is 0 or 1 in every dtype.
_SATURATED = 800


@with_partials(lambda n, result: ONE)
def _rounded(n: Number) -> Number:
    """A probability with the rounding of a computation through the logit."""
    return n if n.special is not None else Number(n.real, max(n.magnitude, abs(float(n))))


@with_partials(lambda n, result: ONE, rounds=0)
def _rounded_once(n: Number) -> Number:
    """The same, with an error in proportion to the probability only."""
    return n if n.special is not None else Number(n.real, abs(float(n)))


def _limited(p: Number, epsilon: float) -> tuple[Number, Number]:
    """A probability and its complement."""
    upper = ONE - epsilon
    if p > upper:
        return upper, ONE - upper
    inner = maximum(p, epsilon)
    return _rounded(inner), difference(ONE, inner)


# By p through the logit: sigmoid minus target, which may cancel. This includes the complement, which depends on p.
@with_partials(
    lambda target, p, complement, result: log(complement) - log(p),
    lambda target, p, complement, result: (p - target) * reciprocal(p * complement),
    lambda target, p, complement, result: ZERO,
    rounds=6,
)
def _entropy(target: Number, p: Number, complement: Number) -> Number:
    return -(log(p) * target + log(complement) * difference(ONE, target))


def _softplus(n: Number) -> Number:
    return maximum(n, 0) + log1p(exp(-abs(n)))


# By target from the two logarithms of the definition, whose difference is the logit: this rounds more.
@with_partials(
    lambda target, logit, result: _softplus(logit) - _softplus(-logit),
    lambda target, logit, result: target,
    rounds=6,
)
def _weighted(target: Number, logit: Number) -> Number:
    return logit * target


def _loss_of_logit(target: Number, logit: Number) -> Number:
    if target.is_nan or logit.is_nan:
        return NAN
    # In this order the loss has the rounding errors of max(x, 0) - x * target, which has none for a target of 0 or 1.
    linear = maximum(logit, 0) - _weighted(target, logit)
    if stop_gradient(target) in (0, 1):
        linear = _rounded_once(linear)
    return linear + log1p(exp(-abs(logit)))


@Remembered
def oracle(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    if target.shape != output.shape:
        raise ApiError("any")
    if from_logits:
        return elementwise(_loss_of_logit, target, output)
    return elementwise(lambda t, p: _entropy(t, *_limited(p, context.epsilon)), target, output)


def confirmation(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    if from_logits:
        linear = np.maximum(output, 0) - output * target
        return np.asarray(linear + np.log1p(np.exp(-np.abs(output))))
    p = np.clip(output, context.epsilon, 1 - context.epsilon)
    return np.asarray(-(target * np.log(p) + (1 - target) * np.log1p(-p)))


def _epsilon_added(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, context)

    def loss(t: Number, p: Number) -> Number:
        inner, complement = _limited(p, context.epsilon)
        return _entropy(t, inner + context.epsilon, complement + context.epsilon)

    return elementwise(loss, target, output)


def _logits_clipped(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    if not from_logits:
        return oracle(target, output, from_logits, context)
    return oracle(target, elementwise(lambda n: tanh(n / 2) / 2 + 0.5, output), False, context)


def _not_clipped(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, context)
    return elementwise(lambda t, p: _entropy(t, p, difference(ONE, p)), target, output)


def _logits_not_stable(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    right = oracle(target, output, from_logits, context)
    if not from_logits:
        return right

    def saturated(t: Number, n: Number, r: Number) -> Number:
        if r.is_nan or abs(n) <= _SATURATED:
            return r
        return INFINITY * (ONE - t if n > 0 else t)

    return elementwise(saturated, target, output, right)


def _sum_rounded(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    right = oracle(target, output, from_logits, context)
    if not from_logits:
        return right
    step = FORMATS[context.dtype].roundoff * 2  # from 1 to the next number

    def loss(t: Number, n: Number, r: Number) -> Number:
        if r.special is not None:
            return r
        power = Number.of(round(float(exp(-abs(n))) / step) * step)
        return maximum(n, 0) - n * t + log(power + 1)

    return elementwise(loss, target, output, right)


def _mean_over_last_axis(
    target: Array, output: Array, from_logits: bool, context: Context
) -> Array:
    losses = oracle(target, output, from_logits, context)
    if losses.ndim == 0:
        return losses
    return elementwise(lambda n: n / Number.of(losses.shape[-1]), total(losses, -1))


def _first_term_only(target: Array, output: Array, from_logits: bool, context: Context) -> Array:
    if from_logits:
        return oracle(target, output, from_logits, context)
    return elementwise(lambda t, p: -(log(_limited(p, context.epsilon)[0]) * t), target, output)


ONLY_WITH = {"sigmoid-undone": ["sigmoid"]}
READINGS = {
    # The logarithm of a sigmoid is exact here, so undoing the sigmoid means not limiting the probability.
    "sigmoid-undone": _not_clipped,
    "first-epsilon": with_arguments(oracle, context=lambda a: replace(a["context"], epsilon=1e-7)),
    "epsilon-added": _epsilon_added,
    "logits-clipped": _logits_clipped,
    "not-clipped": _not_clipped,
    "logits-not-stable": _logits_not_stable,
    "sum-rounded": _sum_rounded,
    "mean-over-last-axis": _mean_over_last_axis,
    "summed": lambda target, output, from_logits, context: total(
        oracle(target, output, from_logits, context)
    ),
    "arguments-swapped": with_arguments(
        oracle, target=lambda a: a["output"], output=lambda a: a["target"]
    ),
    "first-term-only": _first_term_only,
    "logits-ignored": with_arguments(oracle, from_logits=lambda a: False),
    "logits-inverted": with_arguments(oracle, from_logits=lambda a: not a["from_logits"]),
}
