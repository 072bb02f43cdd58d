"""What random programs give their calls to read, and which settings they change."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kassay_generators.fuzzing.bounds import elements_of
from kassay_generators.fuzzing.builder import Builder
from kassay_generators.fuzzing.coverage import Coverage, possible_pairs
from kassay_generators.fuzzing.dataflow import arguments_of
from kassay_generators.fuzzing.drawing import NoProgram, draw_program
from kassay_generators.fuzzing.moves import LAYOUTS, draw_change, draw_move
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.settings import readers

_SETTERS = {"set_epsilon", "set_floatx", "set_image_data_format"}


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    found = []
    for number in range(100):
        try:
            found.append(draw_program(6, number, ["*"], normative=True, editions=["ko"]))
        except NoProgram:
            continue
    return found


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (1, 2, 2), (0, 2)])
def test_a_move_gives_the_tensor_or_one_that_repeats_parts_of_it(shape: tuple[int, ...]) -> None:
    values = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    functions = set()
    for seed in range(60):
        move = draw_move(values, random.Random(seed))
        functions.add(move.function)
        found = _called(move.function, move.reads, move.plain, is_list=move.takes_list)
        assert found.shape == shape
        if LAYOUTS.get(move.function) == "broadcast" or move.function == "gather":
            assert set(found.flat) <= set(values.flat)
        else:
            assert np.array_equal(found, values)
    assert len(functions) > 1


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [((2, 3), (3, 2)), ((4, 3), (2, 2)), ((2,), (2, 3)), ((2, 3), (2, 1)), ((2, 3, 4), (2, 4)), ((5,), ())],
)  # fmt: skip
def test_calls_take_a_tensor_to_another_shape(
    shape: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    for seed in range(10):
        found = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
        for function, plain in draw_change(shape, wanted, random.Random(seed)):
            found = _called(function, [found], plain)
        assert found.shape == wanted


def test_most_arguments_are_results_of_calls(programs: list[Program]) -> None:
    coverage = Coverage()
    coverage.add(programs)
    assert coverage.computed >= coverage.arguments / 2


def test_arguments_have_layouts_that_are_not_contiguous(programs: list[Program]) -> None:
    coverage = Coverage()
    coverage.add(programs)
    assert set(coverage.layouts) == set(LAYOUTS.values())


def test_settings_are_changed_and_read(programs: list[Program]) -> None:
    changed = set()
    for program in programs:
        setters = _SETTERS.intersection(program.functions)
        changed |= {s for s in setters if set(readers(s)) & set(program.functions)}
    assert changed == _SETTERS


def test_a_pair_is_of_a_result_and_the_call_that_reads_it() -> None:
    calls = [
        {"let": ["a"], "call": "exp", "args": [{"ref": "x"}]},
        {"let": ["b"], "call": "tanh", "args": [{"ref": "x"}]},
        {"let": ["c"], "call": "concatenate", "args": [[{"ref": "a"}, {"ref": "b"}]]},
        {"let": ["d"], "call": "map_fn", "args": [{"function": "step"}, {"ref": "c"}]},
    ]
    step = {
        "parameters": ["e"],
        "calls": [{"let": ["f"], "call": "maximum", "args": [{"ref": "e"}, {"ref": "a"}]}],
        "return": [{"ref": "f"}],
    }
    assert list(arguments_of({"calls": calls, "functions": {"step": step}})) == [
        ("", "exp"),
        ("", "tanh"),
        ("exp", "concatenate"),
        ("tanh", "concatenate"),
        ("concatenate", "map_fn"),
        ("exp", "maximum"),
    ]


def test_what_was_read_survives_its_file(programs: list[Program]) -> None:
    coverage = Coverage()
    coverage.add(programs[:20])
    again = Coverage.of(coverage.json())
    again.merge(Coverage())
    assert again.json() == coverage.json()
    assert 0 < len(coverage.pairs) < possible_pairs()


def _called(
    function: str, reads: list[np.ndarray], plain: list[object], *, is_list: bool = False
) -> np.ndarray:
    builder = Builder("ko", "float32", normative=True)
    names = [builder.fresh() for _ in reads]
    builder.add_inputs(dict(zip(names, reads, strict=True)), as_tensors=True)
    refs = [{"ref": name} for name in names]
    arguments = [refs] if is_list else refs
    builder.add({"let": ["found"], "call": function, "args": [*arguments, *plain]})
    found = elements_of(builder.names["found"])
    assert found is not None
    return found
