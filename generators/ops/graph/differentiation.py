"""Derivatives of one lazy value with respect to another, by evaluating the graph again with other elements.

Oracles run on a tape (derivative.py); symmetric differences of the exact value confirm it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from flint import fmpq

from kassay_generators.machine.arithmetic import Exact
from kassay_generators.machine.host import Host
from kassay_generators.machine.lazy import Evaluation, Lazy, Node, Part, Placeholder, Variable
from kassay_generators.machine.values import ProgramError, Sample, Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.derivative import Tape, Traced
from kassay_generators.numbers.number import ONE, Number
from kassay_generators.numbers.precision import with_enough_precision
from kassay_generators.oracles.arrays import as_array, elementwise, without_history
from kassay_generators.oracles.interface import ApiError, Context, call, takes_machine
from kassay_generators.oracles.kinks import NORMATIVE, Conventions

# Its square is below every float64, and it is within the distance to a kink that kinks.py calls near.
_STEP = Number(fmpq(1, 2**600), exact=True)
_DIFFERENCE_PRECISION = (
    3000  # a difference takes as many bits as the step has, one of a difference twice as many
)
# Sizes for unknown dimensions: one that fits is enough.
_TRIAL_SIZES = (2, 3, 4, 6, 8, 1)


def derivative(
    evaluation: Evaluation,
    loss: Any,
    variable: Any,
    conventions: Conventions = NORMATIVE,
    make_tape: Callable[[], Tape] = Tape,
    weigh: Callable[[np.ndarray], list[Any]] | None = None,
) -> Tensor:
    """d sum(loss) / d variable, of the shape of the variable. `weigh` gives the elements of the loss weights other than 1. Flags keep
    every element.

    Raises ProgramError on a kink without a normative convention.
    """
    machine = evaluation.machine
    value = evaluation.value(variable)
    tape = make_tape()
    traced = elementwise(tape.input, machine.arithmetic.adopt(value.values, value.dtype))
    with differentiable(machine, conventions):
        inside = evaluation.replacing({variable: Tensor(traced, value.dtype)})
        losses = inside.value(loss).values
    weights = weigh(losses) if weigh else [ONE] * losses.size
    found = tape.differentiate(zip(losses.flat, weights, strict=True), list(traced.flat))
    if tape.kink and conventions is NORMATIVE and not evaluation.is_trial:
        raise ProgramError(f"a gradient on a kink: {tape.kink}; see kinks.py, or move the inputs")
    numbers = np.empty(len(found), dtype=object)
    numbers[:] = [one.number for one in found]
    shaped = numbers.reshape(traced.shape)
    length = max((one.length for one in found), default=0)
    return Tensor(machine.arithmetic.derivative(shaped, length, value.dtype), value.dtype)


class _Unlimited(Exact):
    """Holds the step of a difference, which no dtype can represent."""

    def result(self, values: Any, dtype: str) -> np.ndarray:
        return as_array(values)


def difference(evaluation: Evaluation, loss: Any, variable: Any) -> Tensor:
    """The same by symmetric differences, one element after the other."""
    machine = evaluation.machine
    outside = machine.arithmetic

    def total(values: np.ndarray, dtype: str) -> Number:
        inside = evaluation.replacing({variable: Tensor(values, dtype)})
        inside.unperturbed = evaluation.unperturbed or evaluation
        return sum(inside.value(loss).values.flat, Number.of(0))

    def differences() -> np.ndarray:
        value = evaluation.value(variable)
        values = machine.arithmetic.adopt(value.values, value.dtype)
        result = np.empty(values.shape, dtype=object)
        for index in np.ndindex(values.shape):
            above, below = values.copy(), values.copy()
            above[index], below[index] = values[index] + _STEP, values[index] - _STEP
            rise = total(above, value.dtype) - total(below, value.dtype)
            result[index] = rise / (_STEP * 2)
        return outside.result(result, value.dtype)

    with machine.computing_in(_Unlimited()), differentiable(machine, NORMATIVE):
        values = with_enough_precision(differences, _DIFFERENCE_PRECISION)
    return Tensor(values, evaluation.value(variable).dtype)


def dropped(evaluation: Evaluation, loss: Any, variable: Any, found: Tensor) -> Tensor | Sample:
    """The derivative with the flags that the evaluation draws, where it is `found` if they keep every element. The loss must be
    linear in what they keep. Raises ProgramError unless they reach it through one call, of the variable itself."""
    drawing = _nodes_that_draw(loss)
    samples = [s for s in map(evaluation.value, drawing) if isinstance(s, Sample)]
    if not samples or evaluation.is_trial:
        return found
    if len(drawing) > 1 or not any(source is variable for source in drawing[0].sources):
        raise ProgramError("a gradient through flags that several calls draw, or of other elements")
    values = np.array([float(n) for n in found.values.flat]).reshape(found.shape)
    return replace(samples[0], distribution=replace(samples[0].distribution, values=values))


def _nodes_that_draw(value: Any) -> list[Node]:
    """The nodes under a value whose elements flags drop or keep, each once."""
    found: dict[Node, None] = {}
    pending, seen = [value], set()
    while pending:
        one = pending.pop()
        if isinstance(one, list | tuple):
            pending += one
        elif isinstance(one, Lazy) and one not in seen:
            seen.add(one)
            pending += one.sources if isinstance(one, Node) else ()
            pending += [one.node] if isinstance(one, Part) else ()
            if isinstance(one, Node) and one.draws_flags:
                found[one] = None
    return list(found)


def depends(machine: Host, loss: Any, variable: Any, *, through_stopped: bool) -> bool:
    """Whether a derivative passes from the loss to the variable, or would without stop_gradient if `through_stopped`. Uses made-up
    elements, which hit no special point."""
    if not isinstance(loss, Lazy) or not isinstance(variable, Lazy):
        return False
    with machine.computing_in(Exact()), differentiable(machine, NORMATIVE):
        for size in _TRIAL_SIZES:
            trial = _Trial(machine, size, passes_stopped=through_stopped)
            with contextlib.suppress(ApiError):
                return with_enough_precision(lambda: _reaches(trial, loss, variable))  # noqa: B023
    raise ProgramError(
        "the gradient of a loss that is invalid for every tried size of its placeholders"
    )


def _reaches(trial: _Trial, loss: Any, variable: Lazy) -> bool:
    value = trial.value(variable)
    if value.values.size == 0:  # no element to follow
        fresh = trial.replacing({})  # `visited` then has the variable only if the loss needs it
        fresh.value(loss)
        return variable in fresh.visited
    tape = Tape(keeps_zeros=True)
    traced = elementwise(tape.input, value.values)
    inside = trial.replacing({variable: Tensor(traced, value.dtype)})
    pending = [n for n in inside.value(loss).values.flat if isinstance(n, Traced)]
    seen: set[int] = set()
    inputs = {n.position for n in traced.flat}
    while pending:
        number = pending.pop()
        if number.position in inputs:
            return True
        if number.position not in seen:
            seen.add(number.position)
            pending += [parent for parent, _ in number.parents]
    return False


class _Trial(Evaluation):
    """All elements of floating placeholders and variables are different."""

    is_trial = True

    def __init__(
        self, machine: Host, size: int, replaced: Any = None, *, passes_stopped: bool
    ) -> None:
        super().__init__(machine, replaced)
        self.size = size
        self.passes_stopped = passes_stopped

    def unfed(self, placeholder: Placeholder) -> Tensor:
        sizes = [self.size if n is None else n for n in placeholder.shape or ()]
        return _made_up(tuple(sizes), placeholder.dtype)

    def replacing(self, replaced: Any) -> _Trial:
        return _Trial(
            self.machine,
            self.size,
            {**self.replaced, **replaced},
            passes_stopped=self.passes_stopped,
        )

    def _lazy(self, x: Lazy) -> Any:
        if isinstance(x, Variable) and x not in self.replaced:
            self.replaced[x] = _made_up(x.value.shape, x.dtype)
        return super()._lazy(x)


def _made_up(shape: tuple[int, ...], dtype: str) -> Tensor:
    """Positive fractions for floats; zeros, which are valid indices, for the rest."""
    values = np.empty(shape, dtype=object)
    for number, index in enumerate(np.ndindex(shape)):
        if dtypes.is_floating(dtype):
            values[index] = Number(fmpq(number * 37 % 101 + 51, 97), 1.0, exact=True)
        else:
            values[index] = Number.of(0)
    return Tensor(values, dtype)


@contextlib.contextmanager
def differentiable(machine: Host, conventions: Conventions) -> Iterator[None]:
    """Functions follow the conventions; arguments in which a function is not differentiable count as constants."""

    def adapt(name: str, implementation: Callable[..., Any]) -> Callable[..., Any]:
        module = machine.library.module(name)
        if takes_machine(module):
            return implementation
        if getattr(module, "RANDOM", False):
            return _keeping_all(implementation)
        if name in conventions:
            return conventions[name](implementation)
        return _stopping(implementation, machine.library.functions[name].raw["differentiable"])

    with machine.adapting(adapt):
        yield


def _keeping_all(implementation: Callable[..., Any]) -> Callable[..., Any]:
    """A random function whose flags keep every element. It must be linear in its first argument."""

    def called(context: Context, **arguments: Any) -> Any:
        name, x = next(iter(arguments.items()))
        ones = elementwise(lambda n: ONE, x)
        factors = call(implementation, {**arguments, name: ones}, context)
        if not isinstance(factors, Sample):
            return elementwise(lambda n, factor: n * factor, x, factors)
        return elementwise(
            lambda n, factor: n * Number.of(float(factor)), x, factors.distribution.values
        )

    return called


def _stopping(implementation: Callable[..., Any], passing: list[str]) -> Callable[..., Any]:
    def called(context: Context, **arguments: Any) -> Any:
        stopped = {n: v if n in passing else without_history(v) for n, v in arguments.items()}
        return call(implementation, stopped, context)

    return called
