"""Oracle for ctc_batch_cost: it follows every alignment of every label."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields, replace

import numpy as np

from kassay_generators.numbers import dtypes
from kassay_generators.numbers.elementary import exp, log
from kassay_generators.numbers.number import INFINITY, ZERO, Number
from kassay_generators.numbers.recording import stop_gradient
from kassay_generators.oracles.arrays import elementwise, total
from kassay_generators.oracles.interface import ApiError, Context
from ops.ctc.alignment import (
    Label,
    Loss,
    alignments,
    collapsed,
    forward,
    softmax,
    total_of_alignments,
    used_labels,
    with_epsilon,
)

Array = np.ndarray
_COMMON_LOGARITHM = math.log(10)
_SMOOTHING = 1e-4


oracle = Loss(total=total_of_alignments)
_loss = Loss()  # the same, faster


def confirmation(
    y_true: Array, y_pred: Array, input_length: Array, label_length: Array, context: Context
) -> Array:
    """The forward recursion over the label with blanks around each of its elements."""
    q = y_pred + context.epsilon
    q = q / q.sum(axis=2, keepdims=True)
    blank = y_pred.shape[2] - 1
    costs = []
    for row, frames, length, size in zip(
        y_true, q, input_length[:, 0], label_length[:, 0], strict=True
    ):
        label = row[: int(size)].astype(int)
        extended = np.full(2 * len(label) + 1, blank)
        extended[1::2] = label
        leaps = np.zeros(len(extended), dtype=bool)
        leaps[3::2] = label[1:] != label[:-1]
        alpha = np.zeros(len(extended))
        alpha[0] = 1.0  # before the first frame, as if in the first blank
        for number, frame in enumerate(frames[: int(length)]):
            moved = alpha + np.concatenate([[0.0], alpha[:-1]])
            if number > 0:
                moved = moved + np.where(leaps, np.concatenate([[0.0, 0.0], alpha])[:-2], 0.0)
            alpha = moved * frame[extended]
        costs.append(-np.log(alpha[-2:].sum() if length else float(len(label) == 0)))
    return np.array(costs).reshape(-1, 1)


def _unchanged(y: Array, context: Context) -> Array:
    return y


def _changed(change: Callable[[Array], Array]) -> Callable[..., Array]:
    """A reading that changes the costs of the samples."""

    def answer(
        y_true: Array, y_pred: Array, input_length: Array, label_length: Array, context: Context
    ) -> Array:
        return change(_loss(y_true, y_pred, input_length, label_length, context))

    return answer


def _refusing(is_refused: Callable[[Array, Array, Array, Array], bool]) -> Callable[..., Array]:
    def answer(
        y_true: Array, y_pred: Array, input_length: Array, label_length: Array, context: Context
    ) -> Array:
        if is_refused(y_true, y_pred, input_length, label_length):
            raise ApiError("any")
        return _loss(y_true, y_pred, input_length, label_length, context)

    return answer


def _impossible(y_true: Array, y_pred: Array, input_length: Array, label_length: Array) -> bool:
    for row, length, size in zip(y_true, input_length[:, 0], label_length[:, 0], strict=True):
        label = [int(n) for n in row[: int(size)]]
        repeats = sum(a == b for a, b in zip(label, label[1:], strict=False))
        if int(length) < len(label) + repeats:
            return True
    return False


def _until_blank(row: Array, length: int, classes: int) -> list[int]:
    label = [int(n) for n in row[:length]]
    while label and label[-1] == classes - 1:
        label.pop()
    return used_labels(np.array(label, dtype=object), len(label), classes)


def _as_logits(y: Array, context: Context) -> Array:
    """The same probabilities, with their derivatives by logits."""
    logits = elementwise(
        lambda n: log(stop_gradient(n) + context.epsilon) + (n - stop_gradient(n)), y
    )
    return softmax(logits)


def _best(q: Array, label: Label, blank: int) -> Number:
    """Compares floats, because several may be equal."""
    return max(alignments(q, label, blank), key=lambda p: float(stop_gradient(p)), default=ZERO)


def _blank_first(q: Array, label: Label, blank: int) -> Number:
    return forward(q, label, 0)


def _blank_before(q: Array, label: Label, blank: int) -> Number:
    return forward(q, [n + 1 for n in label], 0)


def _underflowing(p: Number, frames: int, label: Label, context: Context) -> Number:
    if not p.is_zero and p.sizes[1] < dtypes.FORMATS[context.dtypes["y_pred"]].min_subnormal / 2:
        return INFINITY
    return -log(p)


def _per_label(p: Number, frames: int, label: Label, context: Context) -> Number:
    return -log(p) / max(len(label), 1)


def _first_epsilon(
    y_true: Array, y_pred: Array, input_length: Array, label_length: Array, context: Context
) -> Array:
    first = replace(context, epsilon=1e-7)
    return _loss(y_true, y_pred, input_length, label_length, first)


def over(upper: Callable[..., Array], lower: Callable[..., Array]) -> Callable[..., Array] | None:
    """The parts of both, and those of the upper one where both have another."""
    if not isinstance(upper, Loss) or not isinstance(lower, Loss):
        return None
    changed = {f.name: getattr(upper, f.name) for f in fields(Loss)}
    return replace(lower, **{n: part for n, part in changed.items() if part != getattr(_loss, n)})


ONLY_WITH = {"gradient-of-logits": ("gradients",), "first-epsilon": ("set_epsilon",)}
READINGS = {
    "no-epsilon": Loss(smoothed=_unchanged),
    "not-normalized": Loss(scaled=lambda y: y),
    "impossible-refused": _refusing(_impossible),
    "empty-label-refused": _refusing(lambda t, y, n, size: any(int(s) == 0 for s in size.flat)),
    "long-label-refused": _refusing(lambda t, y, n, size: any(s > t.shape[1] for s in size.flat)),
    "blank-ends-label": Loss(label=_until_blank),
    "blank-first": Loss(total=_blank_first),
    "blank-before-labels": Loss(total=_blank_before),
    "label-merged": Loss(
        label=lambda row, size, classes: list(collapsed(used_labels(row, size, classes), classes))
    ),
    "repeats-kept": Loss(total=lambda q, label, blank: forward(q, label, blank, merges=False)),
    "blanks-dropped-first": Loss(
        total=lambda q, label, blank: forward(q, label, blank, separates=False)
    ),
    "best-alignment": Loss(total=_best),
    "per-frame": Loss(cost=lambda p, frames, label, context: -log(p) / max(frames, 1)),
    "per-label": Loss(cost=_per_label),
    "probability": Loss(cost=lambda p, frames, label, context: p),
    "log-probability": Loss(cost=lambda p, frames, label, context: log(p)),
    "common-logarithm": Loss(cost=lambda p, frames, label, context: -(log(p) / _COMMON_LOGARITHM)),
    "epsilon-of-total": Loss(
        smoothed=_unchanged,
        cost=lambda p, frames, label, context: -log(p + context.epsilon),
    ),
    "underflowing": Loss(cost=_underflowing),
    "summed": _changed(total),
    "flat": _changed(lambda costs: costs.reshape(-1)),
    "row": _changed(lambda costs: costs.reshape(1, -1)),
    "input-length-ignored": Loss(frames=lambda q, length: q),
    "last-frames": Loss(frames=lambda q, length: q[len(q) - length :]),
    "label-length-ignored": Loss(
        label=lambda row, size, classes: used_labels(row, len(row), classes)
    ),
    "logits": Loss(smoothed=_unchanged, scaled=softmax),
    "exponentials": Loss(smoothed=_unchanged, scaled=lambda y: elementwise(exp, y)),
    "smoothed": Loss(smoothed=lambda y, context: with_epsilon(y, _SMOOTHING)),
    "first-epsilon": _first_epsilon,
    "gradient-of-logits": Loss(smoothed=_as_logits, scaled=lambda y: y),
}
