"""Golden gradients: which cases have one, how it is computed, and how it is confirmed.

The loss of a case is the sum over its outputs of sum(output * weights), with random weights. The tape (derivative.py)
differentiates the oracle; a symmetric difference of the oracle, which does not use the tape, must agree.

Accuracy: `terms` is the longest chain of roundings from the inputs through the outputs and back to an element of the gradient;
a sequential sum of K terms counts K. Each rounding of a straightforward backpropagation adds at most one roundoff * magnitude
to the error of an element, because the magnitude includes the contributions of all factors and terms. So the chain plays the
role of the number of terms in a sum (see tolerance.py for the limit).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from flint import fmpq

from kassay_generators.cases import domains
from kassay_generators.cases.case import Case, TensorValue, numbers_of
from kassay_generators.cases.modes import permitted
from kassay_generators.machine.case_run import MachineRun
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.derivative import Tape
from kassay_generators.numbers.number import ZERO, Number
from kassay_generators.numbers.precision import second_order, with_enough_precision, working
from kassay_generators.oracles.arrays import as_array
from kassay_generators.oracles.interface import ApiError, Typed, asks_for_machine, call
from kassay_generators.oracles.library import own_library
from kassay_generators.vectors.answer import Accuracy, Answer, Expectation, TensorOutput
from kassay_generators.vectors.distance import SAME, distance
from kassay_generators.vectors.run_oracle import OracleError, context_of, map_tensors

# The largest case: small tensors show a wrong derivative as well as large ones.
_INPUT_ELEMENTS = 100
_OUTPUT_ELEMENTS = 200
# Inputs must be zeros or of a size in this range, so that no derivative comes near the limits of the dtype.
_SIZES = {
    "float16": (2.0**-8, 64.0),
    "float32": (1e-3, 1e3),
    "float64": (1e-3, 1e3),
}
_LEAST_ULPS = 4.0
_STEP_EXPONENT = 100  # the step of the difference is 2^-100
_DIFFERENCE_PRECISION = 600
_CONFIRMED = 2.0**-30  # of the sum of absolute terms
_CONFIRMED_ABSOLUTE = 2.0**-150  # where every term is 0

Oracle = Callable[..., Any]


class NoGradient(Exception):
    """The case has no gradient; the message says why."""


@dataclass(frozen=True)
class Gradient:
    """`wrt`: names of inputs; `weights`: an array per output of the program; `outputs`: the gradient by each of `wrt`."""

    wrt: tuple[str, ...]
    weights: tuple[np.ndarray, ...]
    outputs: tuple[TensorOutput, ...]
    accuracy: Accuracy


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


def _require_no_other(
    case: Case,
    module: ModuleType,
    inputs: dict[str, TensorValue],
    gradient: Gradient,
    evaluation: Expectation,
) -> None:
    """No accepted reading may have another gradient, because gradients have no readings. It may refuse the call."""
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
        raise NoGradient("an output is no tensor")


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
            low, high = _SIZES[tensor.dtype]
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
    form = dtypes.FORMATS[case.dtype]
    arrays = {name: numbers_of(tensor) for name, tensor in inputs.items()}

    def attempt() -> Gradient:
        working.asked = False
        tape = Tape()
        traced = {name: _each(array, tape.input) for name, array in arrays.items()}
        with second_order(2 * (1 + terms**0.5) * form.roundoff):
            weighted = zip(_scalars(case, oracle, traced), _flat(weights), strict=True)
            flat = [number for array in traced.values() for number in array.flat]
            derivatives = tape.differentiate(weighted, flat)
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
        return Gradient(tuple(inputs), weights, outputs, Accuracy(ulps, float(length), 0.0))

    return with_enough_precision(attempt)


def _output(tensor: TensorValue, numbers: list[Number]) -> TensorOutput:
    shape = tensor.values.shape
    values = np.array([float(n) for n in numbers], dtype=np.float64).reshape(shape)
    magnitude = np.array([n.magnitude for n in numbers], dtype=np.float64).reshape(shape)
    return TensorOutput(tensor.dtype, values, magnitude)


def _scalars(case: Case, oracle: Oracle, inputs: dict[str, np.ndarray]) -> list[Number]:
    """Every element of every output of the program, in order, with `inputs` substituted for those tensors."""
    if asks_for_machine(oracle):
        return _scalars_of_machine(case, oracle, inputs)

    def numbers(name: str, value: Any) -> Any:
        if isinstance(value, list) and value and isinstance(value[0], TensorValue):
            return [numbers(f"{name}{number}", entry) for number, entry in enumerate(value)]
        if isinstance(value, TensorValue) and name in inputs:
            return inputs[name]
        return map_tensors(value, numbers_of)

    arguments = {name: numbers(name, value) for name, value in case.bound.items()}
    result = call(oracle, arguments, context_of(case))
    several = isinstance(result, tuple) and len(case.function.raw["returns"]) > 1
    results = list(result) if several else [result]
    arrays = [r.values if isinstance(r, Typed) else r for r in results]
    arrays += [arguments[name] for name in case.unchanged]
    return [number for array in arrays for number in as_array(array).flat]


def _scalars_of_machine(case: Case, oracle: Oracle, inputs: dict[str, np.ndarray]) -> list[Number]:
    def tensor(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [tensor(f"{name}{number}", entry) for number, entry in enumerate(value)]
        if not isinstance(value, TensorValue):
            return value
        elements = inputs[name] if name in inputs else numbers_of(value)
        return Tensor(elements, value.dtype)

    arguments = {name: tensor(name, value) for name, value in case.bound.items()}
    run = MachineRun(case, own_library().module(case.function.name))
    return [number for array in run.exact(arguments, {case.function.name: oracle}) for number in array.values.flat]


def _each(array: np.ndarray, function: Any) -> np.ndarray:
    result = np.empty(array.shape, dtype=object)
    for index in np.ndindex(array.shape):
        result[index] = function(array[index])
    return result


def _flat(arrays: tuple[np.ndarray, ...]) -> list[float]:
    return [float(element) for array in arrays for element in array.flat]


def _confirm(
    case: Case, oracle: Oracle, inputs: dict[str, TensorValue], gradient: Gradient
) -> None:
    """The derivative along a random direction, by a symmetric difference of the oracle."""
    stream = domains.stream_for(case.id, "direction")
    size = sum(tensor.values.size for tensor in inputs.values())
    steps = [stream.randint(2**14, 2**16) for _ in range(size)]  # over 2^15: from 0.5 to 2
    weights = _flat(gradient.weights)

    def loss(sign: int) -> Number:
        ahead = iter(steps)

        def moved(value: float) -> Number:
            step = fmpq(sign * next(ahead), 2 ** (15 + _STEP_EXPONENT))
            return Number(
                fmpq(*float(value).as_integer_ratio()) + step, abs(float(value)), exact=True
            )

        arrays = {name: _each(tensor.values, moved) for name, tensor in inputs.items()}
        scalars = _scalars(case, oracle, arrays)
        return sum((s * w for s, w in zip(scalars, weights, strict=True)), ZERO)

    values = np.concatenate([output.values.ravel() for output in gradient.outputs])
    products = [Number.of(float(v)) * step / 2**15 for v, step in zip(values, steps, strict=True)]
    claimed = sum(products, ZERO)
    bound = sum(map(abs, products), ZERO) * _CONFIRMED + _CONFIRMED_ABSOLUTE

    def difference() -> tuple[bool, Number]:
        found = (loss(1) - loss(-1)) * 2 ** (_STEP_EXPONENT - 1)
        return abs(found - claimed) <= bound, found

    agrees, found = with_enough_precision(difference, _DIFFERENCE_PRECISION)
    if not agrees:
        raise OracleError(
            case,
            f"the gradient along a direction is {float(claimed)!r}, a difference of the oracle {float(found)!r}",
        )
