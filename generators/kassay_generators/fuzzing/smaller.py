"""The programs that are one step smaller than a program, certified; the largest steps come first."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from kassay_generators.fuzzing.bounds import elements_of
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.certifying import Inputs, certified
from kassay_generators.fuzzing.dead_code import without_dead_code
from kassay_generators.fuzzing.inlining import inlined
from kassay_generators.fuzzing.json_names import flat, names_in, refs_in
from kassay_generators.fuzzing.program import Program
from kassay_generators.numbers import dtypes

Json = dict[str, Any]
# Calls, inputs and modes.
Step = tuple[Json, Inputs, Sequence[str]]
# The elements of a tensor of the program, as inputs have them; None if nothing is certain about them.
ValueOf = Callable[[str], np.ndarray | None]


def smaller_programs(program: Program, output: int, *, normative: bool) -> Iterator[Program]:
    """`output`: the place of the wrong output."""
    if program.is_relation:
        yield from _smaller_relations(program)
        return
    value_of = _values_in(program, normative)
    steps = itertools.chain(
        _one_output(program, output),
        _slices(program),
        _single_calls(program, value_of),
        inlined(program),
        _without_calls(program, value_of),
        _shorter_lists(program),
        _smaller_shapes(program),
        _simpler_values(program),
        _other_dtype(program),
        _without_arguments(program),
    )
    seen = set()
    # The refused call may be one that nothing reads.
    for changed, inputs, modes in (s for step in steps for s in (_without_dead_code(step), step)):
        key = json.dumps(changed) + "".join(f"{n}{v.dtype}{v.tolist()}" for n, v in inputs.items())
        if key in seen:
            continue
        seen.add(key)
        one = certified(program, changed, inputs, modes, normative=normative)
        if one is not None and size_of(one[0]) < size_of(program):
            yield one[0]


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
    """Digits that a reader has to read."""
    return float(sum(len(repr(v)) for v in values.ravel().tolist()))


def _smaller_relations(program: Program) -> Iterator[Program]:
    """The relation with other inputs, without a certificate."""
    for changed, inputs, _ in itertools.chain(_smaller_shapes(program), _simpler_values(program)):
        one = replace(program, inputs=inputs)
        if changed == program.json and size_of(one) < size_of(program):
            yield one


def _values_in(program: Program, normative: bool) -> ValueOf:
    @cache
    def evaluated() -> Builder | None:
        found = certified(program, program.json, program.inputs, program.modes, normative=normative)
        return None if found is None else found[1]

    def value_of(name: str) -> np.ndarray | None:
        # Only a function knows the tensors of a program that consists of graphs.
        if program.modes == ["program"]:
            return None
        builder = evaluated()
        return None if builder is None else elements_of(builder.evaluated(builder.names.get(name)))

    return value_of


def _one_output(program: Program, output: int) -> Iterator[Step]:
    names = program.json["return"]
    if len(names) > 1:
        order = [output, *(i for i in range(len(names)) if i != output)]
        for place in order[:6]:
            if place < len(names):
                yield {**program.json, "return": [names[place]]}, program.inputs, program.modes


def _without_dead_code(step: Step) -> Step:
    changed, inputs, modes = step
    return without_dead_code(changed), inputs, modes


def _slices(program: Program) -> Iterator[Step]:
    """A call that nothing reads, with the calls that it needs, and an output that needs few calls."""
    calls = program.json["calls"]
    needed = _needed(program.json)
    makers = {name: place for place, call in enumerate(calls) for name in _lets(call)}
    returned = [name for name in program.json["return"] if name in makers]
    cheapest = min(returned, key=lambda name: len(needed[makers[name]]), default=None)
    if cheapest is None:
        return
    read = set().union(*(places - {place} for place, places in enumerate(needed)))
    for place in range(len(calls)):
        if place in read:
            continue
        own = [name for name in _lets(calls[place]) if name in program.json["return"]]
        kept = needed[place] | (set() if own else needed[makers[cheapest]])
        changed = [call for at, call in enumerate(calls) if at in kept]
        yield (
            {**program.json, "calls": changed, "return": own or [cheapest]},
            program.inputs,
            program.modes,
        )


def _lets(call: Json) -> list[str]:
    return flat(call.get("let", []))


def _needed(json: Json) -> list[set[int]]:
    """The places of the calls that each call needs, itself among them."""
    read_by_functions = refs_in(json.get("functions", {}))
    makers: dict[str, int] = {}
    needed: list[set[int]] = []
    for place, call in enumerate(json["calls"]):
        direct = {makers[n] for n in (*refs_in(call), *read_by_functions) if n in makers}
        needed.append({place}.union(*(needed[at] for at in direct)))
        makers |= dict.fromkeys(_lets(call), place)
    return needed


def _single_calls(program: Program, value_of: ValueOf) -> Iterator[Step]:
    """Each single call, on the elements of its arguments."""
    calls = program.json["calls"]
    if len(calls) < 2:
        return
    for call in calls:
        computed = [name for name in refs_in(call) if name not in program.inputs]
        values = {name: array for name in computed if (array := value_of(name)) is not None}
        if len(values) == len(set(computed)) and call.get("let"):
            alone = {**program.json, "calls": [call], "return": _lets(call)}
            yield alone, {**program.inputs, **values}, program.modes


def _without_calls(program: Program, value_of: ValueOf) -> Iterator[Step]:
    """One call fewer: its tensor becomes an input, or what it was computed from; or nothing reads its effect."""
    calls = program.json["calls"]
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
        values = {let: array for let in lets if (array := value_of(let)) is not None}
        if values and not set(lets) & set(program.json["return"]):
            yield without, {**program.inputs, **values}, program.modes


def _shorter_lists(program: Program) -> Iterator[Step]:
    """A function with one output or input fewer, and a gradient by one variable fewer."""
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


def _smaller_shapes(program: Program) -> Iterator[Step]:
    """Each size, reduced to 2 and then 1 wherever it occurs; and each dimension of a single input."""
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
                    for kept in (range(smaller), range(size - smaller, size)):
                        cut = np.take(values, kept, axis)
                        inputs = {**program.inputs, name: cut}
                        yield program.json, inputs, program.modes
                        shaped = _with_shape(program.json, list(values.shape), list(cut.shape))
                        yield shaped, inputs, program.modes
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


def _with_shape(json: Any, shape: list[int], smaller: list[int]) -> Any:
    """The smaller shape wherever an argument is the shape."""
    if isinstance(json, dict):
        return {k: _with_shape(v, shape, smaller) for k, v in json.items()}
    if isinstance(json, list):
        return smaller if json == shape else [_with_shape(v, shape, smaller) for v in json]
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
