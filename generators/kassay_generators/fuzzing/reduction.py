"""Makes of a failing program a small one that fails in the same way.

A round makes all programs that are one step smaller, and runs them together; the smallest that still fails so is where the
next round starts. Every candidate is certified anew, so that what is left of a program is judged as strictly as the whole.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kassay_generators.fuzzing.bounds import bounded
from kassay_generators.fuzzing.certifying import Inputs, certified
from kassay_generators.fuzzing.dead_code import without_dead_code
from kassay_generators.fuzzing.inlining import inlined
from kassay_generators.fuzzing.json_names import flat, names_in, refs_in
from kassay_generators.fuzzing.program import Bounded, Program
from kassay_generators.fuzzing.running import FAILURES, Result, Target, run_programs
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers import dtypes

_ROUNDS = 40
_CANDIDATES = 120

Json = dict[str, Any]
# A program, and a result against the backend.
Failure = tuple[Program, Result]


@dataclass(frozen=True)
class Kind:
    """What must stay the same: the outcome, what was checked, and for a refusal the words of the backend without numbers."""

    outcome: str
    check: str
    words: str = ""


def kind_of(result: Result) -> Kind:
    check = result.get("failure", {}).get("check", "")
    words = ""
    if result["outcome"] == "error":
        said = result.get("message", "").partition("It says: ")[2]
        words = "".join(c for c in said.rpartition(": ")[2] if not c.isdigit())
    return Kind(result["outcome"], check, words)


def reduced(failures: Sequence[Failure], target: Target, *, normative: bool) -> list[Program]:
    """The smallest program that was found of each. Raises CannotRun. The rounds of all go together, since backends may take
    seconds to start."""
    reductions = [_reduction(place, *failure, normative) for place, failure in enumerate(failures)]
    found: list[Program] = [program for program, _ in failures]
    results: list[list[Result]] = [[] for _ in failures]
    going = dict.fromkeys(range(len(failures)))
    while going:
        asked: dict[str, int] = {}
        candidates: list[Program] = []
        for place in list(going):
            try:
                step = reductions[place].send(results[place] if results[place] else None)
            except StopIteration as end:
                found[place] = end.value
                del going[place]
                continue
            asked |= dict.fromkeys((c.id for c in step), place)
            candidates += step
        results = [[] for _ in failures]
        for result in run_programs(candidates, target) if candidates else ():
            results[asked[result["case"]]].append(result)
    return found


def _reduction(
    number: int, program: Program, result: Result, normative: bool
) -> Generator[list[Program], list[Result] | None, Program]:
    """Gives programs to run, gets their results, and returns the smallest one. `number` makes the ids of the programs unique."""
    kind = kind_of(result)
    is_gradient = result["mode"] == "gradient"
    if is_gradient:
        program = replace(program, modes=["eager"])
    else:
        program = replace(program, modes=[result["mode"]], gradient=None)
    for _ in range(_ROUNDS):
        candidates = _candidates(program, result, normative)
        if not candidates:
            break
        numbered = [replace(c, id=f"{program.id}+{number}+{i}") for i, c in enumerate(candidates)]
        failing = {
            r["case"]: r
            for r in (yield numbered) or ()
            if (r["mode"] == "gradient") == is_gradient
            and r["outcome"] in FAILURES
            and kind_of(r) == kind
        }
        chosen = min((c for c in numbered if c.id in failing), key=size_of, default=None)
        if chosen is None or size_of(chosen) >= size_of(program):
            break
        result = failing[chosen.id]
        program = replace(chosen, id=program.id)
    return program


def size_of(program: Program) -> tuple[float, ...]:
    """Fewer calls first, then fewer elements, then simpler ones."""
    calls = sum(1 for call in _all_calls(program.json))
    elements = sum(max(v.size, 1) for v in program.inputs.values())
    complexity = sum(_complexity(v) for v in program.inputs.values())
    unusual = sum(v.dtype.name not in ("float32", "int32", "bool") for v in program.inputs.values())
    return calls, elements, unusual, complexity, len(json.dumps(program.json))


def _all_calls(program: Json) -> Iterator[Json]:
    yield from program["calls"]
    for function in program.get("functions", {}).values():
        yield from function["calls"]


def _complexity(values: np.ndarray) -> float:
    """Digits that a reader has to look at."""
    return float(sum(len(repr(v)) for v in values.ravel().tolist()))


def _candidates(program: Program, result: Result, normative: bool) -> list[Program]:
    found: list[Program] = []
    seen = set()
    output = result.get("failure", {}).get("output", 0)
    if program.is_relation:
        return _smaller_relations(program)
    steps = itertools.chain(
        _one_output(program, output),
        inlined(program),
        _without_calls(program, normative),
        _shorter_lists(program),
        _smaller_shapes(program),
        _simpler_values(program),
        _other_dtype(program),
        _without_arguments(program),
    )
    for changed, inputs, modes in steps:
        changed = without_dead_code(changed)
        key = json.dumps(changed) + "".join(f"{n}{v.dtype}{v.tolist()}" for n, v in inputs.items())
        if key in seen:
            continue
        seen.add(key)
        one = certified(program, changed, inputs, modes, normative=normative)
        if one is not None and size_of(one[0]) < size_of(program):
            found.append(one[0])
        if len(found) >= _CANDIDATES:
            break
    return found


def _smaller_relations(program: Program) -> list[Program]:
    """With other inputs, which nobody has to certify."""
    steps = itertools.chain(_smaller_shapes(program), _simpler_values(program))
    changed = [replace(program, inputs=inputs) for json, inputs, _ in steps if json == program.json]
    return [p for p in changed if size_of(p) < size_of(program)][:_CANDIDATES]


Step = tuple[Json, Inputs, Sequence[str]]


def _one_output(program: Program, output: int) -> Iterator[Step]:
    names = program.json["return"]
    if len(names) > 1:
        order = [output, *(i for i in range(len(names)) if i != output)]
        for place in order[:6]:
            if place < len(names):
                yield {**program.json, "return": [names[place]]}, program.inputs, program.modes


def _without_calls(program: Program, normative: bool) -> Iterator[Step]:
    """A call less: its tensor becomes an input, or what it was computed from; or it has no effect that is read."""
    calls = program.json["calls"]
    whole = certified(program, program.json, program.inputs, program.modes, normative=normative)
    for place in reversed(range(len(calls))):
        rest = calls[:place] + calls[place + 1 :]
        without = {**program.json, "calls": rest}
        lets = [n for n in calls[place].get("let", []) if isinstance(n, str)]
        used = set(names_in(rest)) | set(program.json["return"])
        if not used & set(flat(calls[place].get("let", []))):
            yield without, program.inputs, program.modes
            continue
        if len(lets) == 1:
            for ref in refs_in(calls[place]):
                yield _renamed(without, lets[0], {"ref": ref}), program.inputs, program.modes
        if program.modes != ["program"] and whole is not None:
            values = {}
            for let in lets:
                array = _values_of(whole[1].evaluated(whole[1].names.get(let)))
                if array is not None:
                    values[let] = array
            if values and not set(lets) & set(program.json["return"]):
                yield without, {**program.inputs, **values}, program.modes


def _shorter_lists(program: Program) -> Iterator[Step]:
    """A function with an output or an input less, and a gradient by one variable less."""
    calls = program.json["calls"]
    for place, call in enumerate(calls):
        if call["call"] == "gradients" and len(call["args"][1]) > 1:
            for i in range(len(call["args"][1])):
                shorter = {**call, "let": [_less(call["let"][0], i)]}
                shorter["args"] = [call["args"][0], _less(call["args"][1], i)]
                changed = [*calls[:place], shorter, *calls[place + 1 :]]
                yield {**program.json, "calls": changed}, program.inputs, program.modes
        if call["call"] != "function" or len(call.get("args", [])) < 2:
            continue
        name = call["let"][0]
        for which, i in [(w, i) for w in (0, 1) for i in range(len(call["args"][w]))]:
            arguments = list(call["args"])
            arguments[which] = _less(arguments[which], i)
            changed = []
            for other in calls:
                if other is call:
                    changed.append({**call, "args": arguments})
                elif isinstance(other["call"], dict) and other["call"].get("ref") == name:
                    changed.append(_called_with_less(other, which, i))
                else:
                    changed.append(other)
            kept = set(flat([c.get("let", []) for c in changed]))
            returned = [n for n in program.json["return"] if n in kept]
            yield (
                {**program.json, "calls": changed, "return": returned},
                program.inputs,
                program.modes,
            )


def _called_with_less(call: Json, which: int, i: int) -> Json:
    if which == 0:
        return {**call, "args": [_less(call["args"][0], i)]}
    lets = call.get("let", [])
    return {**call, "let": [_less(lets[0], i)]} if lets and isinstance(lets[0], list) else call


def _less(entries: list[Any], i: int) -> list[Any]:
    return [e for place, e in enumerate(entries) if place != i]


def _values_of(tensor: Any) -> np.ndarray | None:
    if not isinstance(tensor, Tensor):
        return None
    found: Bounded = bounded(tensor, is_array=False)
    if dtypes.is_floating(found.dtype):
        return dtypes.round_to(found.dtype, found.values)
    return found.values


def _smaller_shapes(program: Program) -> Iterator[Step]:
    """Each size that occurs, made 2 and then 1 wherever it occurs; and each dimension of one input alone."""
    sizes = sorted({n for v in program.inputs.values() for n in v.shape if n > 1}, reverse=True)
    for size in sizes:
        for smaller in (1, 2, size // 2):
            if smaller < size:
                inputs = {n: _cut(v, size, smaller) for n, v in program.inputs.items()}
                yield program.json, inputs, program.modes
                yield _resized(program.json, size, smaller), inputs, program.modes
    for name, values in program.inputs.items():
        for axis, size in enumerate(values.shape):
            for smaller in (1, 2, size - 1):
                if 0 < smaller < size:
                    cut = np.take(values, range(smaller), axis)
                    yield program.json, {**program.inputs, name: cut}, program.modes
                    last = np.take(values, range(size - smaller, size), axis)
                    yield program.json, {**program.inputs, name: last}, program.modes
        if values.ndim and values.size == 1:
            yield (
                program.json,
                {**program.inputs, name: values.reshape(values.shape[1:])},
                program.modes,
            )


def _cut(values: np.ndarray, size: int, smaller: int) -> np.ndarray:
    for axis, n in enumerate(values.shape):
        if n == size:
            values = np.take(values, range(smaller), axis)
    return values


def _resized(json: Any, size: int, smaller: int) -> Any:
    """The same size among plain arguments."""
    if isinstance(json, dict):
        return {k: _resized(v, size, smaller) for k, v in json.items()}
    if isinstance(json, list):
        return [
            smaller if type(v) is int and v == size else _resized(v, size, smaller) for v in json
        ]
    return json


def _simpler_values(program: Program) -> Iterator[Step]:
    for name, values in program.inputs.items():
        if values.size == 0:
            continue
        ones = np.ones_like(values)
        simpler = [np.zeros_like(values), ones]
        if dtypes.is_floating(values.dtype.name):
            with np.errstate(all="ignore"):
                simpler.append(np.round(values))
        for other in simpler:
            if not np.array_equal(
                other,
                values,
                equal_nan=values.dtype != bool and dtypes.is_floating(values.dtype.name),
            ):
                yield program.json, {**program.inputs, name: other}, program.modes
        if 1 < values.size <= 16:
            for place in range(values.size):
                for one in (0, 1):
                    changed = values.copy()
                    if changed.flat[place] != one:
                        changed.flat[place] = one
                        yield program.json, {**program.inputs, name: changed}, program.modes


def _other_dtype(program: Program) -> Iterator[Step]:
    for dtype in ("float64", "float16"):
        if any(v.dtype.name == dtype for v in program.inputs.values()):
            with np.errstate(all="ignore"):
                inputs = {
                    n: v.astype("float32") if v.dtype.name == dtype else v
                    for n, v in program.inputs.items()
                }
            changed = json.loads(json.dumps(program.json).replace(f'"{dtype}"', '"float32"'))
            yield changed, inputs, program.modes


def _without_arguments(program: Program) -> Iterator[Step]:
    """A keyword less."""
    for place, call in enumerate(program.json["calls"]):
        for keyword in call.get("kwargs", {}):
            kept = {k: v for k, v in call["kwargs"].items() if k != keyword}
            calls = list(program.json["calls"])
            calls[place] = {**call, "kwargs": kept}
            yield {**program.json, "calls": calls}, program.inputs, program.modes


def _renamed(json: Any, name: str, replacement: Json) -> Any:
    if isinstance(json, dict):
        if json.get("ref") == name:
            return replacement
        return {k: _renamed(v, name, replacement) for k, v in json.items()}
    if isinstance(json, list):
        return [
            replacement["ref"]
            if v == name and isinstance(v, str)
            else _renamed(v, name, replacement)
            for v in json
        ]
    return json
