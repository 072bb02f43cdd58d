"""Finds the answers that a correct backend may give to a changed program."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.chain import NOT_DRAWN
from kassay_generators.fuzzing.expectation import expected_of
from kassay_generators.fuzzing.gradients import gradient_of
from kassay_generators.fuzzing.json_names import calls_in, flat, names_in, refs_in
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.time_limit import LONGEST_PROGRAM, TooLong, at_most
from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers.precision import wide_balls

Inputs = dict[str, np.ndarray]
# The seed of a gradient's weights, so that a program always has the same ones.
_WEIGHTS = 1


def certified(
    program: Program, json: dict[str, Any], inputs: Inputs, modes: Sequence[str], *, normative: bool
) -> tuple[Program, Builder] | None:
    """The program with other calls and inputs, and with new expectations; None if it is not valid, takes too long, or no longer
    has a gradient."""
    if not _is_closed(json, inputs):
        return None
    try:
        with wide_balls(), np.errstate(all="ignore"), at_most(LONGEST_PROGRAM):
            return _run(program, json, inputs, modes, normative)
    except (*NOT_DRAWN, TooLong):
        return None


def _run(
    program: Program, json: dict[str, Any], inputs: Inputs, modes: Sequence[str], normative: bool
) -> tuple[Program, Builder] | None:
    builder = Builder(program.edition, program.dtype, normative=normative)
    used = set(names_in(json))
    as_tensors = list(modes) != ["program"]
    kept = {name: v for name, v in inputs.items() if name in used}
    raw = _raw_names(json)
    builder.add_inputs({n: v for n, v in kept.items() if n not in raw}, as_tensors=as_tensors)
    builder.add_inputs({n: v for n, v in kept.items() if n in raw})
    for name, function in json.get("functions", {}).items():
        builder.add_function(name, function)
    for call in json["calls"]:
        builder.add(call)
    returned = [builder.names[name] for name in json["return"]]
    if not as_tensors and any(isinstance(value, Tensor | Lazy) for value in returned):
        return None
    names, outputs = expected_of(builder, json["return"])
    if names != list(json["return"]) or not outputs:
        return None
    builder.json["return"] = names
    changed = replace(
        program,
        json=builder.json,
        inputs=builder.inputs,
        outputs=outputs,
        modes=list(modes),
        functions=list(dict.fromkeys(calls_in(builder.json))),
        may_be_refused=builder.machine.refusals,
    )
    if program.gradient is not None:
        changed.gradient = gradient_of(changed, builder, random.Random(_WEIGHTS))
        if changed.gradient is None:
            return None
    return changed, builder


def _is_closed(json: dict[str, Any], inputs: Inputs) -> bool:
    """Whether every name that a function reads exists: a function that is never called would not raise an error."""
    known = {name for call in json["calls"] for name in flat(call.get("let", []))} | set(inputs)
    for function in json.get("functions", {}).values():
        own = {name for call in function["calls"] for name in flat(call.get("let", []))}
        own.update(flat(function["parameters"]))
        if not set(refs_in(function)) <= known | own:
            return False
    return True


def _raw_names(json: Any) -> set[str]:
    if isinstance(json, dict):
        own = {json[k] for k in ("input", "sparse") if isinstance(json.get(k), str)}
        return own.union(*(_raw_names(v) for v in json.values()))
    return set().union(*map(_raw_names, json)) if isinstance(json, list) else set()
