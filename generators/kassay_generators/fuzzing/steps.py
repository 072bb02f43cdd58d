"""Draws functions of the program, and calls of map_fn, foldl, foldr and rnn with them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from kassay_generators.cases import domains
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.swarm import Swarm
from kassay_generators.fuzzing.templates import LOOPS, is_unary
from kassay_generators.numbers.dtypes import is_floating

_OPERATORS = ("operator.add", "operator.sub", "operator.mul", "operator.neg")
Json = dict[str, Any]


def draw_steps(builder: Builder, swarm: Swarm, stream: random.Random) -> list[str]:
    """The names that the program returns. Raises what the machine raises."""
    dtype = swarm.dtype if is_floating(swarm.dtype) else "float32"
    unary = [name for name in {*swarm.functions, swarm.wanted} if is_unary(name)]
    unary.sort()
    kind = swarm.wanted if swarm.wanted in LOOPS else stream.choice(LOOPS)
    shape = tuple(stream.choice(swarm.sizes) for _ in range(3 if kind == "rnn" else 2))
    x, name = builder.fresh(), "t_out"
    builder.add_inputs({x: domains.draw("moderate", dtype, shape, stream)})
    leaf = "leaf_x"
    builder.add(
        {"let": [leaf], "call": "variable", "args": [{"input": x}], "kwargs": {"dtype": dtype}}
    )
    body = _Body(unary, swarm.wanted, stream)
    if kind == "map_fn":
        builder.add_function("step", body.function(["e"], [["e"]], []))
        builder.add({"let": [name], "call": kind, "args": [{"function": "step"}, {"ref": leaf}]})
        return _evaluated(builder, [name])
    if kind != "rnn":
        builder.add_function("step", body.function(["a", "e"], [["a", "e"]], []))
        builder.add({"let": [name], "call": kind, "args": [{"function": "step"}, {"ref": leaf}]})
        return _evaluated(builder, [name])
    h = builder.fresh()
    builder.add_inputs({h: domains.draw("moderate", dtype, (shape[0], shape[2]), stream)})
    state = "leaf_h"
    builder.add(
        {"let": [state], "call": "variable", "args": [{"input": h}], "kwargs": {"dtype": dtype}}
    )
    builder.add_function("step", body.function(["e", ["h"]], [["h", "e"]], ["state"]))
    keywords: Json = {}
    if stream.random() < 0.4:
        keywords["go_backwards"] = True
    if stream.random() < 0.4:
        keywords["unroll"] = True
    if stream.random() < 0.5:
        mask = builder.fresh()
        builder.add_inputs({mask: _mask(shape[:2], stream)})
        builder.add(
            {
                "let": ["leaf_m"],
                "call": "constant",
                "args": [{"input": mask}],
                "kwargs": {"dtype": "bool"},
            }
        )
        keywords["mask"] = {"ref": "leaf_m"}
    builder.add(
        {
            "let": ["t_last", "t_all", ["t_state"]],
            "call": "rnn",
            "args": [{"function": "step"}, {"ref": leaf}, [{"ref": state}]],
            "kwargs": keywords,
        }
    )
    return _evaluated(builder, ["t_last", "t_all", "t_state"])


class _Body:
    def __init__(self, unary: list[str], wanted: str, stream: random.Random) -> None:
        self.unary, self.stream = unary, stream
        self.first = [wanted] if wanted in unary else unary

    def function(self, parameters: list[Any], pairs: list[list[str]], states: list[str]) -> Json:
        """A function that combines the names of `pairs`, and then applies a few functions."""
        calls: list[Json] = []
        (names,) = pairs
        last = names[0]
        if len(names) == 2:
            operator = self.stream.choice(_OPERATORS[:3])
            calls.append(
                {"let": ["c0"], "call": operator, "args": [{"ref": names[0]}, {"ref": names[1]}]}
            )
            last = "c0"
        for place in range(1, self.stream.choice((2, 2, 3, 4))):
            others = [*self.unary, "operator.neg", "operator.mul"]
            name = self.stream.choice(self.first or others if place == 1 else others)
            arguments: list[Any] = [{"ref": last}]
            if name == "operator.mul":
                arguments.append(self.stream.choice((0.5, 2.0, -1.0)))
            calls.append({"let": [f"c{place}"], "call": name, "args": arguments})
            last = f"c{place}"
        returned: list[Any] = [{"ref": last}]
        if states:
            returned.append([{"ref": last}])
        return {"parameters": parameters, "calls": calls, "return": returned}


def _mask(shape: tuple[int, ...], stream: random.Random) -> np.ndarray:
    return np.array([stream.random() < 0.7 for _ in range(int(np.prod(shape)))], bool).reshape(
        shape
    )


def _evaluated(builder: Builder, names: list[str]) -> list[str]:
    found = []
    for name in names:
        builder.add({"let": [f"{name}_value"], "call": "eval", "args": [{"ref": name}]})
        found.append(f"{name}_value")
    return found
