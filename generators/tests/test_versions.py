"""The versions of the specification, and the list of cases that each of them changed or retired."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from safetensors.numpy import save

from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.specification import load_function, own
from kassay_generators.specification.versions import CaseChange, Versions, load_versions
from kassay_generators.vectors.changes import (
    NoVectors,
    Run,
    Vectors,
    read_vectors,
    unlisted,
    untrue,
)
from kassay_generators.vectors.record import store

SOFTMAX = {"softmax": load_function(ROOT / "spec/ops/activation/softmax.yaml")}
CASE = "activation/softmax/float32/value,x=2"
FIRST = {"version": "1.0.0", "summary": "The first one."}
CHANGE = {"cases": [CASE], "reason": "It asked too much."}
SECOND = {"version": "1.1.0", "summary": "The second one.", "changed": [CHANGE]}


def _load(tmp_path: Path, *entries: dict[str, Any]) -> Versions:
    (tmp_path / "schema").symlink_to(ROOT / "spec/schema")
    (tmp_path / "versions.yaml").write_text(yaml.safe_dump(list(entries)))
    return load_versions(tmp_path)


def _versions(kind: str, pattern: str = CASE) -> Versions:
    return Versions("1.1.0", (CaseChange("1.1.0", kind, (pattern,), "Why."),))


def _write(folder: Path, value: float, **case: Any) -> Path:
    """Vectors of one case, whose input is one number."""
    folder.mkdir(parents=True)
    tensors: dict[str, np.ndarray] = {}
    name = store(np.array([value], dtype=np.float32), tensors)
    case = {
        "id": CASE,
        "editions": ["ko"],
        "modes": ["eager", "gradient"],
        "inputs": {"x": name},
        "gradient": {"wrt": ["x"]},
        "readings": [],
        **case,
    }
    document = {"format": 1, "function": "softmax", "cases": [case]}
    manifest = {"version": "1.0.0", "functions": {"softmax": {}}}
    (folder / "softmax.json").write_text(json.dumps(document))
    (folder / "softmax.safetensors").write_bytes(save(tensors))
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def _differ(tmp_path: Path, *, new: float = 1.0, old: float = 1.0, **case: Any) -> bool:
    before = read_vectors(_write(tmp_path / "old", old)).cases
    after = read_vectors(_write(tmp_path / "new", new, **case)).cases
    old_vectors, new_vectors = Vectors("1.0.0", before), Vectors("1.1.0", after)
    return bool(list(unlisted(old_vectors, new_vectors, Versions("1.1.0", ()))))


def test_the_newest_version_counts(tmp_path: Path) -> None:
    versions = _load(tmp_path, SECOND, FIRST)
    assert versions.version == "1.1.0"
    assert [c.record() for c in versions.changes] == [
        {"version": "1.1.0", "kind": "changed", **CHANGE}
    ]


def test_an_older_version_above_a_newer_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"version 1\.0\.0: it comes before 1\.1\.0"):
        _load(tmp_path, FIRST, SECOND)


def test_versions_have_the_order_of_their_numbers(tmp_path: Path) -> None:
    assert _load(tmp_path, {**FIRST, "version": "1.10.0"}, {**FIRST, "version": "1.9.0"})


def test_a_change_without_reason_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="'reason' is a required property"):
        _load(tmp_path, {**SECOND, "changed": [{"cases": [CASE]}]})


def test_a_pattern_without_function_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="does not match"):
        _load(tmp_path, {**SECOND, "changed": [{**CHANGE, "cases": ["*"]}]})


def test_changes_since_a_version_are_those_of_later_ones(tmp_path: Path) -> None:
    versions = _load(tmp_path, SECOND, FIRST)
    assert len(versions.since("1.0.0")) == 1
    assert versions.since("1.1.0") == ()
    assert len(versions.since(None)) == 1


def test_the_list_of_the_specification_is_true() -> None:
    assert list(untrue(own().versions, own().functions)) == []


def test_a_retired_case_that_exists_is_found() -> None:
    [line] = untrue(_versions("retired", "activation/softmax/*/empty,*"), SOFTMAX)
    assert "retired in 1.1.0, but the case exists" in line


def test_a_case_of_a_function_that_is_gone_may_be_retired() -> None:
    assert list(untrue(_versions("retired", "activation/hardmax/*"), SOFTMAX)) == []


def test_a_changed_case_that_does_not_exist_is_found() -> None:
    [line] = untrue(_versions("changed", "activation/softmax/float32/never"), SOFTMAX)
    assert "changed in 1.1.0, but the case does not exist" in line


def test_a_changed_case_may_be_retired_later() -> None:
    pattern = "activation/softmax/float32/never"
    both = [CaseChange("1.2.0", "retired", (pattern,), "Why.")]
    versions = Versions("1.2.0", (*both, *_versions("changed", pattern).changes))
    assert list(untrue(versions, SOFTMAX)) == []


def test_vectors_that_do_not_differ_need_no_list() -> None:
    vectors = Vectors("1.0.0", {CASE: {("ko", "eager"): Run("a")}})
    assert list(unlisted(vectors, vectors, Versions("1.1.0", ()))) == []


def test_a_case_that_is_gone_must_be_listed() -> None:
    old, new = Vectors("1.0.0", {CASE: {("ko", "eager"): Run("a")}}), Vectors("1.1.0", {})
    [line] = unlisted(old, new, Versions("1.1.0", ()))
    assert line.startswith(f"{CASE}: it is gone")
    assert list(unlisted(old, new, _versions("retired"))) == []


@pytest.mark.parametrize("group", ["pairs", "composed,variable,evaluated"])
def test_a_case_that_was_drawn_may_go(group: str) -> None:
    drawn = CASE.replace("value,", f"{group},")
    old, new = Vectors("1.0.0", {drawn: {("ko", "eager"): Run("a")}}), Vectors("1.1.0", {})
    assert list(unlisted(old, new, Versions("1.1.0", ()))) == []


def test_a_case_that_changed_must_be_listed() -> None:
    old, new = (
        Vectors("1.0.0", {CASE: {("ko", "eager"): Run("a")}}),
        Vectors("1.1.0", {CASE: {("ko", "eager"): Run("b")}}),
    )
    [line] = unlisted(old, new, Versions("1.1.0", ()))
    assert line.startswith(f"{CASE}: it is different")
    assert list(unlisted(old, new, _versions("changed"))) == []


def test_what_an_earlier_version_says_excuses_nothing() -> None:
    old, new = (
        Vectors("1.1.0", {CASE: {("ko", "eager"): Run("a")}}),
        Vectors("1.2.0", {CASE: {("ko", "eager"): Run("b")}}),
    )
    assert len(list(unlisted(old, new, _versions("changed")))) == 1


def test_a_listed_case_that_is_the_same_is_found() -> None:
    vectors = Vectors("1.0.0", {CASE: {("ko", "eager"): Run("a")}})
    [line] = unlisted(vectors, vectors, _versions("changed"))
    assert "listed as changed, but it is the same" in line


def test_another_element_is_another_case(tmp_path: Path) -> None:
    assert _differ(tmp_path, new=2.0)


def test_another_program_is_another_case(tmp_path: Path) -> None:
    assert _differ(tmp_path, program={"calls": []})


def test_an_answer_that_is_no_longer_accepted_makes_another_case() -> None:
    old = Vectors("1.0.0", {CASE: {("ko", "eager"): Run("a", frozenset("xy"))}})
    new = Vectors("1.1.0", {CASE: {("ko", "eager"): Run("a", frozenset("x"))}})
    assert len(list(unlisted(old, new, Versions("1.1.0", ())))) == 1


def test_an_answer_that_is_accepted_too_makes_no_other_case(tmp_path: Path) -> None:
    assert not _differ(tmp_path, readings=[{"id": "a", "verdict": "accepted", "error": ["any"]}])


def test_an_accepted_reading_of_another_name_is_the_same_case(tmp_path: Path) -> None:
    def named(name: str) -> list[dict[str, Any]]:
        return [{"id": name, "verdict": "accepted", "error": ["any"]}]

    before = read_vectors(_write(tmp_path / "old", 1.0, readings=named("a")))
    after = read_vectors(_write(tmp_path / "new", 1.0, readings=named("b")))
    assert before == after


def test_another_gradient_is_another_case(tmp_path: Path) -> None:
    assert _differ(tmp_path, gradient={"wrt": []})


def test_a_mode_less_is_another_case(tmp_path: Path) -> None:
    assert _differ(tmp_path, modes=["eager"])


def test_a_mode_more_is_the_same_case(tmp_path: Path) -> None:
    assert not _differ(tmp_path, modes=["eager", "gradient", "function"])


def test_an_edition_less_is_another_case(tmp_path: Path) -> None:
    assert _differ(tmp_path, editions=[])


def test_another_wrong_reading_is_the_same_case(tmp_path: Path) -> None:
    assert not _differ(tmp_path, readings=[{"id": "a", "verdict": "wrong", "error": ["any"]}])


def test_nan_of_the_other_sign_is_the_same_case(tmp_path: Path) -> None:
    assert not _differ(tmp_path, old=np.copysign(np.nan, -1), new=np.copysign(np.nan, 1))


def test_a_wheel_holds_vectors_too(tmp_path: Path) -> None:
    folder = _write(tmp_path / "vectors", 1.0)
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        for file in folder.iterdir():
            wheel.write(file, f"kassay/installed/share/kassay/vectors/{file.name}")
    assert read_vectors(tmp_path / "a.whl") == read_vectors(folder)


def test_a_folder_without_vectors_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoVectors, match="neither a folder of vectors nor a wheel"):
        read_vectors(tmp_path)
