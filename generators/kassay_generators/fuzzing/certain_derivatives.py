"""Derivatives, where they are certain. At a kink, where accepted readings of `gradients` differ, a slope is a ball around every
accepted slope; if one of these is infinite or NaN, it is not certain."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from flint import arb

from kassay_generators.machine.lazy import Evaluation, Lazy
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.derivative import Tape
from kassay_generators.numbers.number import ZERO, Number
from kassay_generators.numbers.precision import Uncertain
from kassay_generators.numbers.recording import Recorded, stop_gradient
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.kinks import (
    NORMATIVE,
    Conventions,
    Oracle,
    at_zero,
    clip_slope,
    elu_slope,
    equals,
    flat_std,
    is_near,
    relu_slope,
    ties,
    with_slopes,
    zero_slices,
)
from ops.graph.differentiation import derivative
from ops.graph.gradients import gradients_by


def _between(low: float, high: float) -> Number:
    return Number(arb(low).union(arb(high)), max(abs(low), abs(high)), exact=True)


_SHARE = _between(0, 1)


def _any_share(numbers: Sequence[Number]) -> Number:
    value = stop_gradient(numbers[0])
    return with_slopes(numbers, value, [_SHARE] * len(numbers))


def _elu(base: Oracle) -> Oracle:
    def oracle(x: np.ndarray, alpha: float, context: Context) -> np.ndarray:
        slope = _between(min(alpha, 1), max(alpha, 1))
        return elu_slope(slope)(base)(x=x, alpha=alpha, context=context)  # type: ignore[no-any-return]

    return oracle


def _sqrt(base: Oracle) -> Oracle:
    """Its derivative is uncertain at 0 and below."""

    def oracle(x: np.ndarray) -> Any:
        for n in x.flat:
            constant = stop_gradient(n)
            has_slope = constant.special is not None or (constant > 0 and not is_near(n, ZERO))
            if isinstance(n, Recorded) and not has_slope:
                raise Uncertain
        return base(x=x)

    return oracle


OPEN: Conventions = {
    **NORMATIVE,
    "abs": at_zero(_between(-1, 1)),
    "relu": relu_slope(_SHARE),
    "elu": _elu,
    "max": ties(_any_share, larger=True),
    "min": ties(_any_share, larger=False),
    "maximum": equals(_any_share, larger=True),
    "minimum": equals(_any_share, larger=False),
    "clip": clip_slope(_SHARE),
    "sqrt": _sqrt,
    "std": flat_std(Undecided(0.0)),
    "l2_normalize": zero_slices(Undecided(0.0)),
}


@dataclass
class _Certain(Tape):
    """A derivative is uncertain on a kink, and where an intermediate number, forward or backward, may overflow or become
    zero."""

    most: float = math.inf
    least: float = 0.0

    def on_kink(self, why: str) -> None:
        raise Uncertain

    def _meet(self, number: Number) -> None:
        super()._meet(number)
        if self.largest > self.most or self.smallest < self.least:
            raise Uncertain


def gradients_for(conventions: Conventions) -> Callable[..., list[Lazy | None]]:
    """The oracle of `gradients`, whose result is undecided where it is not certain."""

    def derive(evaluation: Evaluation, loss: Any, variable: Any) -> Tensor:
        if evaluation.is_trial:
            return derivative(evaluation, loss, variable)
        value = evaluation.value(variable)
        form = dtypes.FORMATS[value.dtype]
        make_tape = partial(_Certain, most=form.max, least=form.min_normal)
        try:
            return derivative(evaluation, loss, variable, conventions, make_tape)
        except Uncertain:
            undecided = np.empty(value.shape, dtype=object)
            undecided.fill(Undecided(0.0))
            return Tensor(undecided, value.dtype)

    return gradients_by(derive)
