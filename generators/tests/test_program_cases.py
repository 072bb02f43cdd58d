"""Program groups: their valid forms in a specification file, and the cases that they become."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay_generators.cases.case import Case
from kassay_generators.cases.expansion import expand
from kassay_generators.oracles.library import load_module, own_library
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.function import Function
from kassay_generators.specification.programs import called_functions
from kassay_generators.specification.specification import check_programs, load_function
from kassay_generators.vectors.answer import TensorOutput, ValueOutput
from kassay_generators.vectors.evaluate import evaluate
from kassay_generators.vectors.record import record_of
from kassay_generators.vectors.run_oracle import OracleError

GOOD = yaml.safe_load((ROOT / "spec/ops/state/get_value.yaml").read_text())
TEXT = "v = variable(x, dtype=dtype)\nreturn get_value(v)"


def _function(tmp_path: Path, **changes: Any) -> Function:
    group = {
        "name": "more",
        "clauses": ["get_value.value"],
        "dtype": "float32",
        "inputs": {"x": {"shape": [2]}},
        "program": TEXT,
    }
    group = {k: v for k, v in {**group, **changes}.items() if v is not None}
    folder = tmp_path / "state"
    folder.mkdir(exist_ok=True)
    file = folder / "get_value.yaml"
    file.write_text(yaml.safe_dump({**GOOD, "cases": [*GOOD["cases"], group]}, sort_keys=False))
    return load_function(file)


def _cases(tmp_path: Path, **changes: Any) -> list[Case]:
    return [c for c in expand(_function(tmp_path, **changes)) if "/more" in c.id]


def _evaluate(case: Case) -> list[Any]:
    function = own_library().functions["get_value"]
    return list(evaluate(case, load_module(function)).answer.outputs)


# -- what a file may say ----------------------------------------------------------------------------------------------


def test_arguments_and_a_program(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="case group more: both of args and program"):
        _function(tmp_path, args={"x": {"shape": [2]}})


def test_neither_arguments_nor_a_program(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="both of args and program, or neither"):
        _function(tmp_path, program=None, inputs=None)


def test_inputs_beside_arguments(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="inputs: it means nothing in a group with args"):
        _function(tmp_path, program=None, args={"x": {"shape": [2]}})


@pytest.mark.parametrize("key", [{"call": "keyword"}, {"modes": ["eager"]}, {"unchanged": ["x"]}])
def test_a_key_that_means_nothing_for_a_program(tmp_path: Path, key: dict[str, Any]) -> None:
    with pytest.raises(SpecificationError, match=f"more, {next(iter(key))}: it means"):
        _function(tmp_path, **key)


def test_an_input_that_is_a_number(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="input x: not a description of an array"):
        _function(tmp_path, inputs={"x": 3})


def test_alternatives_with_different_inputs(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="different names"):
        _function(tmp_path, inputs=[{"x": {"shape": [2]}}, {"y": {"shape": [2]}}])


def test_a_mistake_in_a_program_names_file_group_program_and_line(tmp_path: Path) -> None:
    function = _function(tmp_path, program={"odd": "v = variable(x)\nreturn w"})
    with pytest.raises(
        SpecificationError, match=r"get_value\.yaml: case group more, program odd, line 2: unknown"
    ):
        check_programs([function], own_library().functions)


def test_a_program_that_no_edition_has(tmp_path: Path) -> None:
    text = "v = variable(x, constraint=None)\nreturn get_value(v)"
    with pytest.raises(SpecificationError, match="no edition has every function"):
        _cases(tmp_path, program=text, editions=["ja"])


# -- cases ------------------------------------------------------------------------------------------------------------


def test_the_id_of_a_case(tmp_path: Path) -> None:
    (case,) = _cases(tmp_path, inputs={"x": {"shape": [2, 3], "domain": "wide"}})
    assert case.id == "state/get_value/float32/more,x=2x3~wide"


def test_the_name_of_a_program_joins_the_id(tmp_path: Path) -> None:
    cases = _cases(tmp_path, program={"one": TEXT, "two": TEXT})
    assert [c.id.split("/")[-1] for c in cases] == ["more,program=one,x=2", "more,program=two,x=2"]


def test_alternatives_of_inputs(tmp_path: Path) -> None:
    cases = _cases(tmp_path, inputs={"x": {"shape": [[2], [3]], "domain": ["moderate", "wide"]}})
    assert len(cases) == 4


def test_alternatives_that_go_together(tmp_path: Path) -> None:
    text = "v = variable(x)\nw = variable(y)\nreturn get_value(v), get_value(w)"
    pairs = [{"x": {"shape": [n]}, "y": {"shape": [n]}} for n in (2, 3)]
    cases = _cases(tmp_path, program=text, inputs=pairs)
    assert [c.id.split(",", 1)[1] for c in cases] == ["x=2,y=2", "x=3,y=3"]


def test_each_dtype_has_its_program(tmp_path: Path) -> None:
    cases = _cases(tmp_path, dtype=["float16", "int32"])
    named = [c.program["calls"][0]["kwargs"]["dtype"] for c in cases if c.program]
    assert named == ["float16", "int32"]
    assert [c.bound["x"].dtype for c in cases] == ["float16", "int32"]


def test_a_program_without_inputs(tmp_path: Path) -> None:
    (case,) = _cases(tmp_path, program="return get_value(variable(1.0))", inputs=None)
    assert case.id.endswith("/more")


def test_a_program_that_all_editions_read_alike_is_one_case(tmp_path: Path) -> None:
    assert [c.editions for c in _cases(tmp_path)] == [("ko", "zh", "ja")]


def test_a_program_with_an_argument_of_some_editions(tmp_path: Path) -> None:
    text = "v = variable(x, constraint=None)\nreturn get_value(v)"
    assert [c.editions for c in _cases(tmp_path, program=text)] == [("ko", "zh")]


def test_a_program_is_split_where_arguments_are_ordered_otherwise(tmp_path: Path) -> None:
    text = "v = variable(x)\nreturn eval(binary_crossentropy(v, constant([0.25, 0.5])))"
    cases = _cases(tmp_path, program=text)
    assert [c.editions for c in cases] == [("ko", "zh"), ("ja",)]
    assert cases[1].id == f"{cases[0].id},edition=ja"


def test_a_program_is_split_where_defaults_differ(tmp_path: Path) -> None:
    text = (
        "n, m, s = normalize_batch_in_training(variable(x), None, None, [0])\n"
        "y = batch_normalization(variable(x), variable(0.0), variable(1.0), None, None)\n"
        "return eval(y), eval(n), eval(m), eval(s)"
    )
    assert ("ja",) in [c.editions for c in _cases(tmp_path, program=text)]


# -- evaluation -------------------------------------------------------------------------------------------------------


def test_arrays_and_plain_values_come_out(tmp_path: Path) -> None:
    text = "v = variable(x)\nreturn get_value(v), ndim(v), int_shape(v), dtype(v)"
    array, *rest = _evaluate(_cases(tmp_path, program=text)[0])
    assert isinstance(array, TensorOutput) and array.values.shape == (2,)
    assert rest == [ValueOutput(1), ValueOutput([2]), ValueOutput("float32")]


def test_a_tensor_that_comes_out_is_refused(tmp_path: Path) -> None:
    case = _cases(tmp_path)[0]
    assert case.program
    case.program["return"] = ["v"]
    with pytest.raises(OracleError, match="the program returns a tensor"):
        _evaluate(case)


def test_an_operator_of_different_dtypes_is_a_mistake_of_the_case(tmp_path: Path) -> None:
    text = "y = variable(x) + variable(x, dtype='float16')\nreturn eval(y)"
    with pytest.raises(OracleError, match=r"/more.*float16, float32"):
        _evaluate(_cases(tmp_path, program=text)[0])


def test_an_error_that_is_not_expected_is_refused(tmp_path: Path) -> None:
    text = "y = variable(x) + constant([1.0, 2.0, 3.0])\nreturn eval(y)"
    with pytest.raises(OracleError, match="raises value, and the case expects values"):
        _evaluate(_cases(tmp_path, program=text)[0])


def test_an_error_that_does_not_come_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OracleError, match="expects an error"):
        _evaluate(_cases(tmp_path, raises="value")[0])


def test_an_error_of_another_kind_is_refused(tmp_path: Path) -> None:
    text = "p = placeholder(shape=(2,))\nreturn eval(p), get_value(variable(x))"
    with pytest.raises(OracleError, match=r"raises any, and the case expects \('type',\)"):
        _evaluate(_cases(tmp_path, program=text, raises="type")[0])


def test_the_accuracy_of_a_group_replaces_that_of_the_function(tmp_path: Path) -> None:
    (case,) = _cases(tmp_path, accuracy={"ulps": 3, "terms": "2 * x.size"})
    accuracy = evaluate(case, load_module(own_library().functions["get_value"])).accuracy
    assert (accuracy.ulps, accuracy.terms) == (3, 4)


# -- records ----------------------------------------------------------------------------------------------------------


def test_the_record_of_a_program(tmp_path: Path) -> None:
    (case,) = _cases(tmp_path)
    record = record_of(
        case, evaluate(case, load_module(own_library().functions["get_value"])), None, None, {}
    )
    assert record["modes"] == ["program"]
    assert list(record["inputs"]) == ["x"]
    assert record["expect"]["outputs"][0]["kind"] == "array"
    assert record["program"] == case.program


def test_vectors_depend_on_the_functions_that_programs_call() -> None:
    functions = own_library().functions
    assert {"variable", "function", "update_add"} <= called_functions(
        functions["function"], functions
    )
