"""Draws graphs: a chain of calls on placeholders and variables, made a function, with updates and gradients, called more than
once."""

from __future__ import annotations

import contextlib
import random
from typing import Any

from kassay_generators.fuzzing import kinds
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.chain import NOT_DRAWN, Chain, draw_chain
from kassay_generators.fuzzing.gradients import is_moderate
from kassay_generators.fuzzing.swarm import Swarm
from kassay_generators.machine.lazy import Variable
from kassay_generators.machine.values import Tensor
from kassay_generators.numbers import dtypes

_UPDATES = ("update", "update_add", "update_sub", "moving_average_update")
Json = dict[str, Any]


def draw_graph(builder: Builder, swarm: Swarm, stream: random.Random) -> list[str] | None:
    """The names that the program returns; None if there is no valid chain."""
    trial = Builder(swarm.edition, swarm.dtype, normative=builder.machine.normative)
    chain = draw_chain(trial, swarm, stream)
    if chain is None or "function" not in chain.modes:
        return None
    outputs = [n for n in chain.returned() if isinstance(trial.evaluated(trial.names[n]), Tensor)]
    inputs = [n for n in trial.inputs if n in chain.used and n in trial.names]
    if not outputs or not inputs:
        return None
    builder.count = trial.count
    builder.add_inputs(trial.inputs)
    fed: list[str] = []
    variables: list[str] = []
    dynamic = "dynamic" in chain.modes and stream.random() < 0.5
    for name in inputs:
        if stream.random() < 0.4:
            variables.append(name)
        else:
            fed.append(name)
        builder.add(
            _leaf(builder, name, variable=name in variables, dynamic=dynamic, stream=stream)
        )
    renamed = {name: {"ref": f"leaf_{name}"} for name in inputs}
    builder.add(*(_with_leaves(call, renamed) for call in trial.json["calls"]))
    gradients = _gradients(builder, chain, outputs, inputs, stream)
    updates = _updates(builder, chain, variables, outputs, stream)
    return _function(builder, fed, [*outputs, *gradients], updates, variables, stream)


def _leaf(
    builder: Builder, name: str, *, variable: bool, dynamic: bool, stream: random.Random
) -> Json:
    values = builder.inputs[name]
    leaf = [f"leaf_{name}"]
    dtype = values.dtype.name
    if variable:
        return {
            "let": leaf,
            "call": "variable",
            "args": [{"input": name}],
            "kwargs": {"dtype": dtype},
        }
    if dynamic and stream.random() < 0.5:
        known: Json = {"ndim": values.ndim}
    else:
        known = {"shape": [None if dynamic and stream.random() < 0.5 else n for n in values.shape]}
    if values.ndim == 0:
        known = {"shape": []}
    return {"let": leaf, "call": "placeholder", "kwargs": {**known, "dtype": dtype}}


def _with_leaves(json: Any, renamed: dict[str, Json]) -> Any:
    if isinstance(json, dict):
        if isinstance(json.get("ref"), str) and json["ref"] in renamed:
            return renamed[json["ref"]]
        return {k: _with_leaves(v, renamed) for k, v in json.items()}
    return [_with_leaves(v, renamed) for v in json] if isinstance(json, list) else json


def _gradients(
    builder: Builder, chain: Chain, outputs: list[str], inputs: list[str], stream: random.Random
) -> list[str]:
    """Gradients of the sum of an output, by the leaves of its dtype that have elements: an empty leaf does not show whether the
    sum depends on it."""
    floating = [n for n in outputs if dtypes.is_floating(chain.available[n][0])]
    if not floating or stream.random() < 0.3:
        return []
    output = stream.choice(floating)
    dtype = chain.available[output][0]
    leaves = [n for n in inputs if builder.inputs[n].dtype.name == dtype and builder.inputs[n].size]
    if not leaves or not all(is_moderate(builder.inputs[n]) for n in inputs):
        return []
    loss = builder.fresh("loss")
    names = [builder.fresh("g") for _ in leaves]
    call = {
        "let": [names],
        "call": "gradients",
        "args": [{"ref": loss}, [{"ref": f"leaf_{n}"} for n in leaves]],
    }
    with contextlib.suppress(*NOT_DRAWN):
        builder.add({"let": [loss], "call": "sum", "args": [{"ref": output}]}, call)
        found = [n for n in names if builder.names[n] is not None]
        if found:
            return found
    return []


def _updates(
    builder: Builder,
    chain: Chain,
    variables: list[str],
    outputs: list[str],
    stream: random.Random,
) -> list[str]:
    """Updates of variables whose shape and dtype an output, or another leaf, has."""
    updates = []
    for variable in variables:
        leaf = f"leaf_{variable}"
        values = builder.inputs[variable]
        alike = [n for n in outputs if chain.available[n][:2] == (values.dtype.name, values.shape)]
        fitting = [n for n in alike if _has_shape(builder, n, values.shape)]
        function = stream.choice(_UPDATES)
        if function == "moving_average_update" and not _is_finite(builder, [leaf, *fitting]):
            continue
        name = builder.fresh("u")
        source = stream.choice(fitting) if fitting else leaf
        arguments: list[Any] = [{"ref": leaf}, {"ref": source}]
        if function == "moving_average_update":
            arguments.append(stream.choice((0.5, 0.25, 0.9)))
        with contextlib.suppress(*NOT_DRAWN):
            builder.add({"let": [name], "call": function, "args": arguments})
            updates.append(name)
    return updates


def _function(
    builder: Builder,
    fed: list[str],
    outputs: list[str],
    updates: list[str],
    variables: list[str],
    stream: random.Random,
) -> list[str] | None:
    made = builder.fresh("f")
    call: Json = {
        "let": [made],
        "call": "function",
        "args": [[{"ref": f"leaf_{n}"} for n in fed], [{"ref": n} for n in outputs]],
    }
    if updates:
        call["kwargs"] = {"updates": [{"ref": n} for n in updates]}
    returned: list[str] = []
    builder.add(call)
    for _ in range(stream.choice((1, 1, 2, 3)) if updates else 1):
        names = [builder.fresh("r") for _ in outputs]
        feeds = [{"input": n} for n in fed]
        builder.add({"let": [names], "call": {"ref": made}, "args": [feeds]})
        returned += names
    for variable in variables if updates else []:
        name = builder.fresh("v")
        builder.add({"let": [name], "call": "get_value", "args": [{"ref": f"leaf_{variable}"}]})
        returned.append(name)
    return returned


def _is_finite(builder: Builder, names: list[str]) -> bool:
    """Whether the first evaluation of each has only finite floats: no case has others."""
    for name in names:
        tensor = builder.names[name]
        if not isinstance(tensor, Variable):
            return False
        if not dtypes.is_floating(tensor.dtype) or "infinite" in kinds.of_numbers(
            tensor.value.values, tensor.dtype
        ):
            return False
    return True


def _has_shape(builder: Builder, name: str, shape: tuple[int, ...]) -> bool:
    """Whether it has this shape for all fed arrays."""
    with contextlib.suppress(*NOT_DRAWN):
        return bool(builder.names[name].shape == shape)
    return False
