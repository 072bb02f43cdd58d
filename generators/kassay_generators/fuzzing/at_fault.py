"""The function that a failure is about: the first whose call fails on its own, on the inputs that a correct backend gives
it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kassay_generators.fuzzing.bounds import elements_of
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.certifying import Inputs, certified
from kassay_generators.fuzzing.chain import NOT_DRAWN
from kassay_generators.fuzzing.grouping import FRAME, maker_of
from kassay_generators.fuzzing.inlining import inlined
from kassay_generators.fuzzing.json_names import flat, refs_in
from kassay_generators.fuzzing.program import Gradient, Program
from kassay_generators.fuzzing.reduction import Failure, kind_of
from kassay_generators.fuzzing.running import Result, Target, failures_in, run_programs
from kassay_generators.fuzzing.time_limit import LONGEST_PROGRAM, TooLong, at_most
from kassay_generators.numbers.precision import wide_balls
from kassay_generators.oracles.library import own_library

Json = dict[str, Any]
ANY_GRADIENT = Gradient((), (), ())


def functions_at_fault(
    failures: Sequence[Failure], target: Target, *, normative: bool
) -> list[str]:
    """For each failure, the function of the first call that fails on its own: in the same way or, if none does, in another way,
    such as with a shape that a later call refuses. If no call fails on its own, the function that made the wrong output. Raises
    CannotRun."""
    suspects: list[Program] = []
    for place, (program, result) in enumerate(failures):
        alone = _alone(program, result, normative)
        suspects += [replace(p, id=f"{p.id}+{place}+{i}") for i, p in enumerate(alone)]
    by_id = {program.id: program for program in suspects}
    # For each failure: whether the call fails in another way, the place of the call, and its function.
    found: dict[int, tuple[bool, int, str]] = {}
    for wrong in failures_in(run_programs(suspects, target)) if suspects else ():
        suspect = by_id[wrong["case"]]
        place, call = map(int, wrong["case"].rsplit("+", 2)[1:])
        if suspect.gradient is None or wrong["mode"] == "gradient":
            is_other = kind_of(wrong) != kind_of(failures[place][1])
            one = (is_other, call, suspect.function)
            found[place] = min(found.get(place, one), one)
    return [
        found[place][2] if place in found else maker_of(*failure)
        for place, failure in enumerate(failures)
    ]


def filed(program: Program, function: str) -> Program:
    """A reduced program, filed under the function that the failure is about: under its only remaining one, if there is just
    one."""
    left = [name for name in program.functions if name not in FRAME and _is_function(name)]
    if len(left) == 1 or (left and function not in program.functions):
        function = left[-1]
    return _as_one_of(program, function) if _is_function(function) else program


def _as_one_of(program: Program, function: str) -> Program:
    category = own_library().functions[function].category
    name = program.id.rpartition("/")[2]
    id_ = f"{category}/{function}/{program.dtype}/{name}"
    return replace(program, id=id_, function=function, category=category)


def _is_function(name: str) -> bool:
    return name in own_library().functions


def _alone(program: Program, result: Result, normative: bool) -> Iterator[Program]:
    """Each call of the program, on the elements that it reads; with gradients, if a gradient is wrong."""
    if program.is_relation:
        return
    mode = result["mode"]
    is_gradient = mode == "gradient" or maker_of(program, result) == "gradients"
    modes = [mode] if mode in ("function", "dynamic") else ["eager"]
    start = replace(program, gradient=ANY_GRADIENT if is_gradient else None)
    calls, inputs = _chain_of(program)
    settings: list[Json] = []
    for call, read in _with_values(program, calls, inputs, normative):
        lets = flat(call.get("let", []))
        if not lets:
            settings.append(call)
            continue
        json = {**program.json, "calls": [*settings, call], "return": lets}
        found = certified(start, json, {**inputs, **read}, modes, normative=normative)
        if found is not None:
            yield _as_one_of(found[0], call["call"]) if _is_function(call["call"]) else found[0]


def _chain_of(program: Program) -> tuple[list[Json], Inputs]:
    """The calls on tensors, and the inputs, of a program."""
    if program.modes != ["program"]:
        return program.json["calls"], dict(program.inputs)
    without_outputs = replace(program, json={**program.json, "return": []})
    changed, inputs, _ = next(inlined(without_outputs))
    return changed["calls"], inputs


def _with_values(
    program: Program, calls: Sequence[Json], inputs: Inputs, normative: bool
) -> Iterator[tuple[Json, Inputs]]:
    """The calls that are valid in a chain, with the elements of the results that they read."""
    builder = Builder(program.edition, program.dtype, normative=normative)
    for name, function in program.json.get("functions", {}).items():
        builder.add_function(name, function)
    builder.add_inputs(inputs, as_tensors=True)
    values: Inputs = {}
    for call in calls:
        found = _values_of(builder, call)
        if found is not None:
            values |= found
            yield call, {n: values[n] for n in refs_in(call) if n in values}


def _values_of(builder: Builder, call: Json) -> Inputs | None:
    """The elements of the tensors that the call gives; None if it is not valid."""
    try:
        with wide_balls(), np.errstate(all="ignore"), at_most(LONGEST_PROGRAM):
            builder.add(call)
            lets = flat(call.get("let", []))
            found = {n: elements_of(builder.evaluated(builder.names[n])) for n in lets}
            return {n: values for n, values in found.items() if values is not None}
    except (*NOT_DRAWN, TooLong):
        return None
