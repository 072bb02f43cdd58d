"""A step of the reduction: turns a program with graphs into a chain of calls on tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kassay_generators.fuzzing.certifying import Inputs
from kassay_generators.fuzzing.json_names import flat
from kassay_generators.fuzzing.program import Program

_LEAVES = ("variable", "constant", "placeholder")
Json = dict[str, Any]


def inlined(program: Program) -> Iterator[tuple[Json, Inputs, Sequence[str]]]:
    """Variables, constants and fed placeholders become inputs; results of a function become the values that it evaluates, and
    eval becomes its argument. State is lost, so only failures that do not need it remain."""
    if program.modes != ["program"]:
        return
    calls = program.json["calls"]
    inputs = dict(program.inputs)
    names: dict[str, str] = {}  # what replaces a result
    functions: dict[str, tuple[list[Any], list[Any]]] = {}
    kept: list[Json] = []
    fed: dict[str, str] = {}
    for call in calls:
        target, lets = call["call"], call.get("let", [])
        arguments = call.get("args", [])
        if target in ("variable", "constant") and arguments and "input" in _as_map(arguments[0]):
            dtype = call.get("kwargs", {}).get("dtype", "float32")
            values = inputs[arguments[0]["input"]]
            inputs[lets[0]] = values.astype(dtype) if isinstance(dtype, str) else values
        elif target == "placeholder":
            continue
        elif target == "function" and len(arguments) >= 2:
            functions[lets[0]] = (arguments[0], arguments[1])
        elif isinstance(target, dict) and target.get("ref") in functions:
            wanted, outputs = functions[target["ref"]]
            for leaf, value in zip(wanted, arguments[0], strict=False):
                if "input" in _as_map(value) and "ref" in _as_map(leaf):
                    fed.setdefault(leaf["ref"], value["input"])
            results = lets[0] if lets and isinstance(lets[0], list) else []
            for let, output in zip(results, outputs, strict=False):
                if isinstance(let, str) and "ref" in _as_map(output):
                    names[let] = output["ref"]
        elif target in ("eval", "get_value") and lets and "ref" in _as_map(arguments[0]):
            names[lets[0]] = arguments[0]["ref"]
        else:
            kept.append(call)
    for leaf, source in fed.items():
        inputs[leaf] = program.inputs[source]
    returned = [_followed(name, names) for name in program.json["return"]]
    made = {n for call in kept for n in flat(call.get("let", []))}
    if all(name in made for name in returned):
        changed = {**program.json, "calls": kept, "return": returned}
        yield changed, inputs, ["eager"]
        yield changed, inputs, ["function"]


def _as_map(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _followed(name: str, names: dict[str, str]) -> str:
    while name in names:
        name = names[name]
    return name
