"""How random programs are drawn."""

from __future__ import annotations

import numpy as np

from kassay_generators.fuzzing.batch import record_of
from kassay_generators.fuzzing.drawing import NoProgram, draw_program
from kassay_generators.fuzzing.fresh_calls import calls_of
from kassay_generators.fuzzing.json_names import flat


def test_names_of_functions_are_their_own() -> None:
    """Otherwise an input that the reduction makes from a result may have the same name."""
    met = 0
    for number in range(12):
        try:
            program = draw_program(5, number, ["foldl", "map_fn"], normative=True)
        except NoProgram:
            continue
        outside = set(flat([c.get("let", []) for c in program.json["calls"]])) | set(program.inputs)
        for function in program.json.get("functions", {}).values():
            lets = [c.get("let", []) for c in function["calls"]]
            inside = set(flat([function["parameters"], *lets]))
            assert not inside & outside
            met += len(inside)
    assert met


def test_a_program_is_the_same_each_time() -> None:
    first, second = (draw_program(3, 11, ["*"], normative=True) for _ in range(2))
    assert first.json == second.json and first.id == second.id
    assert all(
        np.array_equal(
            first.inputs[n], second.inputs[n], equal_nan=first.inputs[n].dtype.kind == "f"
        )
        for n in first.inputs
    )
    assert [getattr(o, "limits", None) is not None for o in first.outputs] == [
        getattr(o, "limits", None) is not None for o in second.outputs
    ]


def test_programs_are_for_the_wanted_functions() -> None:
    for number in range(5):
        program = draw_program(1, number, ["conv*"], normative=True)
        assert program.function.startswith("conv") and program.function in program.functions


def test_fresh_calls_are_about_their_function() -> None:
    programs = calls_of("exp", 5)
    assert len(programs) == len({program.id for program in programs}) == 5
    assert {program.function for program in programs} == {"exp"}


def test_fresh_programs_of_a_case_contain_no_other() -> None:
    for program in calls_of("update", 5):
        assert all(name.startswith("p0_") for name in program.inputs)


def test_kept_elements_of_a_dropout_may_be_rounded() -> None:
    answers = [record_of(program, {})["expect"] for program in calls_of("dropout", 10)]
    samples = [answer for answer in answers if answer["outputs"][0]["kind"] == "sample"]
    assert samples and all(answer["accuracy"]["ulps"] == 4 for answer in samples)


def test_what_gives_an_argument_is_left_out_too() -> None:
    for number in range(20):
        program = draw_program(4, number, ["exp", "!r*", "!set_*"], normative=True)
        assert not [name for name in program.functions if name.startswith(("r", "set_"))]
