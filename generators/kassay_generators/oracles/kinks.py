"""Derivatives by convention at kinks: the conventions of the specification, and others that it accepts or rejects.

A convention turns an oracle into another one with the same values, but linear within a tiny distance of a kink, with the slope
of the convention. So the tape and the differences see the same slope.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from flint import arb, fmpq

from kassay_generators.numbers.elementary import maximum, minimum, power, sqrt
from kassay_generators.numbers.number import NAN, ONE, ZERO, Number
from kassay_generators.numbers.recording import stop_gradient, with_partials
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.interface import Context, call
from kassay_generators.oracles.operands import each_pair
from kassay_generators.oracles.reductions import reduce_slices

Oracle = Callable[..., Any]
Convention = Callable[[Oracle], Oracle]
Conventions = Mapping[str, Convention]
# Which of several equal numbers counts, with its share of the derivative.
Share = Callable[[Sequence[Number]], Number]
# The slope at each kink, given the arguments other than x.
Slopes = Callable[..., list[tuple[Any, Number]]]

_NEAR = Number(fmpq(1, 2**90), exact=True)
_HALF = Number(fmpq(1, 2), exact=True)
_INFINITE = power(2, 4000)  # beyond every dtype


def is_near(x: Number, y: Number) -> bool:
    return x.special is None and y.special is None and abs(x - y) <= _NEAR


def _with_slope(x: Number, point: Number, value: Number, slope: Number) -> Number:
    """value + slope * (x - point); only the tape sees a slope that is NaN or a ball."""
    if slope.is_nan or isinstance(slope.real, arb):
        return with_partials(lambda x, result: slope)(lambda x: value)(x)
    return (x - point) * slope + value


def slopes_at(slopes: Slopes) -> Convention:
    """A convention for an element-wise function of x."""

    def convention(base: Oracle) -> Oracle:
        def oracle(x: np.ndarray, context: Context, **rest: Any) -> np.ndarray:
            kinks = [(Number.of(point), slope) for point, slope in slopes(**rest)]

            def plain(n: Number) -> Number:
                element = np.array(n, dtype=object)
                return call(base, {"x": element, **rest}, context)[()]  # type: ignore[no-any-return]

            def element(n: Number) -> Number:
                for point, slope in kinks:
                    if is_near(stop_gradient(n), point):
                        return _with_slope(n, point, plain(point), slope)
                return plain(n)

            return elementwise(element, x)

        return oracle

    return convention


def at_zero(slope: Number) -> Convention:
    return slopes_at(lambda **rest: [(0, slope)])


def relu_slope(slope: Number) -> Convention:
    """Without slope or threshold: the corners at 0 and at max_value."""

    def slopes(
        alpha: float, max_value: float | None, threshold: float = 0.0
    ) -> list[tuple[Any, Number]]:
        if alpha != 0 or threshold != 0:
            return []
        return [(point, slope) for point in (0, max_value) if point is not None]

    return slopes_at(slopes)


def elu_slope(slope: Number | None = None) -> Convention:
    """alpha, if no slope is given."""
    return slopes_at(lambda alpha: [(0, Number.of(alpha) if slope is None else slope)])


def clip_slope(slope: Number) -> Convention:
    def slopes(min_value: Any, max_value: Any) -> list[tuple[Any, Number]]:
        bounds = [b for b in (min_value, max_value) if isinstance(b, int | float)]
        if bounds != sorted(bounds):
            return []  # crossed: a constant
        return [(bound, slope) for bound in bounds]

    return slopes_at(slopes)


def equally(numbers: Sequence[Number]) -> Number:
    return sum(numbers, ZERO) / len(numbers)


def to_each(numbers: Sequence[Number]) -> Number:
    """The whole derivative for every one."""
    return sum((n - stop_gradient(n) for n in numbers[1:]), numbers[0])


def to_none(numbers: Sequence[Number]) -> Number:
    return stop_gradient(numbers[0])  # type: ignore[no-any-return]


def _extreme(numbers: Sequence[Number], share: Share, *, larger: bool) -> Number | None:
    """None if one of the numbers is special, or without numbers."""
    constants = [stop_gradient(n) for n in numbers]
    if not constants or any(n.special is not None for n in constants):
        return None
    best = constants[0]
    for constant in constants:
        best = (maximum if larger else minimum)(best, constant)
    equal = [n for n, c in zip(numbers, constants, strict=True) if is_near(c, best)]
    return equal[0] if len(equal) == 1 else share(equal)


def ties(share: Share, *, larger: bool) -> Convention:
    """A convention for max and min."""

    def convention(base: Oracle) -> Oracle:
        def oracle(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
            def of_slice(numbers: list[Number]) -> Number:
                found = _extreme(numbers, share, larger=larger)
                return _of_slice(base, numbers, context) if found is None else found

            return reduce_slices(of_slice, x, axis, keepdims)

        return oracle

    return convention


def equals(share: Share, *, larger: bool) -> Convention:
    """A convention for maximum and minimum."""
    extreme = maximum if larger else minimum

    def of_pair(x: Number, y: Number) -> Number:
        found = _extreme([x, y], share, larger=larger)
        return extreme(x, y) if found is None else found

    return lambda base: each_pair(of_pair)


def flat_std(slope: Number) -> Convention:
    """A convention for slices whose elements are all equal."""

    def convention(base: Oracle) -> Oracle:
        def oracle(x: np.ndarray, axis: Any, keepdims: bool, context: Context) -> np.ndarray:
            def of_slice(numbers: list[Number]) -> Number:
                constants = [stop_gradient(n) for n in numbers]
                if not constants or not all(is_near(c, constants[0]) for c in constants):
                    return _of_slice(base, numbers, context)
                return with_slopes(numbers, ZERO, [slope] * len(numbers))

            return reduce_slices(of_slice, x, axis, keepdims)

        return oracle

    return convention


def zero_slices(slope: Number) -> Convention:
    """A convention for l2_normalize: slices of zeros have the derivative of slope * x."""

    def convention(base: Oracle) -> Oracle:
        def oracle(x: np.ndarray, axis: int | None, context: Context) -> np.ndarray:
            constants = elementwise(stop_gradient, x)
            near = elementwise(lambda c: is_near(c, ZERO), constants).astype(bool)
            flat = np.broadcast_to(near.all(axis=axis, keepdims=True), x.shape)
            elsewhere = np.where(flat, constants, x)
            return elementwise(
                lambda n, value, is_flat: _with_slope(n, ZERO, ZERO, slope) if is_flat else value,
                x,
                call(base, {"x": elsewhere, "axis": axis}, context),
                flat,
            )

        return oracle

    return convention


def _of_slice(base: Oracle, numbers: list[Number], context: Context) -> Number:
    elements = np.empty(len(numbers), dtype=object)
    elements[:] = numbers
    arguments = {"x": elements, "axis": None, "keepdims": False}
    return call(base, arguments, context)[()]  # type: ignore[no-any-return]


def with_slopes(numbers: Sequence[Number], value: Number, slopes: Sequence[Number]) -> Number:
    """A value with a given derivative by each of the numbers, for the tape."""
    partials = [lambda *_, slope=slope: slope for slope in slopes]
    return with_partials(*partials)(lambda *_: value)(*numbers)  # type: ignore[no-any-return]


def _by_quotient(numbers: Sequence[Number]) -> Number:
    constants = [stop_gradient(n) for n in numbers]
    product = ONE
    for constant in constants:
        product = product * constant
    return with_slopes(numbers, product, [product / constant for constant in constants])


def prod_by_quotient(base: Oracle) -> Oracle:
    return lambda x, axis, keepdims: reduce_slices(_by_quotient, x, axis, keepdims)


def cumprod_by_quotient(base: Oracle) -> Oracle:
    """Of a tensor of rank 1."""

    def oracle(x: np.ndarray, axis: int) -> np.ndarray:
        result = np.empty(x.shape, dtype=object)
        for end in range(len(x)):
            result[end] = _by_quotient(list(x[: end + 1]))
        return result

    return oracle


def power_by_logarithm(base: Oracle) -> Oracle:
    """NaN at 0, like 0 times the infinite derivative of the logarithm; of numbers as exponents."""
    with_number = slopes_at(lambda a: [(0, NAN)])(base)

    def oracle(x: np.ndarray, a: Any, context: Context) -> Any:
        chosen = base if isinstance(a, np.ndarray) else with_number
        return call(chosen, {"x": x, "a": a}, context)

    return oracle


def straight_through(base: Oracle) -> Oracle:
    """The derivative of the identity."""

    def oracle(x: np.ndarray) -> np.ndarray:
        constants = elementwise(stop_gradient, x)
        return elementwise(
            lambda n, c, value: (n - c) + value, x, constants, call(base, {"x": constants}, _NONE)
        )

    return oracle


def last_index(base: Oracle) -> Oracle:
    """Only the last time that an entry is gathered counts."""

    def oracle(reference: np.ndarray, indices: np.ndarray, context: Context) -> np.ndarray:
        result = call(base, {"reference": reference, "indices": indices}, context)
        places = list(np.ndindex(indices.shape))
        for number, at in enumerate(places):
            if any(int(indices[later]) == int(indices[at]) for later in places[number + 1 :]):
                result[at] = elementwise(stop_gradient, result[at])[()]
        return result  # type: ignore[no-any-return]

    return oracle


_NONE = Context("ko", "float32")  # for oracles that take none

NORMATIVE: Conventions = {
    "abs": at_zero(ZERO),
    "relu": relu_slope(ZERO),
    "elu": elu_slope(),
    "max": ties(equally, larger=True),
    "min": ties(equally, larger=False),
    "maximum": equals(equally, larger=True),
    "minimum": equals(equally, larger=False),
    "clip": clip_slope(ONE),
    "sqrt": at_zero(_INFINITE),
    "std": flat_std(ZERO),
    "l2_normalize": zero_slices(ZERO),
    "softsign": at_zero(ONE),
}


def _with_ties(share: Share) -> Conventions:
    return {**NORMATIVE, "max": ties(share, larger=True), "min": ties(share, larger=False)}


def _with_equals(share: Share) -> Conventions:
    return {
        **NORMATIVE,
        "maximum": equals(share, larger=True),
        "minimum": equals(share, larger=False),
    }


# By id of the reading of `gradients`.
OTHERS: dict[str, Conventions] = {
    "abs-from-above": {**NORMATIVE, "abs": at_zero(ONE)},
    "abs-from-below": {**NORMATIVE, "abs": at_zero(-ONE)},
    "abs-quotient": {**NORMATIVE, "abs": at_zero(NAN)},
    "relu-from-above": {**NORMATIVE, "relu": relu_slope(ONE)},
    "relu-half": {**NORMATIVE, "relu": relu_slope(_HALF)},
    "elu-from-above": {**NORMATIVE, "elu": elu_slope(ONE)},
    "ties-each": _with_ties(to_each),
    "ties-first": _with_ties(lambda numbers: numbers[0]),
    "ties-last": _with_ties(lambda numbers: numbers[-1]),
    "ties-none": _with_ties(to_none),
    "equals-first": _with_equals(lambda numbers: numbers[0]),
    "equals-second": _with_equals(lambda numbers: numbers[-1]),
    "equals-both": _with_equals(to_each),
    "equals-none": _with_equals(to_none),
    "clip-zero": {**NORMATIVE, "clip": clip_slope(ZERO)},
    "clip-half": {**NORMATIVE, "clip": clip_slope(_HALF)},
    "sqrt-zero": {**NORMATIVE, "sqrt": at_zero(ZERO)},
    "sqrt-nan": {**NORMATIVE, "sqrt": at_zero(NAN)},
    "std-nan": {**NORMATIVE, "std": flat_std(NAN)},
    "zeros-divided-by-zero": {**NORMATIVE, "l2_normalize": zero_slices(NAN)},
    "zeros-divided-by-one": {**NORMATIVE, "l2_normalize": zero_slices(ONE)},
    "squares-limited-to-1e-7": {**NORMATIVE, "l2_normalize": zero_slices(sqrt(power(10, 7)))},
    "squares-limited-to-1e-12": {**NORMATIVE, "l2_normalize": zero_slices(power(10, 6))},
    "norm-limited-to-1e-12": {**NORMATIVE, "l2_normalize": zero_slices(power(10, 12))},
    "straight-through": {**NORMATIVE, "round": straight_through, "sign": straight_through},
    "by-quotient": {**NORMATIVE, "prod": prod_by_quotient, "cumprod": cumprod_by_quotient},
    "power-by-logarithm": {**NORMATIVE, "pow": power_by_logarithm},
    "softsign-masked": {**NORMATIVE, "softsign": at_zero(ZERO)},
    "last-index": {**NORMATIVE, "gather": last_index},
}


def _negative_root(base: Oracle) -> Oracle:
    """NaN below 0: the infinite slope of the root times the slope 0 of the clipping."""

    def element(n: Number) -> Number:
        constant = stop_gradient(n)
        if constant.special is None and constant < 0 and not is_near(constant, ZERO):
            return _with_slope(n, constant, ZERO, NAN)
        return at_zero(_INFINITE)(base)(np.array(n, dtype=object), _NONE)[()]  # type: ignore[no-any-return]

    return lambda x: elementwise(element, x)


OTHERS["negative-sqrt-nan"] = {**NORMATIVE, "sqrt": _negative_root}
