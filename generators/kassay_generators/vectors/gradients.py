"""Golden gradients: which cases have one, how it is computed, and how it is confirmed.

The loss of a case is the sum over its outputs of sum(output * weights), with random weights. The tape (derivative.py)
differentiates the oracle; a symmetric difference of the oracle, which does not use the tape, must agree.

Small cases have a second gradient too. There the loss is the sum of sum((output * output + output) * weights), which is not
linear in anything. A second loss is the sum of its gradients, each times a random direction. The expected value is the gradient
of that: the product of the Hessian matrix and the directions. A second difference of the oracle must agree.

Accuracy: `terms` is the longest chain of roundings from the inputs through the outputs and back to an element of the gradient;
a sequential sum of K terms counts K. Each rounding of a straightforward backpropagation adds at most one roundoff * magnitude
to the error of an element, because the magnitude includes the contributions of all factors and terms. So the chain plays the
role of the number of terms in a sum (see tolerance.py for the limit).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from flint import fmpq

from kassay_generators.cases import domains
from kassay_generators.cases.case import Case, TensorValue, numbers_of
from kassay_generators.cases.modes import permitted
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.derivative import Tape
from kassay_generators.numbers.number import ZERO, Number
from kassay_generators.numbers.precision import second_order, with_enough_precision, working
from kassay_generators.oracles.interface import ApiError
from kassay_generators.vectors.answer import Accuracy, Answer, Expectation, TensorOutput
from kassay_generators.vectors.distance import SAME, distance
from kassay_generators.vectors.run_oracle import OracleError
from kassay_generators.vectors.scalars import Oracle, each, scalars

# The largest case: small tensors show a wrong derivative as well as large ones.
_INPUT_ELEMENTS = 100
_OUTPUT_ELEMENTS = 200
# Inputs must be zeros or of a size in this range, so that no derivative comes near the limits of the dtype.
SIZES = {
    "float16": (2.0**-8, 64.0),
    "float32": (1e-3, 1e3),
    "float64": (1e-3, 1e3),
}
# Of a second gradient, which costs more: it shows whether the first one can be differentiated.
_TWICE = ("float32", "float64")
_TWICE_ELEMENTS = 14
_LEAST_ULPS = 4.0
_STEP_EXPONENT = 100  # the step of the difference is 2^-100
_DIFFERENCE_PRECISION = 600
_CONFIRMED = 2.0**-30  # of the sum of absolute terms
_CONFIRMED_ABSOLUTE = 2.0**-150  # where every term is 0


class NoGradient(Exception):
    """The case has no gradient; the message says why."""


@dataclass(frozen=True)
class Gradient:
    """`wrt`: names of inputs; `weights`: an array per output of the program; `outputs`: the gradient by each of `wrt`.
    `directions`: an array for each of `wrt` if this is a second gradient."""

    wrt: tuple[str, ...]
    weights: tuple[np.ndarray, ...]
    outputs: tuple[TensorOutput, ...]
    accuracy: Accuracy
    directions: tuple[np.ndarray, ...] = ()


def gradient_of(case: Case, module: ModuleType, evaluation: Expectation) -> Gradient:
    """Raises NoGradient if the case has none, OracleError if the difference does not confirm it."""
    _require_differentiable(case)
    inputs = _inputs(case)
    weights = _weights(case, evaluation)
    _require_moderate(case, evaluation)
    terms = evaluation.accuracy.terms
    gradient = _differentiate(case, module.oracle, inputs, weights, terms)
    if working.asked and gradient.accuracy.terms != terms:  # otherwise the result would be the same
        terms = gradient.accuracy.terms
        gradient = _differentiate(case, module.oracle, inputs, weights, terms)
    _confirm(case, module.oracle, inputs, gradient)
    _require_no_other(case, module, inputs, gradient, evaluation)
    return gradient


def second_gradient_of(
    case: Case, module: ModuleType, evaluation: Expectation, first: Gradient
) -> Gradient:
    """The second gradient of a case that has the first. Raises NoGradient, OracleError."""
    inputs = _inputs(case)
    tensors = [*inputs.values(), *evaluation.answer.outputs]
    if case.dtype not in _TWICE or any(getattr(t, "dtype", "") != case.dtype for t in tensors):
        raise NoGradient("another dtype")
    if sum(t.values.size for t in inputs.values()) > _TWICE_ELEMENTS:
        raise NoGradient("many elements")
    directions = tuple(
        domains.draw(
            domains.DEFAULT,
            tensor.dtype,
            tensor.values.shape,
            domains.stream_for(case.id, f"direction of {name}"),
        )
        for name, tensor in inputs.items()
    )
    gradient = _differentiate_twice(
        case, module.oracle, inputs, first.weights, directions, first.accuracy.terms
    )
    _confirm_twice(case, module.oracle, inputs, gradient)
    return gradient


def _require_no_other(
    case: Case,
    module: ModuleType,
    inputs: dict[str, TensorValue],
    gradient: Gradient,
    evaluation: Expectation,
) -> None:
    """No accepted reading may have another gradient, because gradients do not have readings. It may refuse the call."""
    if any(r.verdict == "accepted" and r.answer.error is None for r in evaluation.readings):
        raise NoGradient("an accepted reading has other values")
    for reading in case.function.raw["readings"]:
        if reading["verdict"] != "accepted" or reading["id"] in evaluation.alike:
            continue
        function = module.READINGS[reading["id"]]
        try:
            other = _differentiate(
                case, function, inputs, gradient.weights, gradient.accuracy.terms
            )
        except ApiError:
            continue
        if distance(Answer(gradient.outputs), Answer(other.outputs), gradient.accuracy) > SAME:
            raise NoGradient("an accepted reading has another gradient")


def _require_differentiable(case: Case) -> None:
    if case.program is not None or case.raises or not case.function.raw["differentiable"]:
        raise NoGradient("no differentiable function, or an error case, or a program")
    if not dtypes.is_floating(case.dtype) or "gradient" not in permitted(case):
        raise NoGradient("not floating, or not permitted")
    if any(entry["kind"] != "tensor" for entry in case.function.raw["returns"]):
        raise NoGradient("an output is not a tensor")


def _inputs(case: Case) -> dict[str, TensorValue]:
    """The tensors to differentiate by, by their names in the program."""
    found = {}
    for parameter in case.function.raw["differentiable"]:
        for name, tensor in case.tensors(parameter).items():
            if dtypes.is_floating(tensor.dtype) and not tensor.raw:
                found[name] = tensor
    if not found:
        raise NoGradient("no differentiable floating tensor")
    return found


def _weights(case: Case, evaluation: Expectation) -> tuple[np.ndarray, ...]:
    """One array per output, drawn in its dtype."""
    stream = domains.stream_for(case.id, "weights")
    weights = []
    for output in evaluation.answer.outputs:
        if not isinstance(output, TensorOutput) or output.magnitude is None:
            raise NoGradient("an output is not floating")
        weights.append(domains.draw(domains.DEFAULT, output.dtype, output.values.shape, stream))
    if len({w.dtype for w in weights}) != 1:
        raise NoGradient("outputs of several dtypes")
    return tuple(weights)


def _require_moderate(case: Case, evaluation: Expectation) -> None:
    """No input or output is large, tiny or special."""
    elements = 0
    for name in case.arguments:
        for tensor in case.tensors(name).values():
            elements += tensor.values.size
            if not dtypes.is_floating(tensor.dtype):
                continue
            low, high = SIZES[tensor.dtype]
            sizes = np.abs(tensor.values.astype(np.float64))
            if not ((sizes == 0) | ((sizes >= low) & (sizes <= high))).all():
                raise NoGradient("an input is not moderate")
    outputs = [o for o in evaluation.answer.outputs if isinstance(o, TensorOutput)]
    if elements > _INPUT_ELEMENTS or sum(o.values.size for o in outputs) > _OUTPUT_ELEMENTS:
        raise NoGradient("many elements")
    if not all((np.abs(o.values) <= dtypes.FORMATS[o.dtype].max).all() for o in outputs):
        raise NoGradient("an output is not finite")


def _differentiate(
    case: Case,
    oracle: Oracle,
    inputs: dict[str, TensorValue],
    weights: tuple[np.ndarray, ...],
    terms: float,
) -> Gradient:
    """`terms`: the assumed length for products of errors; `working.asked` tells whether any occurred."""
    arrays = {name: numbers_of(tensor) for name, tensor in inputs.items()}

    def attempt() -> Gradient:
        working.asked = False
        tape = Tape()
        traced = {name: each(array, tape.input) for name, array in arrays.items()}
        with _errors_of(case, terms):
            weighted = zip(scalars(case, oracle, traced), _flat(weights), strict=True)
            derivatives = tape.differentiate(weighted, _elements(traced))
        outputs, accuracy = _told(case, inputs, derivatives, tape)
        return Gradient(tuple(inputs), weights, outputs, accuracy)

    return with_enough_precision(attempt)


def _differentiate_twice(
    case: Case,
    oracle: Oracle,
    inputs: dict[str, TensorValue],
    weights: tuple[np.ndarray, ...],
    directions: tuple[np.ndarray, ...],
    terms: float,
) -> Gradient:
    arrays = {name: numbers_of(tensor) for name, tensor in inputs.items()}

    def attempt() -> Gradient:
        outer, inner = Tape(), Tape()  # the one that starts last differentiates first
        variables = {name: each(array, outer.input) for name, array in arrays.items()}
        traced = {name: each(array, inner.input) for name, array in variables.items()}
        with _errors_of(case, terms):
            curved = [n * n + n for n in scalars(case, oracle, traced)]
            weighted = zip(curved, _flat(weights), strict=True)
            first = inner.differentiate(weighted, _elements(traced))
            along = zip((d.number for d in first), _flat(directions), strict=True)
            second = outer.differentiate(along, _elements(variables))
        outputs, accuracy = _told(case, inputs, second, inner, outer)
        if second and all(d.length == 0 and d.number.is_zero for d in second):
            raise NoGradient("a first derivative that is constant")
        return Gradient(tuple(inputs), weights, outputs, accuracy, directions)

    return with_enough_precision(attempt)


def _errors_of(case: Case, terms: float) -> AbstractContextManager[None]:
    return second_order(2 * (1 + terms**0.5) * dtypes.FORMATS[case.dtype].roundoff)


def _elements(arrays: dict[str, np.ndarray]) -> list[Any]:
    return [number for array in arrays.values() for number in array.flat]


def _told(
    case: Case, inputs: dict[str, TensorValue], derivatives: Sequence[Any], *tapes: Tape
) -> tuple[tuple[TensorOutput, ...], Accuracy]:
    """The derivatives by each of the inputs. Raises NoGradient if a tape met a kink or left the range of the dtype."""
    form = dtypes.FORMATS[case.dtype]
    for tape in tapes:
        if tape.kink:
            raise NoGradient(tape.kink)
        if tape.largest > form.max or tape.smallest < form.min_normal:
            raise NoGradient("beyond the range of the dtype on the way")
    values = iter(derivatives)
    outputs = tuple(
        _output(tensor, [next(values).number for _ in range(tensor.values.size)])
        for tensor in inputs.values()
    )
    length = max((d.length for d in derivatives), default=0)
    ulps = max(_LEAST_ULPS, case.accuracy["ulps"])
    return outputs, Accuracy(ulps, float(length), 0.0)


def _output(tensor: TensorValue, numbers: list[Number]) -> TensorOutput:
    shape = tensor.values.shape
    values = np.array([float(n) for n in numbers], dtype=np.float64).reshape(shape)
    magnitude = np.array([n.magnitude for n in numbers], dtype=np.float64).reshape(shape)
    return TensorOutput(tensor.dtype, values, magnitude)


def _flat(arrays: tuple[np.ndarray, ...]) -> list[float]:
    return [float(element) for array in arrays for element in array.flat]


def _confirm(
    case: Case, oracle: Oracle, inputs: dict[str, TensorValue], gradient: Gradient
) -> None:
    """The derivative along a random direction, by a symmetric difference of the oracle."""
    steps = _steps(case, inputs)
    weights = _flat(gradient.weights)

    def loss(sign: int) -> Number:
        outputs = scalars(case, oracle, _moved(inputs, [sign * step for step in steps]))
        return sum((s * w for s, w in zip(outputs, weights, strict=True)), ZERO)

    def difference() -> Number:
        return (loss(1) - loss(-1)) * 2 ** (_STEP_EXPONENT - 1)

    _require_equal(case, gradient, steps, difference)


def _confirm_twice(
    case: Case, oracle: Oracle, inputs: dict[str, TensorValue], gradient: Gradient
) -> None:
    """The second derivative along the directions and a random one, by a mixed difference of the oracle."""
    steps = _steps(case, inputs)
    weights = _flat(gradient.weights)
    ahead = [fmpq(*d.as_integer_ratio()) for d in _flat(gradient.directions)]

    def loss(sign: int, other: int) -> Number:
        moves = [sign * step + other * d for step, d in zip(steps, ahead, strict=True)]
        outputs = scalars(case, oracle, _moved(inputs, moves))
        return sum(((s * s + s) * w for s, w in zip(outputs, weights, strict=True)), ZERO)

    def difference() -> Number:
        total = loss(1, 1) - loss(1, -1) - loss(-1, 1) + loss(-1, -1)
        return total * 2 ** (2 * _STEP_EXPONENT - 2)

    _require_equal(case, gradient, steps, difference)


def _steps(case: Case, inputs: dict[str, TensorValue]) -> list[fmpq]:
    """A random direction, of numbers from 0.5 to 2."""
    stream = domains.stream_for(case.id, "direction")
    size = sum(tensor.values.size for tensor in inputs.values())
    return [fmpq(stream.randint(2**14, 2**16), 2**15) for _ in range(size)]


def _moved(inputs: dict[str, TensorValue], moves: list[fmpq]) -> dict[str, np.ndarray]:
    """The inputs, each element moved by its entry times 2^-_STEP_EXPONENT."""
    remaining = iter(moves)

    def moved(value: float) -> Number:
        exact = fmpq(*float(value).as_integer_ratio())
        step = next(remaining) / 2**_STEP_EXPONENT
        return Number(exact + step, abs(float(value)), exact=True)

    return {name: each(tensor.values, moved) for name, tensor in inputs.items()}


def _require_equal(
    case: Case, gradient: Gradient, steps: list[fmpq], difference: Callable[[], Number]
) -> None:
    """The gradient along the steps must be the difference."""
    values = np.concatenate([output.values.ravel() for output in gradient.outputs])
    products = [
        Number.of(float(v)) * Number(step, exact=True)
        for v, step in zip(values, steps, strict=True)
    ]
    claimed = sum(products, ZERO)
    bound = sum(map(abs, products), ZERO) * _CONFIRMED + _CONFIRMED_ABSOLUTE

    def compared() -> tuple[bool, Number]:
        found = difference()
        return abs(found - claimed) <= bound, found

    agrees, found = with_enough_precision(compared, _DIFFERENCE_PRECISION)
    if not agrees:
        name = "second gradient" if gradient.directions else "gradient"
        raise OracleError(
            case,
            f"the {name} along a direction is {float(claimed)!r}, a difference of the oracle {float(found)!r}",
        )
