"""Which failures count as one: those with the same remaining functions, the same kind, and values of the same class."""

from __future__ import annotations

from typing import Any

import numpy as np

from kassay_generators.fuzzing.json_names import flat, refs_in
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.reduction import kind_of
from kassay_generators.numbers import dtypes

# What a program needs around the calls that matter.
FRAME = frozenset(
    ("constant", "variable", "placeholder", "function", "eval", "get_value", "identity")
)


def key_of(program: Program, result: dict[str, Any]) -> str:
    """The key of a reduced program and its result, in words."""
    functions = sorted(set(program.functions) - FRAME) or sorted(set(program.functions))
    kind = kind_of(result)
    parts = [
        "+".join(functions),
        kind.outcome,
        result.get("reading") or kind.words or kind.check,
        _dtypes(program),
        _special(program),
    ]
    return ", ".join(p for p in parts if p)


def maker_of(program: Program, result: dict[str, Any]) -> str:
    """The function that made the wrong output, if the program shows it; otherwise the one that the program is for."""
    if result["outcome"] != "fail" or result["mode"] == "gradient" or program.is_relation:
        return program.function
    makers = {n: call for call in program.json["calls"] for n in flat(call.get("let", []))}
    name = program.json["return"][result["failure"].get("output", 0)]
    while name in makers:
        call = makers[name]
        if isinstance(call["call"], dict):  # a function of the graph: its output at this place
            places, made = flat(call["let"]), makers.get(call["call"]["ref"], {})
            outputs = refs_in(made.get("args", [])[1:2])
            if len(outputs) != len(places):
                break
            name = outputs[places.index(name)]
        elif call["call"] in FRAME and refs_in(call):
            name = refs_in(call)[0]
        else:
            return str(call["call"])
    return program.function


def _dtypes(program: Program) -> str:
    classes = {
        "floating" if dtypes.is_floating(v.dtype.name) else "bool" if v.dtype == bool else "integer"
        for v in program.inputs.values()
    }
    return "+".join(sorted(classes))


def _special(program: Program) -> str:
    for values in program.inputs.values():
        if values.size == 0:
            return "empty"
        if dtypes.is_floating(values.dtype.name):
            if np.isnan(values).any():
                return "NaN"
            if np.isinf(values).any():
                return "infinite"
            if ((values == 0) & np.signbit(values)).any():
                return "negative zero"
    return ""
