"""The gradients of a chain of calls, and how far a correct backend may be from them."""

from __future__ import annotations

import random

import numpy as np

from kassay_generators.cases import domains
from kassay_generators.fuzzing.bounds import bounded
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.certain_derivatives import OPEN
from kassay_generators.fuzzing.program import Bounded, Gradient, Program
from kassay_generators.machine.run_program import Runner
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.derivative import Tape, Traced
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.kinks import NORMATIVE
from kassay_generators.vectors.gradients import SIZES
from ops.graph.differentiation import differentiable

_MOST_ELEMENTS = 60


def gradient_of(program: Program, builder: Builder, stream: random.Random) -> Gradient | None:
    """None if no gradient is certain. Raises what the machine raises."""
    outputs = [o for o in program.outputs if isinstance(o, Bounded)]
    dtype = outputs[0].dtype if outputs else ""
    if len(outputs) != len(program.outputs) or not dtypes.is_floating(dtype):
        return None
    if any(o.dtype != dtype for o in outputs):
        return None
    if sum(v.size for v in program.inputs.values()) > _MOST_ELEMENTS:
        return None
    if not all(map(is_moderate, program.inputs.values())):
        return None
    if not all(np.isfinite(o.values).all() for o in outputs):
        return None
    weights = [domains.draw(domains.DEFAULT, o.dtype, o.values.shape, stream) for o in outputs]
    tape = Tape(keeps_zeros=True)
    machine = builder.machine
    names = dict.fromkeys(builder.names)
    variables: dict[str, np.ndarray] = {}
    for name, values in program.inputs.items():
        numbers = builder.arrays[name].values
        if values.dtype.name == dtype:
            numbers = variables[name] = elementwise(tape.input, numbers)
        names[name] = Tensor(numbers, values.dtype.name)
    before = machine.certified.ulps
    machine.certified.ulps = 0.0
    try:
        with differentiable(machine, NORMATIVE if machine.normative else OPEN):
            Runner(machine, builder.json, builder.arrays).calls(builder.json["calls"], names)
            found = [builder.evaluated(names[name]).values for name in builder.json["return"]]
        if any(isinstance(n, Undecided) for values in found for n in values.flat):
            return None  # it has no history to follow
        weighted = [
            (n, Number.of(float(w)))
            for values, weight in zip(found, weights, strict=True)
            for n, w in zip(values.flat, weight.flat, strict=True)
        ]
        wrt = [
            name for name, traced in variables.items() if traced.size and _reached(weighted, traced)
        ]
        traced = [n for name in wrt for n in variables[name].flat]
        derivatives = tape.differentiate(weighted, traced)
        form = dtypes.FORMATS[dtype]
        if not wrt or tape.kink or tape.largest > form.max or tape.smallest < form.min_normal:
            return None
        length = max(d.length for d in derivatives)
        remaining = iter(derivatives)
        results = []
        for name in wrt:
            numbers = elementwise(lambda _: next(remaining).number, variables[name])
            within = machine.arithmetic.derivative(numbers, length, dtype)
            results.append(bounded(Tensor(within, dtype), is_array=False))
    finally:
        machine.certified.ulps = before
    return Gradient(wrt, weights, results)


def is_moderate(values: np.ndarray) -> bool:
    """Whether no derivative at these elements comes near the limits of the dtype, as in the cases of gradients."""
    if not dtypes.is_floating(values.dtype.name):
        return True
    low, high = SIZES[values.dtype.name]
    sizes = np.abs(values.astype(np.float64))
    return bool(((sizes == 0) | ((sizes >= low) & (sizes <= high))).all())


def _reached(weighted: list[tuple[Number, Number]], variable: np.ndarray) -> bool:
    """Whether a path of recorded operations leads from an output to an element."""
    pending = [n for n, _ in weighted if isinstance(n, Traced)]
    inputs = {n.position for n in variable.flat}
    seen: set[int] = set()
    while pending:
        number = pending.pop()
        if number.position in inputs:
            return True
        if number.position not in seen:
            seen.add(number.position)
            pending += [parent for parent, _ in number.parents]
    return False
