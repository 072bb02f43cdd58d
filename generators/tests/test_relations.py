"""Programs on large tensors that say themselves whether two ways agree."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kassay_generators.fuzzing.drawing import draw_program
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.reduction import reduced
from kassay_generators.fuzzing.relations import Writer
from kassay_generators.fuzzing.running import Target, run_programs
from kassay_generators.specification.error import ROOT
from kassay_generators.vectors.answer import Accuracy

TARGET = Target(Path(os.environ.get("KASSAY_BUILD", ROOT / "build")) / "bin/kassay", "optimized")


def _relation(function: str) -> Program:
    drawn = (draw_program(1, i, [function], normative=True, editions=["ko"]) for i in range(200))
    return next(program for program in drawn if program.is_relation)


def _outcomes(program: Program) -> set[str]:
    return {result["outcome"] for result in run_programs([program], TARGET)}


@pytest.mark.parametrize("function", ["conv2d", "exp", "tile", "gradients"])
def test_a_relation_holds(function: str) -> None:
    assert _outcomes(_relation(function)) == {"pass"}


def _exchanged(program: Program) -> Program:
    """With the results of the parts in the wrong order."""
    calls = [dict(call) for call in program.json["calls"]]
    last = max(i for i, call in enumerate(calls) if call["call"] == "concatenate")
    calls[last]["args"] = [calls[last]["args"][0][::-1], *calls[last]["args"][1:]]
    return replace(program, json={**program.json, "calls": calls})


def test_one_that_does_not_hold_is_a_failure() -> None:
    assert _outcomes(_exchanged(_relation("conv2d"))) == {"fail"}


def test_it_becomes_small() -> None:
    program = _exchanged(_relation("softmax"))
    result = next(iter(run_programs([program], TARGET)))
    small = reduced([(program, result)], TARGET, normative=True)[0]
    assert max(values.size for values in small.inputs.values()) <= 4


@pytest.mark.parametrize(("ulps", "outcome"), [(7, "pass"), (20, "fail")])
def test_two_ways_may_be_twice_the_limit_apart(ulps: int, outcome: str) -> None:
    a = np.float32([1.9, -3.9])
    writer = Writer(random.Random(1), "float32")
    check = writer.close({"ref": "a"}, {"ref": "b"}, Accuracy(4, 0, 0))
    json = {"calls": writer.calls, "return": [check["ref"]]}
    inputs = {"a": a, "b": a + ulps * np.spacing(a)}
    program = replace(_relation("exp"), json=json, inputs=inputs)
    assert _outcomes(program) == {outcome}
