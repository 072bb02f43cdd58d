"""Random programs: what is expected of them, how they are drawn, and how a failing one becomes small."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from kassay_generators.fuzzing import reduction
from kassay_generators.fuzzing.batch import record_of, write_batch
from kassay_generators.fuzzing.bounds import bounded
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.certificate import Certified
from kassay_generators.fuzzing.certifying import certified
from kassay_generators.fuzzing.drawing import draw_program
from kassay_generators.fuzzing.grouping import key_of, maker_of
from kassay_generators.fuzzing.json_names import calls_in
from kassay_generators.fuzzing.program import Bounded, Gradient, Program
from kassay_generators.fuzzing.running import Target
from kassay_generators.machine.values import ProgramError
from kassay_generators.numbers.number import Number, special
from kassay_generators.numbers.precision import Uncertain, wide_balls
from kassay_generators.numbers.undecided import Undecided
from kassay_generators.specification.error import ROOT


def _ran(
    calls: list[dict[str, Any]], normative: bool = True, **inputs: np.ndarray
) -> dict[str, Bounded]:
    """What is expected of each result of a chain."""
    with wide_balls(), np.errstate(all="ignore"):
        builder = Builder("ko", "float32", normative=normative)
        builder.add_inputs(inputs, as_tensors=True)
        builder.add(*calls)
        results = {n: builder.evaluated(builder.names[n]) for c in calls for n in c["let"]}
        return {name: bounded(value, is_array=False) for name, value in results.items()}


def _call(let: str, name: str, *arguments: Any, **keywords: Any) -> dict[str, Any]:
    return {"let": [let], "call": name, "args": list(arguments), "kwargs": keywords}


def _ref(name: str) -> dict[str, str]:
    return {"ref": name}


_X = np.array([0.1, -1.7, 2.3, 0.9], np.float32)


def test_each_call_adds_its_limit() -> None:
    found = _ran([_call("a", "exp", _ref("x")), _call("b", "exp", _ref("a"))], x=_X)
    first, second = found["a"], found["b"]
    ulp = np.spacing(np.abs(first.values).astype(np.float32))
    assert (first.limits > 0).all() and (first.limits <= 8 * ulp).all()
    # The error of the first call is multiplied by the derivative of the second.
    assert (second.limits >= first.limits * second.values).all()


def test_what_float32_computes_is_within_the_limits() -> None:
    calls = [
        _call("a", "exp", _ref("x")),
        _call("b", "softmax", _ref("a")),
        _call("c", "sqrt", _ref("b")),
        _call("d", "sum", _ref("c")),
    ]
    found = _ran(calls, x=_X)["d"]
    a = np.exp(_X)
    b = np.exp(a - a.max())
    answer = np.sqrt(b / b.sum()).sum()
    assert answer.dtype == np.float32
    assert abs(float(answer) - found.values) <= found.limits


def test_what_float16_computes_is_not() -> None:
    found = _ran([_call("a", "exp", _ref("x")), _call("b", "sqrt", _ref("a"))], x=_X)["b"]
    answer = np.sqrt(np.exp(_X.astype(np.float16))).astype(np.float64)
    assert (np.abs(answer - found.values) > found.limits).any()


def test_a_number_that_no_rounding_reaches_stays_exact() -> None:
    found = _ran([_call("a", "operator.add", _ref("x"), _ref("x"))], x=np.float32([1.5, 0]))["a"]
    assert found.values.tolist() == [3, 0] and not found.limits.any()


def test_a_comparison_inside_a_ball_is_undecided() -> None:
    calls = [
        _call("a", "exp", _ref("x")),
        _call("b", "log", _ref("a")),
        _call("c", "greater", _ref("b"), _ref("x")),
    ]
    assert np.isinf(_ran(calls, x=_X)["c"].limits).all()


def test_a_comparison_of_balls_that_are_apart_is_judged() -> None:
    calls = [_call("a", "exp", _ref("x")), _call("c", "greater", _ref("a"), _ref("x"))]
    found = _ran(calls, x=_X)["c"]
    assert found.values.all() and not found.limits.any()


def test_what_is_computed_from_an_undecided_element_is_undecided() -> None:
    calls = [
        _call("a", "exp", _ref("x")),
        _call("b", "log", _ref("a")),
        _call("c", "round", _ref("b")),
        _call("d", "tanh", _ref("c")),
    ]
    assert np.isinf(_ran(calls, x=np.float32([0.5]))["d"].limits).all()


def test_the_sign_of_a_computed_zero_is_open() -> None:
    calls = [
        _call("a", "operator.mul", _ref("x"), 0.0),
        _call("b", "operator.truediv", _ref("y"), _ref("a")),
    ]
    with pytest.raises(Uncertain):
        _ran(calls, x=np.float32([-1]), y=np.float32([1]))


def test_a_subnormal_input_may_be_flushed() -> None:
    found = _ran([_call("a", "identity", _ref("x"))], x=np.float32([1e-40]))["a"]
    assert found.values[0] - found.limits[0] <= 0


def test_a_sum_that_may_overflow_on_the_way_is_undecided() -> None:
    found = _ran([_call("a", "sum", _ref("x"))], x=np.float32([3e38, 3e38, -3e38]))["a"]
    assert np.isinf(found.limits).all()


def test_so_is_one_behind_labels() -> None:
    """The labels have the first dtype of the call."""
    call = _call("a", "sparse_categorical_crossentropy", _ref("labels"), _ref("x"))
    x = np.float32([[0, 2e38, 0, 3e38]])
    assert np.isinf(_ran([call], labels=np.int32([1]), x=x)["a"].limits).all()


def test_what_multiplies_a_product_that_may_underflow_is_undecided() -> None:
    call = _call("a", "separable_conv1d", _ref("x"), _ref("small"), _ref("large"))
    given = {"x": -1.89, "small": 1e-43, "large": 158}
    found = _ran([call], **{n: np.full((1, 1, 1), v, np.float32) for n, v in given.items()})["a"]
    assert np.isinf(found.limits).all()


def test_a_number_that_was_computed_may_be_held_by_chance() -> None:
    x = np.float32([1, 3]).reshape(1, 1, 2, 1)
    call = _call("a", "resize_images", _ref("x"), 1, 2, "channels_last", interpolation="bilinear")
    found = _ran([call], x=x)["a"]
    assert found.values[0, 0, 1, 0] == 2 and found.limits[0, 0, 1, 0] > 0


@pytest.mark.parametrize("name", ["binary_crossentropy", "categorical_crossentropy"])
def test_a_target_of_another_shape_is_not_drawn(name: str) -> None:
    with pytest.raises(ProgramError):
        _ran(
            [_call("a", name, _ref("t"), _ref("x"))],
            t=np.float32([[1]]),
            x=np.float32([[0.5, 0.5]]),
        )


def test_a_condition_of_other_sizes_is_not_drawn() -> None:
    condition = np.array([True, False, True])
    with pytest.raises(ProgramError):
        _ran(
            [_call("a", "switch", _ref("c"), _ref("x"), _ref("y"))], c=condition, x=_X[:2], y=_X[2:]
        )


def test_an_update_of_another_shape_is_not_drawn() -> None:
    calls = [
        {"let": ["p"], "call": "placeholder", "kwargs": {"ndim": 1}},
        {"let": ["v"], "call": "variable", "args": [{"input": "start"}]},
        {"let": ["u"], "call": "update_sub", "args": [_ref("v"), _ref("p")]},
        {"let": ["f"], "call": "function", "args": [[_ref("p")], [], [_ref("u")]]},
        {"call": _ref("f"), "args": [[{"input": "fed"}]]},
    ]
    with wide_balls(), np.errstate(all="ignore"):
        builder = Builder("ko", "float32", normative=True)
        builder.add_inputs({"start": _X[:1], "fed": _X})
        builder.add(*calls[:-1])
        with pytest.raises(ProgramError):
            builder.add(calls[-1])


def test_an_infinite_derivative_is_undecided() -> None:
    """The gradient of sqrt at 0 follows the sign of the zero."""
    derivatives = np.array([special(np.inf), Number.of(1)], dtype=object)
    found = Certified().derivative(derivatives, 1, "float32")
    assert [isinstance(n, Undecided) for n in found] == [True, False]


def test_an_infinite_probability_is_limited_with_the_rounding_of_the_limit() -> None:
    call = _call("a", "categorical_crossentropy", _ref("t"), _ref("x"))
    found = _ran([call], t=np.float32([[1, 0]]), x=np.float32([[8, -8]]))["a"]
    assert found.limits[0] > np.finfo(np.float32).eps / 2


def test_an_accepted_reading_opens_the_elements_in_which_it_differs() -> None:
    x = np.float32([[1, np.nan], [3, 2]])
    call = _call("a", "max", _ref("x"), axis=-1)
    assert np.isinf(_ran([call], normative=False, x=x)["a"].limits).tolist() == [True, False]
    assert not _ran([call], normative=True, x=x)["a"].limits.any()


def test_an_exact_function_of_what_no_case_has_is_not_drawn() -> None:
    with pytest.raises(ProgramError):
        _ran([_call("a", "arange", 0.0, 0.35, 0.1, dtype="float32")])


def test_a_batch_is_a_folder_of_vectors(tmp_path: Path) -> None:
    programs = [draw_program(2, number, ["*"], normative=True) for number in range(12)]
    schema = json.loads((ROOT / "spec/schema/vectors.json").read_text())
    for program in programs:
        tensors: dict[str, np.ndarray] = {}
        document = {
            "format": 1,
            "function": program.function,
            "cases": [record_of(program, tensors)],
        }
        jsonschema.validate(document, schema)
    write_batch(programs, tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert set(manifest["functions"]) == {p.function for p in programs}


def _chain() -> Program:
    json_ = {
        "calls": [
            _call("a", "abs", _ref("x")),
            _call("b", "tanh", _ref("a")),
            _call("c", "concatenate", [_ref("b"), _ref("y")], axis=0),
            _call("d", "square", _ref("c")),
        ],
        "return": ["d"],
    }
    inputs = {"x": np.float32([[3.25, 0.7, -4.1]]), "y": np.float32([[0.3, 0.2, 0.1]])}
    start = Program(
        "a/tanh/float32/fuzz-0-0", "tanh", "activation", "float32", "ko", {}, {}, (), [], []
    )
    found = certified(start, json_, inputs, ["eager"], normative=True)
    assert found is not None
    return found[0]


def _refuses_tanh(programs: list[Program], _: Target) -> list[dict[str, Any]]:
    """The results of a backend that refuses tanh when the call is made."""
    refused = {"outcome": "error", "message": "refused. It says: no tanh"}
    return [
        {"case": program.id, "mode": program.modes[0]}
        | (refused if "tanh" in calls_in(program.json) else {"outcome": "pass"})
        for program in programs
    ]


@pytest.mark.parametrize(("high", "is_valid"), [(1.0, True), (0.0, False)])
def test_a_law_has_more_than_one_number(high: float, is_valid: bool) -> None:
    json_ = {"calls": [_call("a", "random_uniform", [2], 0.0, high)], "return": ["a"]}
    assert (certified(_chain(), json_, {}, ["eager"], normative=True) is not None) == is_valid


def test_a_program_that_takes_too_long_is_not_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kassay_generators.fuzzing.certifying.LONGEST_PROGRAM", 0.1)
    json_ = {"calls": [_call("a", "arange", 0, 10**9)], "return": ["a"]}
    assert certified(_chain(), json_, {}, ["eager"], normative=True) is None


def test_a_call_that_nothing_reads_may_be_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reduction, "run_programs", _refuses_tanh)
    target = Target(Path("kassay"), "none")
    calls = [
        _call("v", "variable", {"input": "y"}),
        _call("a", "abs", _ref("v")),
        _call("t", "tanh", _ref("a")),
        _call("e", "get_value", _ref("v")),
    ]
    json_ = {"calls": calls, "return": ["e"]}
    program = certified(_chain(), json_, _chain().inputs, ["program"], normative=True)
    assert program is not None
    [result] = _refuses_tanh([program[0]], target)
    [small] = reduction.reduced([(program[0], result)], target, normative=True)
    assert calls_in(small.json) == ["variable", "tanh", "get_value"]


@pytest.mark.parametrize(
    "other",
    [
        'no rank 1. Received Tensor("Const:0", shape=(4,))',
        'no rank 3. Received Tensor("Placeholder_7:0", shape=(None, [2]))',
        "\\u{001B}[1mno rank 2. Received Tensor\\u{001B}[0m\n\n",
    ],
)
def test_refusals_of_other_arguments_are_of_one_kind(other: str) -> None:
    one = {"outcome": "error", "message": "refused. It says: no rank 2. Received Tensor(x)"}
    again = {**one, "message": f"refused. It says: {other}"}
    assert reduction.kind_of(one) == reduction.kind_of(again)


def test_a_refusal_behind_a_traceback_is_told_by_its_last_line() -> None:
    said = ["E: in user code:", "", '    File "f.py", line 1, in f', "", "    E: no rank 1", "."]
    message = "refused. It says: " + "\n".join(said)
    assert reduction.kind_of({"outcome": "error", "message": message}).words == "E: no rank"


def _fails_above_2(programs: list[Program], mode: str) -> list[dict[str, Any]]:
    """The results of a backend that fails if tanh gets a number above 2."""
    results = []
    for program in programs:
        assert (program.gradient is not None) == (mode == "gradient")
        again = certified(program, program.json, program.inputs, program.modes, normative=True)
        assert again is not None
        names = again[1].names
        calls = [c for c in program.json["calls"] if c["call"] == "tanh"]
        large = any(
            any(n.nearest > 2 for n in names[c["args"][0]["ref"]].values.flat) for c in calls
        )
        failure = {"check": "element", "output": 0}
        passes = {"case": program.id, "mode": "eager", "outcome": "pass"}
        wrong = {"case": program.id, "mode": mode, "outcome": "fail", "failure": failure}
        results += [passes, wrong] if large else [passes]
    return results


@pytest.mark.parametrize("mode", ["eager", "gradient"])
def test_a_failing_program_becomes_small(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        reduction, "run_programs", lambda programs, _: _fails_above_2(programs, mode)
    )
    target = Target(Path("kassay"), "none")
    result = {"mode": mode, "outcome": "fail", "failure": {"check": "element", "output": 0}}
    program = _chain() if mode == "eager" else replace(_chain(), gradient=Gradient([], [], []))
    small = reduction.reduced([(program, result)], target, normative=True)[0]
    assert [c["call"] for c in small.json["calls"]] == ["tanh"]
    assert [v.size for v in small.inputs.values()] == [1]
    assert key_of(small, result) == "tanh, fail, element, floating"


def test_failures_are_reduced_in_the_same_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []

    def run(programs: list[Program], _: Target) -> list[dict[str, Any]]:
        runs.append(len(programs))
        return _fails_above_2(programs, "eager")

    monkeypatch.setattr(reduction, "run_programs", run)
    target = Target(Path("kassay"), "none")
    result = {"mode": "eager", "outcome": "fail", "failure": {"check": "element", "output": 0}}
    [alone] = reduction.reduced([(_chain(), result)], target, normative=True)
    alone_in = len(runs)
    both = reduction.reduced([(_chain(), result)] * 2, target, normative=True)
    assert [program.json for program in both] == [alone.json] * 2
    assert len(runs) == 2 * alone_in


@pytest.mark.parametrize("data_format", ["channels_first", "channels_last"])
def test_a_gradient_is_judged_where_accepted_readings_have_the_same(data_format: str) -> None:
    """For zeros, both readings of channels_first have the same result, but not the same gradient."""
    calls = [
        _call("v", "variable", {"input": "x"}),
        _call("w", "constant", {"input": "k"}),
        _call("y", "local_conv1d", _ref("v"), _ref("w"), [2], [1], data_format=data_format),
        {**_call("g", "gradients", _ref("y"), [_ref("v")]), "let": [["g"]]},
        _call("e", "eval", _ref("g")),
    ]
    json_ = {"calls": calls, "return": ["e"]}
    inputs = {"x": np.zeros((1, 3, 3), "float32"), "k": np.ones((2, 6, 1), "float32")}
    found = certified(_chain(), json_, inputs, ["program"], normative=False)
    assert (found is not None) == (data_format == "channels_last")


def test_the_function_that_made_a_wrong_output_is_found() -> None:
    """Also behind a function of the graph."""
    calls = [
        _call("p", "placeholder", shape=[1, 3]),
        _call("a", "abs", _ref("p")),
        _call("t", "tanh", _ref("a")),
        _call("f", "function", [_ref("p")], [_ref("a"), _ref("t")]),
        {"let": [["r", "s"]], "call": {"ref": "f"}, "args": [[{"input": "x"}]]},
    ]
    program = replace(_chain(), json={"calls": calls, "return": ["s", "r"]})
    wrong = {"mode": "program", "outcome": "fail"}
    assert maker_of(program, {**wrong, "failure": {"output": 0}}) == "tanh"
    assert maker_of(program, {**wrong, "failure": {"output": 1}}) == "abs"
