"""What is unspecified in random programs, because accepted readings differ or the documents are silent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.certifying import certified
from kassay_generators.fuzzing.expectation import expected_of
from kassay_generators.fuzzing.program import Bounded, Program
from kassay_generators.machine.arithmetic import Exact
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.run_program import run
from kassay_generators.machine.values import ProgramError
from kassay_generators.numbers.precision import wide_balls
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.kinks import OTHERS
from kassay_generators.oracles.library import own_library

Json = dict[str, Any]


def _call(let: Any, name: Any, *arguments: Any, **keywords: Any) -> Json:
    return {"let": [let], "call": name, "args": list(arguments), "kwargs": keywords}


def _ref(name: str) -> Json:
    return {"ref": name}


def _variable(name: str, values: str) -> Json:
    return _call(name, "variable", {"input": values})


def _expected(
    calls: list[Json], names: list[str], *, normative: bool = False, **inputs: np.ndarray
) -> dict[str, Bounded]:
    """By name. A value that is undecided in all elements has none."""
    with wide_balls(), np.errstate(all="ignore"):
        builder = Builder("ko", "float32", normative=normative)
        builder.add_inputs(inputs)
        builder.add(*calls)
        kept, outputs = expected_of(builder, names)
    assert all(isinstance(o, Bounded) for o in outputs)
    return dict(zip(kept, outputs, strict=True))  # type: ignore[arg-type]


def _is_open(output: Bounded) -> list[bool]:
    return [bool(np.isinf(limit)) for limit in output.limits.flat]


def _may_be_refused(calls: list[Json], returned: list[str], **inputs: np.ndarray) -> bool:
    program = Program("a/b/float32/c", "b", "a", "float32", "ko", {}, {}, [], ["program"], [])
    json = {"calls": calls, "return": returned}
    found = certified(program, json, inputs, ["program"], normative=False)
    assert found is not None
    return found[0].may_be_refused


_PAIR = np.float32([1, 0])
_ONE = np.float32([1])


def test_an_output_may_see_new_values() -> None:
    """D-1204. Elements that no update changes are decided, and so is the new value."""
    calls = [
        _variable("v", "x"),
        _variable("w", "y"),
        _call("u", "update_add", _ref("v"), _ref("w")),
        _call("f", "function", [], [_ref("v"), _ref("w")], updates=[_ref("u")]),
        _call(["a", "b"], _ref("f"), []),
        _call("c", "get_value", _ref("v")),
    ]
    inputs = {"x": np.float32([1, 2]), "y": np.float32([1, 3])}
    found = _expected(calls, ["a", "b", "c"], **inputs)
    assert list(found) == ["b", "c"]
    assert not any(_is_open(found["b"]) + _is_open(found["c"]))
    assert not any(_is_open(_expected(calls, ["a"], normative=True, **inputs)["a"]))


def test_an_update_may_see_the_new_values_of_others() -> None:
    """D-1205."""
    calls = [
        _variable("v", "x"),
        _variable("w", "y"),
        _call("u", "update_add", _ref("v"), _ref("w")),
        _call("t", "update_sub", _ref("w"), _ref("v")),
        _call("f", "function", [], [], updates=[_ref("u"), _ref("t")]),
        {"call": _ref("f"), "args": [[]]},
        _call("a", "get_value", _ref("v")),
        _call("b", "get_value", _ref("w")),
    ]
    assert not _expected(calls, ["a", "b"], x=_PAIR, y=_PAIR + 1)
    assert list(_expected(calls, ["a", "b"], normative=True, x=_PAIR, y=_PAIR + 1)) == ["a", "b"]


def test_two_updates_of_one_variable_may_be_refused() -> None:
    """D-1206."""
    calls = [
        _variable("v", "x"),
        _call("u", "update_add", _ref("v"), _ref("v")),
        _call("f", "function", [], [], updates=[_ref("u"), _ref("u")]),
        _call("a", "get_value", _ref("v")),
    ]
    assert _may_be_refused(calls, ["a"], x=_ONE)
    calls[2] = _call("f", "function", [], [], updates=[_ref("u")])
    assert not _may_be_refused(calls, ["a"], x=_ONE)


def test_a_call_that_nothing_evaluates_may_be_refused() -> None:
    """D-1013: a window larger than the image."""
    calls = [
        _variable("v", "x"),
        _call("t", "pool2d", _ref("v"), [3, 2]),
        _call("a", "get_value", _ref("v")),
    ]
    assert _may_be_refused(calls, ["a"], x=np.zeros((1, 1, 1, 1), "float32"))
    assert not _may_be_refused(calls, ["a"], x=np.zeros((1, 3, 3, 1), "float32"))


def test_what_reads_a_result_of_an_open_dtype_may_be_refused() -> None:
    """D-1059."""
    calls = [
        _call("x", "constant", {"input": "i"}, dtype="float16"),
        _call("t", "resize_images", _ref("x"), 2, 2, "channels_last", interpolation="bilinear"),
        _call("y", "abs", _ref("t")),
        _call("n", "ndim", _ref("y")),
    ]
    inputs = {"i": np.ones((1, 1, 1, 1), "float16")}
    assert _may_be_refused(calls, ["n"], **inputs)
    assert not _may_be_refused([*calls[:2], _call("n", "ndim", _ref("t"))], ["n"], **inputs)


@pytest.mark.parametrize("rate", [1, 2])
def test_a_call_that_may_leave_the_range_may_be_refused(rate: int) -> None:
    """D-1014: strides with dilation. The product may underflow."""
    calls = [
        _call("x", "constant", {"input": "i"}),
        _call("k", "constant", {"input": "j"}),
        _call("t", "conv2d", _ref("x"), _ref("k"), strides=[2, 2], dilation_rate=[rate, rate]),
        _call("n", "ndim", _ref("t")),
    ]
    inputs = {"i": np.full((1, 3, 3, 1), 1e-38, "float32"), "j": np.ones((1, 1, 1, 1), "float32")}
    assert _may_be_refused(calls, ["n"], **inputs) == (rate == 2)


# A derivative at a kink of each function that has accepted ones.
_KINKS: dict[str, tuple[list[float], Json]] = {
    "abs": ([0, 2], _call("y", "abs", _ref("v"))),
    "relu": ([0, 2], _call("y", "relu", _ref("v"))),
    "elu": ([0, 2], _call("y", "elu", _ref("v"), 0.5)),
    "max": ([1, 1], _call("y", "max", _ref("v"))),
    "min": ([1, 1], _call("y", "min", _ref("v"))),
    "maximum": ([1, 2], _call("y", "maximum", _ref("v"), _ref("w"))),
    "minimum": ([1, 0], _call("y", "minimum", _ref("v"), _ref("w"))),
    "clip": ([1, 0.5], _call("y", "clip", _ref("v"), 0.0, 1.0)),
    "sqrt": ([0, -1], _call("y", "sqrt", _ref("v"))),
    "std": ([1, 1], _call("y", "std", _ref("v"))),
    "l2_normalize": ([0, 0], _call("y", "l2_normalize", _ref("v"), 0)),
}


def _accepted_conventions() -> list[tuple[str, str]]:
    readings = own_library().functions["gradients"].raw["readings"]
    accepted = [r["id"] for r in readings if r["verdict"] == "accepted" and r["id"] in OTHERS]
    changes = own_library().module("gradients").ONLY_WITH
    return [(reading, function) for reading in accepted for function in changes[reading]]


@pytest.mark.parametrize(("reading", "function"), _accepted_conventions())
def test_an_accepted_derivative_is_within_the_limits(reading: str, function: str) -> None:
    values, call = _KINKS[function]
    calls = [
        _variable("v", "x"),
        _variable("w", "y"),
        call,
        _call(["g"], "gradients", _ref("y"), [_ref("v")]),
        _call("e", "eval", _ref("g")),
    ]
    inputs = {"x": np.float32(values), "y": np.float32([1, 1])}
    with wide_balls(), np.errstate(all="ignore"):
        builder = Builder("ko", "float32", normative=False)
        builder.add_inputs(inputs)
        builder.add(*calls)
        _, outputs = expected_of(builder, ["e"])
    if not outputs:
        # infinite or NaN for some reading, so it is unspecified
        assert function in ("sqrt", "std", "l2_normalize")
        return
    [expected] = outputs
    assert isinstance(expected, Bounded)
    library = own_library()
    machine = Machine(
        library,
        Context("ko", "float32"),
        Exact(),
        {"gradients": library.module("gradients").READINGS[reading]},
    )
    arrays = {name: machine.array(array) for name, array in inputs.items()}
    [found] = run(machine, {"calls": calls, "return": ["e"]}, arrays)
    got = np.array([float(n) for n in found.values.flat])
    is_right = np.abs(got - expected.values) <= expected.limits
    assert (is_right | np.isinf(expected.limits)).all()


def test_a_derivative_beside_a_kink_is_judged() -> None:
    calls = [
        _variable("v", "x"),
        _call("y", "relu", _ref("v")),
        _call(["g"], "gradients", _ref("y"), [_ref("v")]),
        _call("e", "eval", _ref("g")),
    ]
    expected = _expected(calls, ["e"], x=np.float32([0, 2, -1]))["e"]
    assert np.allclose(expected.values, [0.5, 1, 0])
    assert expected.limits[0] >= 0.5
    assert (expected.limits[1:] < 1e-5).all()


@pytest.mark.parametrize(("base", "is_open"), [(0.1, True), (0.5, False)])
def test_a_derivative_that_may_overflow_on_the_way_is_open(base: float, is_open: bool) -> None:
    """The derivative of the second power is beyond float16 for 0.1, and that of both is not."""
    calls = [
        _variable("v", "x"),
        _call("t", "pow", _ref("v"), 3.0),
        _call("y", "pow", _ref("t"), -0.75),
        _call(["g"], "gradients", _ref("y"), [_ref("v")]),
        _call("e", "eval", _ref("g")),
    ]
    calls[0]["kwargs"] = {"dtype": "float16"}
    expected = _expected(calls, ["e"], normative=True, x=np.float16([base]))["e"]
    assert _is_open(expected) == [is_open]


def test_a_partial_sum_of_both_signs_may_become_zero() -> None:
    """D-003: -0.52e-38 is subnormal."""
    x = np.float32([4.801e-38, -9.724e-38, 4.403e-38, 8.706e-38])
    calls = [_call("x", "constant", {"input": "i"}), _call("m", "mean", _ref("x"))]
    expected = _expected([*calls, _call("e", "eval", _ref("m"))], ["e"], i=x)["e"]
    assert abs(8.706e-38 / 4 - expected.values) <= expected.limits


def _is_drawn(calls: list[Json], *, normative: bool = False, **inputs: np.ndarray) -> bool:
    try:
        with wide_balls(), np.errstate(all="ignore"):
            builder = Builder("ko", "float32", normative=normative)
            builder.add_inputs(inputs)
            builder.add(*calls)
    except ProgramError:
        return False
    return True


@pytest.mark.parametrize(("bound", "drawn"), [(2**31 - 1, True), (2**31, False)])
def test_a_bound_beyond_the_dtype_is_not_drawn(bound: int, drawn: bool) -> None:
    calls = [
        _call("x", "constant", {"input": "i"}, dtype="int32"),
        _call("c", "clip", _ref("x"), -1, bound),
    ]
    assert _is_drawn(calls, i=np.int32([3])) == drawn


@pytest.mark.parametrize(("low", "drawn"), [(0, True), (2, False)])
def test_tensors_as_bounds_that_have_crossed_are_not_drawn(low: float, drawn: bool) -> None:
    """D-102 is about numbers."""
    calls = [
        _call("x", "constant", {"input": "i"}),
        _call("l", "constant", {"input": "j"}),
        _call("c", "clip", _ref("x"), _ref("l"), 1.0),
    ]
    assert _is_drawn(calls, i=_PAIR, j=np.float32([low, 0])) == drawn
    numbers = [calls[0], _call("c", "clip", _ref("x"), 2.0, 1.0)]
    assert _is_drawn(numbers, i=_PAIR)


@pytest.mark.parametrize(("size", "drawn"), [(1, True), (2, False)])
def test_vectors_that_do_not_fit_the_axis_are_not_drawn(size: int, drawn: bool) -> None:
    calls = [
        _call("x", "constant", {"input": "i"}),
        _call("p", "constant", {"input": "j"}),
        _call("b", "batch_normalization", _ref("x"), *[_ref("p")] * 4),
    ]
    inputs = {"i": np.ones((2, 1), "float32"), "j": np.ones(size, "float32")}
    assert _is_drawn(calls, **inputs) == drawn


def test_an_empty_shape_beside_ndim_is_open() -> None:
    """D-1122."""
    calls = [_call("p", "placeholder", shape=[], ndim=2)]
    assert _is_drawn(calls, normative=True)
    assert not _is_drawn(calls)


@pytest.mark.parametrize(("fed", "drawn"), [("whole", True), ("part", False)])
def test_an_update_that_broadcasts_is_not_drawn(fed: str, drawn: bool) -> None:
    calls = [
        _variable("v", "whole"),
        _call("p", "placeholder", ndim=1),
        _call("u", "update_add", _ref("v"), _ref("p")),
        _call("f", "function", [_ref("p")], [], updates=[_ref("u")]),
        {"call": _ref("f"), "args": [[{"input": fed}]]},
    ]
    assert _is_drawn(calls, whole=_PAIR, part=_ONE) == drawn


@pytest.mark.parametrize(("fed", "drawn"), [("whole", True), ("part", False)])
def test_an_array_of_another_shape_is_not_fed(fed: str, drawn: bool) -> None:
    calls = [
        _call("p", "placeholder", shape=[2]),
        _call("f", "function", [_ref("p")], [_ref("p")]),
        _call(["a"], _ref("f"), [{"input": fed}]),
    ]
    assert _is_drawn(calls, whole=_PAIR, part=_ONE) == drawn
