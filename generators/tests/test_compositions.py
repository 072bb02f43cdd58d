"""Programs around calls: the origin of tensors, and the use of results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kassay_generators.cases.case import Case
from kassay_generators.cases.expansion import expand
from kassay_generators.oracles.library import own_library
from kassay_generators.vectors.answer import Answer, Expectation, TensorOutput, ValueOutput
from kassay_generators.vectors.compositions import calls_among, compose
from kassay_generators.vectors.evaluate import evaluate
from kassay_generators.vectors.pairs import Pairs

_LIBRARY = own_library()


def _composed(name: str, *groups: str) -> tuple[Pairs[Expectation], dict[str, Answer]]:
    """The programs drawn around the calls of these groups, and the answers of these calls."""
    function, module = _LIBRARY.functions[name], _LIBRARY.module(name)
    cases = [c for c in expand(function) if c.group["name"] in groups]
    answered = [(case, evaluate(case, module)) for case in cases]
    pairs: Pairs[Expectation] = Pairs()
    compose(function, list(calls_among(answered)), lambda case: evaluate(case, module), pairs)
    return pairs, {case.id: found.answer for case, found in answered}


@pytest.fixture(scope="module")
def cumsum() -> tuple[Pairs[Expectation], dict[str, Answer]]:
    return _composed("cumsum", "default", "positional", "empty")


def _words(case: Case) -> list[str]:
    """The parts of the id of a program around a call of one tensor: composed, the origin, the use, the call."""
    return case.id.rpartition("/")[2].split(",", 3)


def _use_of(case: Case) -> str:
    return _words(case)[2]


def test_the_answer_is_that_of_the_call_alone(cumsum: Any) -> None:
    pairs, answers = cumsum
    evaluated = [(c, found) for c, found in pairs.drawn if _use_of(c) == "evaluated"]
    assert evaluated
    for case, found in evaluated:
        alone = answers[case.id.replace(",".join(_words(case)), _words(case)[3])]
        assert np.array_equal(found.answer.outputs[0].values, alone.outputs[0].values)


def test_arrays_lie_differently_in_memory(cumsum: Any) -> None:
    pairs, _ = cumsum
    layouts = {
        layout: case.arguments[name].values
        for case, _ in pairs.drawn
        for name, layout in case.program.get("layouts", {}).items()
    }
    assert set(layouts) == {"transposed", "sliced", "reversed", "broadcast"}
    broadcast = layouts["broadcast"]
    assert np.array_equal(broadcast[0], broadcast[1], equal_nan=True)


def test_a_placeholder_gets_its_array_from_a_function(cumsum: Any) -> None:
    pairs, _ = cumsum
    found = [case for case, _ in pairs.drawn if "/composed,placeholder" in case.id]
    assert found
    for case in found:
        calls = [call["call"] for call in case.program["calls"]]
        assert "function" in calls and "eval" not in calls


def test_a_call_that_reads_a_setting_is_made_with_other_values_of_it() -> None:
    pairs, answers = _composed("bias_add", "value", "channels-first", "default")
    found = [
        (c, a) for c, a in pairs.drawn if "/composed,image-data-format=channels_first," in c.id
    ]
    assert found
    for case, _ in found:
        first = case.program["calls"][0]
        assert (first["call"], first["args"]) == ("set_image_data_format", ["channels_first"])
    assert answers and not any("set_epsilon" in str(case.program["calls"][0]) for case, _ in found)


def test_each_origin_and_each_use_is_drawn(cumsum: Any) -> None:
    pairs, _ = cumsum
    called = {str(call["call"]) for case, _ in pairs.drawn for call in case.program["calls"]}
    origins = {"constant", "variable", "placeholder", "permute_dimensions", "reverse", "slice"}
    assert origins | {"max"} <= called
    assert {_use_of(case) for case, _ in pairs.drawn} == {
        *("evaluated", "evaluated-twice", "described", "permuted", "called-after-other-settings"),
    }


def test_a_result_that_is_described_has_its_shape_rank_and_dtype(cumsum: Any) -> None:
    pairs, _ = cumsum
    described = [found for case, found in pairs.drawn if _use_of(case) == "described"]
    assert described
    for found in described:
        shape, rank, dtype, value = found.answer.outputs
        assert isinstance(shape, ValueOutput) and isinstance(value, TensorOutput)
        assert shape.value == list(value.values.shape)
        assert (rank.value, dtype.value) == (value.values.ndim, value.dtype)


def test_settings_are_those_of_the_beginning_when_a_call_is_made_again(cumsum: Any) -> None:
    pairs, _ = cumsum
    case = next(c for c, _ in pairs.drawn if _use_of(c) == "called-after-other-settings")
    calls = [call["call"] for call in case.program["calls"]]
    assert calls.count("cumsum") == calls.count("set_floatx") == 2
    last = [call for call in case.program["calls"] if call["call"] == "set_floatx"][-1]
    assert last["args"] == ["float32"]


def test_a_case_has_the_accuracy_of_its_call(cumsum: Any) -> None:
    pairs, _ = cumsum
    for case, found in pairs.drawn:
        assert found.accuracy.ulps == case.group["accuracy"]["ulps"] == 1


def test_pairs_of_origins_are_drawn_for_two_tensors() -> None:
    pairs, _ = _composed("dot", "matrix")
    wanted = (("origin of x", "slice"), ("origin of y", "permute_dimensions"))
    assert wanted in pairs.added


def test_without_a_call_of_a_tensor_nothing_is_drawn() -> None:
    pairs, _ = _composed("eye", "value")
    assert not pairs.drawn and not pairs.classes
