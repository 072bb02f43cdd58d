"""Findings are filed under the function that is wrong, also where others read its results."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kassay_generators.fuzzing import at_fault, findings, reduction
from kassay_generators.fuzzing.at_fault import ANY_GRADIENT, functions_at_fault
from kassay_generators.fuzzing.bounds import bounded
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.certifying import certified
from kassay_generators.fuzzing.findings import Findings
from kassay_generators.fuzzing.json_names import calls_in
from kassay_generators.fuzzing.program import Bounded, Program
from kassay_generators.fuzzing.running import Target
from kassay_generators.numbers.precision import wide_balls
from kassay_generators.oracles.library import own_library

_TARGET = Target(Path("kassay"), "wrong")
_WRONG = {"softmax": "over-everything", "tanh": "half-argument"}
Run = Callable[..., list[dict[str, Any]]]


def _backend(*wrong: str, wrong_gradient: str = "") -> Run:
    """Runs programs like a backend in which some functions, and the gradient of one, are wrong."""

    def run(programs: Sequence[Program], _: Target, __: Any = ()) -> list[dict[str, Any]]:
        results = []
        for program in programs:
            output = _wrong_output(program, wrong)
            results.append(_result(program, program.modes[0], output))
            if program.gradient is not None:
                is_wrong = wrong_gradient in calls_in(program.json)
                results.append(_result(program, "gradient", 0 if is_wrong else None))
        return results

    return run


def _wrong_output(program: Program, wrong: Sequence[str]) -> int | None:
    with wide_balls(), np.errstate(all="ignore"):
        builder = Builder(program.edition, program.dtype, normative=True)
        for name in wrong:
            reading = own_library().module(name).READINGS[_WRONG[name]]
            builder.machine.replacements[name] = reading
        builder.add_inputs(program.inputs, as_tensors=program.modes != ["program"])
        builder.add(*program.json["calls"])
        for place, expected in enumerate(program.outputs):
            value = builder.evaluated(builder.names[program.json["return"][place]])
            found = bounded(value, is_array=False)
            assert isinstance(expected, Bounded)
            if (np.abs(found.values - expected.values) > expected.limits + found.limits).any():
                return place
    return None


def _result(program: Program, mode: str, wrong_output: int | None) -> dict[str, Any]:
    result: dict[str, Any] = {"case": program.id, "mode": mode, "outcome": "pass"}
    if wrong_output is not None:
        failure = {"check": "element", "output": wrong_output}
        result |= {"outcome": "fail", "failure": failure}
    return result


def _chain(number: int, *functions: str, gradient: bool = False) -> Program:
    """The functions one after the other, filed under the last one."""
    calls, last = [], "x"
    for place, function in enumerate(functions):
        calls.append({"let": [f"y{place}"], "call": function, "args": [{"ref": last}]})
        last = f"y{place}"
    return _certified(number, functions[-1], calls, last, ["eager"], gradient)


def _graph(number: int, *functions: str) -> Program:
    chain = _chain(number, *functions).json
    leaf = {"let": ["x"], "call": "placeholder", "kwargs": {"shape": [2, 2]}}
    made = {
        "let": ["f"],
        "call": "function",
        "args": [[{"ref": "x"}], [{"ref": chain["return"][0]}]],
    }
    called = {"let": [["r"]], "call": {"ref": "f"}, "args": [[{"input": "fed"}]]}
    calls = [leaf, *chain["calls"], made, called]
    return _certified(number, functions[-1], calls, "r", ["program"], False)


def _certified(
    number: int, name: str, calls: list[Any], last: str, modes: list[str], gradient: bool
) -> Program:
    function = own_library().functions[name]
    id_ = f"{function.category}/{name}/float32/fuzz-1-{number}"
    start = Program(id_, name, function.category, "float32", "ko", {}, {}, (), [], [])
    if gradient:
        start.gradient = ANY_GRADIENT
    inputs = {
        "fed" if modes == ["program"] else "x": np.float32([[0.5, -1.25], [2, 0.75 + number]])
    }
    json_ = {"calls": calls, "return": [last]}
    found = certified(start, json_, inputs, modes, normative=True)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("program", [_chain, _graph])
@pytest.mark.parametrize("wrong", ["softmax", "tanh"])
def test_the_first_call_that_fails_alone_is_at_fault(
    program: Callable[..., Program], wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _backend(wrong)
    monkeypatch.setattr(at_fault, "run_programs", run)
    one = program(1, "abs", "softmax", "tanh", "square")
    [result] = run([one], _TARGET)
    assert result["outcome"] == "fail"
    assert functions_at_fault([(one, result)], _TARGET, normative=True) == [wrong]


def test_of_two_wrong_functions_the_first_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    run = _backend("softmax", "tanh")
    monkeypatch.setattr(at_fault, "run_programs", run)
    chains = [_chain(1, "abs", "tanh", "exp"), _chain(2, "softmax", "tanh", "exp")]
    failures = [(chain, run([chain], _TARGET)[0]) for chain in chains]
    assert functions_at_fault(failures, _TARGET, normative=True) == ["tanh", "softmax"]


def test_a_function_of_which_only_the_gradient_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    run = _backend(wrong_gradient="sigmoid")
    monkeypatch.setattr(at_fault, "run_programs", run)
    chain = _chain(1, "exp", "sigmoid", "square", gradient=True)
    assert chain.gradient is not None
    [_, result] = run([chain], _TARGET)
    assert functions_at_fault([(chain, result)], _TARGET, normative=True) == ["sigmoid"]


def test_a_call_that_refuses_what_a_wrong_one_gave_it_is_not_at_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(at_fault, "run_programs", _backend("softmax"))
    chain = _chain(1, "softmax", "tanh")
    refused = {"case": chain.id, "mode": "eager", "outcome": "error", "message": "no such shape"}
    assert functions_at_fault([(chain, refused)], _TARGET, normative=True) == ["softmax"]


def test_without_a_call_that_fails_alone_it_is_what_made_the_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(at_fault, "run_programs", _backend())
    chain = _chain(1, "softmax", "tanh")
    assert functions_at_fault([(chain, _result(chain, "eager", 0))], _TARGET, normative=True) == [
        "tanh"
    ]


def test_findings_of_several_faults_are_filed_under_their_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every program is about a correct function, and both faults are of one kind."""
    run = _backend("softmax", "tanh")
    for module in (at_fault, findings, reduction):
        monkeypatch.setattr(module, "run_programs", run)
    programs = [_chain(n, "abs", "softmax", "exp") for n in range(4)]
    programs += [_chain(n, "abs", "tanh", "exp") for n in range(4, 8)]
    by_id = {program.id: program for program in programs}
    found = Findings(tmp_path, normative=True)
    found.add(by_id.__getitem__, run(programs, _TARGET), _TARGET)
    found.save()
    summary = json.loads((tmp_path / "findings.json").read_text()).values()
    assert {(f["function"], f["case"].split("/")[1], f["count"]) for f in summary} == {
        ("softmax", "softmax", 4),
        ("tanh", "tanh", 4),
    }
    manifest = json.loads((tmp_path / "vectors" / "ko" / "manifest.json").read_text())
    assert set(manifest["functions"]) == {"softmax", "tanh"}
