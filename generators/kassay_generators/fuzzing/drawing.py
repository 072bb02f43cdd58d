"""Draws a program and finds the answers that a correct backend may give."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence

import numpy as np

from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.chain import NOT_DRAWN, Chain, draw_chain
from kassay_generators.fuzzing.expectation import expected_of
from kassay_generators.fuzzing.fragments import draw_fragments
from kassay_generators.fuzzing.gradients import gradient_of
from kassay_generators.fuzzing.graph import draw_graph
from kassay_generators.fuzzing.json_names import calls_in, refs_in
from kassay_generators.fuzzing.program import Bounded, Expected, Plain, Program
from kassay_generators.fuzzing.relations import draw_relation
from kassay_generators.fuzzing.steps import draw_steps
from kassay_generators.fuzzing.swarm import Swarm, draw_swarm, is_left_out
from kassay_generators.machine.values import Array
from kassay_generators.numbers.dtypes import is_floating
from kassay_generators.numbers.precision import wide_balls
from kassay_generators.oracles.library import own_library
from kassay_generators.specification.function import EDITIONS

_TRIES = 40


class NoProgram(Exception):
    """No valid program was found in many tries."""


_DIFFERENTIATED = 0.8


def draw_program(
    seed: int,
    number: int,
    globs: Sequence[str],
    *,
    normative: bool,
    editions: Sequence[str] = EDITIONS,
    alone: bool = False,
) -> Program:
    """Program `number` of a seed: always the same one. `alone`: a single call, or the program of one case. Raises NoProgram."""
    stream = random.Random(f"kassay fuzz {seed} {number}")
    with wide_balls(), np.errstate(all="ignore"):
        for _ in range(_TRIES):
            swarm = draw_swarm(stream, globs, editions)
            swarm = swarm.alone() if alone else swarm
            builder = Builder(swarm.edition, swarm.dtype, normative=normative)
            try:
                program = _drawn(builder, swarm, stream, f"{seed}-{number}")
            except NOT_DRAWN:
                continue
            if program is None or not program.outputs:
                continue
            if not any(is_left_out(name, globs) for name in program.functions):
                return program
    raise NoProgram


def _drawn(builder: Builder, swarm: Swarm, stream: random.Random, name: str) -> Program | None:
    if swarm.style == "relation":
        return _related(swarm, stream, name)
    chain: Chain | None = None
    if swarm.style in ("chain", "call"):
        chain = draw_chain(builder, swarm, stream)
        names = chain.returned() if chain is not None else None
    elif swarm.style == "graph":
        names = draw_graph(builder, swarm, stream)
    elif swarm.style == "steps":
        names = draw_steps(builder, swarm, stream)
    else:
        names = draw_fragments(builder, swarm, stream)
    if not names:
        return None
    kept, outputs = expected_of(builder, names)
    if not kept:
        return None
    builder.json["return"] = kept
    builder.drop_unused_inputs()
    modes = ["program"]
    if chain is not None:
        modes = _modes(chain, builder, outputs)
    function = own_library().functions[swarm.wanted]
    dtype = next((o.dtype for o in outputs if not isinstance(o, Plain)), swarm.dtype)
    program = Program(
        f"{function.category}/{function.name}/{dtype}/fuzz-{name}",
        function.name,
        function.category,
        dtype,
        swarm.edition,
        builder.json,
        builder.inputs,
        outputs,
        modes,
        list(dict.fromkeys(calls_in(builder.json))),
        builder.machine.refusals,
    )
    if chain is not None and "function" in modes and stream.random() < _DIFFERENTIATED:
        with contextlib.suppress(*NOT_DRAWN):
            program.gradient = gradient_of(program, builder, stream)
    return program


def _related(swarm: Swarm, stream: random.Random, name: str) -> Program:
    dtype = swarm.dtype if is_floating(swarm.dtype) else "float32"
    related = draw_relation(swarm.wanted, dtype, stream)
    function = own_library().functions[swarm.wanted]
    return Program(
        f"{function.category}/{function.name}/{dtype}/fuzz-{name}",
        function.name,
        function.category,
        dtype,
        swarm.edition,
        related.json,
        related.inputs,
        [Bounded("float32", np.ones(()), np.zeros(()))],
        related.modes,
        list(dict.fromkeys(calls_in(related.json))),
        is_relation=True,
    )


def _modes(chain: Chain, builder: Builder, outputs: Sequence[Expected]) -> list[str]:
    """The modes of a chain. A graph needs a placeholder, and its outputs must be tensors."""
    reads_tensor = any(name in builder.inputs for name in refs_in(builder.json["calls"]))
    tensors = all(isinstance(o, Bounded) for o in outputs)
    names = builder.json["return"]
    is_graph = (
        reads_tensor and tensors and not any(isinstance(builder.names[n], Array) for n in names)
    )
    return chain.modes if is_graph else ["eager"]
