"""Mistakes in a specification file: each error names file, place and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from kassay_generators.cases.expansion import expand
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.specification import load, load_function

GOOD = yaml.safe_load((ROOT / "spec/ops/activation/softmax.yaml").read_text())


def _write(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "activation"
    folder.mkdir(exist_ok=True)
    file = folder / "softmax.yaml"
    file.write_text(text)
    return file


def _load(tmp_path: Path, **changes: object) -> object:
    return load_function(_write(tmp_path, yaml.safe_dump({**GOOD, **changes}, sort_keys=False)))


def _without(key: str) -> dict[str, object]:
    return {k: v for k, v in GOOD.items() if k != key}


def test_the_specification_of_the_project_is_sound() -> None:
    specification = load()
    assert "softmax" in specification.functions
    assert specification.bundle()["functions"]


def test_an_unknown_key(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"softmax\.yaml: line \d+.*colour"):
        _load(tmp_path, colour="red")


def test_a_missing_key(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="clauses"):
        load_function(_write(tmp_path, yaml.safe_dump(_without("clauses"))))


def test_a_wrong_type(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"accuracy/ulps.*four"):
        _load(tmp_path, accuracy={"ulps": "four", "terms": 0})


def test_a_case_that_cites_no_clause(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"cases/0"):
        _load(tmp_path, cases=[{"name": "value", "clauses": [], "args": {"x": {"shape": [3]}}}])


def test_a_case_that_cites_an_unknown_clause(tmp_path: Path) -> None:
    with pytest.raises(
        SpecificationError, match=r"case group value: unknown clause softmax\.nothing"
    ):
        _load(
            tmp_path,
            cases=[
                {"name": "value", "clauses": ["softmax.nothing"], "args": {"x": {"shape": [3]}}}
            ],
        )


def test_a_clause_without_a_case(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="no case tests it"):
        _load(tmp_path, cases=GOOD["cases"][:1])


def test_a_case_with_an_unknown_argument(tmp_path: Path) -> None:
    case = {"name": "value", "clauses": ["softmax.value"], "args": {"y": {"shape": [3]}}}
    with pytest.raises(SpecificationError, match="unknown argument y"):
        _load(tmp_path, cases=[*GOOD["cases"], {**case, "name": "more"}])


def test_modes_without_eager(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="modes"):
        _load(tmp_path, modes=["function"])


def test_a_gradient_of_a_function_without_derivative(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="no argument is differentiable"):
        _load(tmp_path, differentiable=[], modes=["eager", "gradient"])


def test_a_reading_of_an_unknown_clause(tmp_path: Path) -> None:
    reading = {
        "id": "odd",
        "verdict": "wrong",
        "clause": "softmax.nothing",
        "text": "Something that nobody reads.",
    }
    with pytest.raises(SpecificationError, match=r"unknown clause softmax\.nothing"):
        _load(tmp_path, readings=[reading])


def test_an_accepted_reading_that_no_decision_accepts(tmp_path: Path) -> None:
    reading = {
        "id": "odd",
        "verdict": "accepted",
        "clause": "softmax.value",
        "text": "Something that nobody decided.",
    }
    with pytest.raises(
        SpecificationError, match=r"odd: accepted, though no decision.*softmax\.val"
    ):
        _load(tmp_path, readings=[reading])


def test_a_clause_with_a_source_and_a_decision(tmp_path: Path) -> None:
    value, *others = GOOD["clauses"]
    both = {**value, "source": {"returns": ["ko"]}, "decision": "D-202"}
    assert _load(tmp_path, clauses=[both, *others]).raw["clauses"][0] == both  # type: ignore[attr-defined]


def test_a_clause_with_neither_source_nor_decision(tmp_path: Path) -> None:
    value, *others = GOOD["clauses"]
    bare = {key: value[key] for key in ("id", "text")}
    with pytest.raises(SpecificationError, match="clauses/0"):
        _load(tmp_path, clauses=[bare, *others])


def test_a_name_that_is_not_the_file(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="differ from the file's name"):
        _load(tmp_path, function="softmin")


def test_a_key_twice(tmp_path: Path) -> None:
    text = yaml.safe_dump(GOOD, sort_keys=False) + "summary: Another one entirely.\n"
    with pytest.raises(SpecificationError, match=r"line \d+.*twice"):
        load_function(_write(tmp_path, text))


@pytest.mark.parametrize("summary", ["2027-11-30", "{1: one}"])
def test_what_json_lacks(tmp_path: Path, summary: str) -> None:
    text = yaml.safe_dump(_without("summary"), sort_keys=False)
    with pytest.raises(SpecificationError, match=r"softmax\.yaml: line \d+, summary: .*'string'"):
        load_function(_write(tmp_path, f"summary: {summary}\n{text}"))


def test_broken_yaml_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"line 2.*not YAML"):
        load_function(_write(tmp_path, "function: softmax\n  category: [\n"))


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = _write(tmp_path, "")
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SpecificationError, match="not YAML"):
        load_function(file)


def _cases(tmp_path: Path, **changes: object) -> list[object]:
    group = {"name": "more", "clauses": ["softmax.value"], "args": {"x": {"shape": [3]}}, **changes}
    function = _load(tmp_path, cases=[*GOOD["cases"], group])
    return [c for c in expand(function) if "/more" in c.id]  # type: ignore[arg-type, attr-defined]


def test_a_group_is_the_product_of_its_alternatives(tmp_path: Path) -> None:
    cases = _cases(
        tmp_path,
        args={"x": {"shape": [[3], [2, 3]], "domain": ["moderate", "huge"]}},
        dtype=["float32"],
    )
    assert [c.id.split("/")[-1] for c in cases] == [  # type: ignore[attr-defined]
        "more,x=3",
        "more,x=3~huge",
        "more,x=2x3",
        "more,x=2x3~huge",
    ]


def test_all_axes_stands_for_negative_ones_too(tmp_path: Path) -> None:
    cases = _cases(tmp_path, args={"x": {"shape": [2, 3]}, "axis": "all-axes"}, dtype=["float32"])
    assert [c.arguments["axis"] for c in cases] == [-2, -1, 0, 1]  # type: ignore[attr-defined]


def test_an_argument_that_an_edition_lacks_keeps_the_case_out_of_it(tmp_path: Path) -> None:
    assert _cases(tmp_path, args={"x": {"shape": [2, 3]}, "axis": 0}, dtype=["float32"])[
        0
    ].editions == ("ko",)  # type: ignore[attr-defined]
    assert _cases(tmp_path, dtype=["float32"])[0].editions == ("ko", "zh", "ja")  # type: ignore[attr-defined]


def test_an_unknown_domain(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="unknown domain nowhere"):
        _cases(tmp_path, args={"x": {"shape": [3], "domain": "nowhere"}})


def test_two_cases_with_one_id(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="appears twice"):
        _cases(tmp_path, args={"x": {"shape": [[3], [3]]}})
