"""Programs made of the programs of several cases: state, functions with updates, control flow, settings, samples. They run one
after the other and share the state of the API; arrays that one returns are the inputs of a later one where they fit."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.fuzzing import kinds
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.call_drawing import elements
from kassay_generators.fuzzing.chain import NOT_DRAWN
from kassay_generators.fuzzing.json_names import flat
from kassay_generators.fuzzing.moves import draw_move
from kassay_generators.fuzzing.settings import calls_of
from kassay_generators.fuzzing.swarm import Swarm
from kassay_generators.fuzzing.templates import templates
from kassay_generators.machine.values import Array

_TAKEN_OVER = 0.6
_MOVED = 0.7
_KEPT = 0.5  # how often an input of a case keeps its elements


def draw_fragments(builder: Builder, swarm: Swarm, stream: random.Random) -> list[str] | None:
    """The names that the program returns; None if the fragment of the wanted function is not valid."""
    others = stream.choice((0, 1, 1, 2, 3)) if swarm.functions else 0
    names = [stream.choice(swarm.functions) for _ in range(others)]
    returned: list[str] = []
    builder.add(*calls_of(swarm.settings))
    for place, name in enumerate([*names, swarm.wanted]):
        case = _chosen(name, swarm, stream)
        if case is None:
            if place == len(names):
                return None
            continue
        try:
            returned += _add(builder, case, f"p{place}_", swarm, stream, returned)
        except NOT_DRAWN:
            return None  # half of its effects are in the state
    return returned


def _chosen(name: str, swarm: Swarm, stream: random.Random) -> Case | None:
    cases = templates().fragments.get(name, ())
    for _ in range(6):
        case = stream.choice(cases) if cases else None
        if case is not None and swarm.edition in case.editions:
            return case
    return None


def _add(
    builder: Builder,
    case: Case,
    prefix: str,
    swarm: Swarm,
    stream: random.Random,
    earlier: list[str],
) -> list[str]:
    assert case.program is not None
    taken: dict[str, str] = {}
    inputs = {}
    for name, tensor in case.arguments.items():
        allowed = kinds.seen_in_fragments(case.function.name, case.group["name"], name)
        fitting = [e for e in earlier if _is_like(builder.names[e], tensor, allowed)]
        if fitting and not _is_read_as_sparse(case.program, name) and stream.random() < _TAKEN_OVER:
            taken[name] = stream.choice(fitting)
        elif stream.random() < _KEPT:
            inputs[prefix + name] = tensor.values
        else:
            inputs[prefix + name] = elements(
                tensor, tensor.values.shape, stream, swarm.edges, allowed
            )
    functions = case.program.get("functions", {})
    renaming = _Renaming(prefix, set(functions), taken)
    renamed = [renaming.call(call) for call in case.program["calls"]]
    calls = [made for call in renamed for made in _with_move(call, inputs, swarm, stream)]
    builder.add_inputs(inputs)
    for name, function in functions.items():
        builder.add_function(prefix + name, renaming.function(name, function))
    builder.add(*calls)
    return [prefix + name for name in case.program["return"]]


def _with_move(
    call: dict[str, Any], inputs: dict[str, np.ndarray], swarm: Swarm, stream: random.Random
) -> list[dict[str, Any]]:
    """Now and then a constant becomes the result of a call on other constants; adds their elements to `inputs`."""
    match call:
        case {"call": "constant", "let": [str(name)], "args": [{"input": str(source)}]}:
            pass
        case _:
            return [call]
    if source not in inputs or stream.random() >= _MOVED:
        return [call]
    move = draw_move(inputs[source], stream)
    if swarm.leaves_out(move.function):
        return [call]
    calls: list[dict[str, Any]] = []
    refs: list[Any] = []
    for place, part in enumerate(move.reads):
        new = f"{source}_{place}"
        inputs[new] = part
        like = call.get("kwargs", {}) if part.dtype == inputs[source].dtype else {"dtype": "int32"}
        calls.append({**call, "let": [f"{name}_{place}"], "args": [{"input": new}], "kwargs": like})
        refs.append({"ref": f"{name}_{place}"})
    reads = [refs] if move.takes_list else refs
    return [*calls, {"let": [name], "call": move.function, "args": [*reads, *move.plain]}]


def _is_like(value: Any, tensor: TensorValue, allowed: kinds.Kinds) -> bool:
    if not isinstance(value, Array) or value.dtype != tensor.dtype:
        return False
    if value.shape != tensor.values.shape:
        return False
    return kinds.of_numbers(value.values, value.dtype) <= allowed


def _is_read_as_sparse(json: Any, name: str) -> bool:
    """Such a tensor can only be an input."""
    if isinstance(json, dict):
        return json.get("sparse") == name or any(_is_read_as_sparse(v, name) for v in json.values())
    return isinstance(json, list) and any(_is_read_as_sparse(v, name) for v in json)


class _Renaming:
    """Adds a prefix to the names of a fragment; inputs taken over from results become references. `own`: the names of a
    function, which get another prefix: if the reduction makes a result an input, it may have the same name outside."""

    def __init__(
        self,
        prefix: str,
        functions: set[str],
        taken: dict[str, str],
        own: Mapping[str, str] | None = None,
    ) -> None:
        self.prefix, self.functions, self.taken, self.own = prefix, functions, taken, own or {}

    def call(self, call: dict[str, Any]) -> dict[str, Any]:
        renamed = {
            k: self.argument(v) for k, v in call.items() if k not in ("let", "call", "kwargs")
        }
        if "let" in call:
            renamed["let"] = self.pattern(call["let"])
        if "kwargs" in call:
            renamed["kwargs"] = {k: self.argument(v) for k, v in call["kwargs"].items()}
        target = call["call"]
        renamed["call"] = target if isinstance(target, str) else self.argument(target)
        return renamed

    def function(self, name: str, function: dict[str, Any]) -> dict[str, Any]:
        lets = [call.get("let", []) for call in function["calls"]]
        own = {n: f"{self.prefix}{name}_{n}" for n in flat([function["parameters"], *lets])}
        inside = _Renaming(self.prefix, self.functions, self.taken, own)
        return {
            "parameters": inside.pattern(function["parameters"]),
            "calls": [inside.call(call) for call in function["calls"]],
            "return": inside.argument(function["return"]),
        }

    def pattern(self, pattern: Any) -> Any:
        if isinstance(pattern, list):
            return [self.pattern(p) for p in pattern]
        return self.own.get(pattern, self.prefix + pattern)

    def argument(self, argument: Any) -> Any:
        match argument:
            case {"input": name}:
                if name in self.taken:
                    return {"ref": self.taken[name]}
                return {"input": self.prefix + name}
            case {"ref": name}:
                return {"ref": self.own.get(name, self.prefix + name)}
            case {"sparse": name}:
                return {"sparse": self.prefix + name}
            case {"function": name}:
                return {"function": self.prefix + name}
            case list():
                return [self.argument(a) for a in argument]
        return argument
