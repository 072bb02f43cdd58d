"""The clauses of the introduction, and mistakes in their file: each error names file, place and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay_generators.specification.errata import load_errata
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.introduction import load_introduction
from kassay_generators.specification.specification import load_function, own

SOFTMAX = load_function(ROOT / "spec/ops/activation/softmax.yaml")
ENTRIES = {"ko": {"introduction": ["backends", "switching"]}, "ja": {"introduction": ["backends"]}}
GOOD: dict[str, Any] = {
    "id": "introduction.file",
    "text": "The settings are in a file.",
    "source": {"switching": ["ko"]},
    "decision": "D-001",
    "checked": "The file is read.",
}


def _load(tmp_path: Path, *clauses: dict[str, Any], **top: Any) -> dict[str, Any]:
    if not (tmp_path / "schema").exists():
        (tmp_path / "schema").symlink_to(ROOT / "spec/schema")
    content = {
        "summary": "What a backend is.",
        "sources": {"ko": "introduction", "ja": "introduction"},
        "clauses": list(clauses),
        **top,
    }
    (tmp_path / "introduction.yaml").write_text(yaml.safe_dump(content, sort_keys=False))
    return load_introduction(tmp_path, {"softmax": SOFTMAX}, ["D-001"], ENTRIES)


def test_a_clause_holds_in_every_edition_with_an_introduction(tmp_path: Path) -> None:
    [clause] = _load(tmp_path, GOOD)["clauses"]
    assert clause["editions"] == ["ko", "ja"]
    assert clause["source"] == [{"edition": "ko", "entry": "introduction", "parts": ["switching"]}]
    assert clause["checked"] == "The file is read."


def test_editions_limit_a_clause(tmp_path: Path) -> None:
    [clause] = _load(tmp_path, {**GOOD, "editions": ["ko"]})["clauses"]
    assert clause["editions"] == ["ko"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"checked": None}, r"introduction\.yaml: line \d+, clauses/0"),
        ({"cases_of": ["softmax.nothing"]}, r"file: unknown clause softmax\.nothing\. Name a cl"),
        ({"decision": "D-999"}, r"introduction\.file: unknown decision D-999\. Record it"),
        ({"source": {"switching": ["ja"]}}, "in ja is switching of introduction, and ja has the"),
        ({"source": {"returns": ["ko"]}}, r"line \d+, clauses/0/source"),
        ({"editions": ["ko", "zh"]}, "holds in zh, which has no introduction"),
        ({"editions": ["ja"]}, "no source in an edition in which it holds"),
        ({"id": "softmax.file"}, r"clauses/0/id"),
    ],
)
def test_what_is_wrong_with_a_clause(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    clause = {key: value for key, value in {**GOOD, **change}.items() if value is not None}
    with pytest.raises(SpecificationError, match=message):
        _load(tmp_path, clause)


def test_a_clause_that_nothing_checks_must_say_so(tmp_path: Path) -> None:
    silent = {key: value for key, value in GOOD.items() if key != "checked"}
    with pytest.raises(SpecificationError, match="clauses/0"):
        _load(tmp_path, silent)
    assert _load(tmp_path, {**silent, "unchecked": "It is a matter of Keras."})


def test_a_clause_is_there_once(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"clause introduction\.file: it appears twice"):
        _load(tmp_path, GOOD, GOOD)


def test_an_erratum_may_name_a_clause_of_the_introduction(tmp_path: Path) -> None:
    clauses = _load(tmp_path, GOOD)["clauses"]
    erratum = {"id": "E-001", "functions": [], "editions": ["ja"], "printed": "p", "meant": "m"}
    erratum["clauses"] = ["introduction.file"]
    (tmp_path / "errata").mkdir()
    (tmp_path / "errata" / "general.yaml").write_text(yaml.safe_dump([erratum]))
    assert load_errata(tmp_path, {}, [], clauses) == [erratum]
    with pytest.raises(SpecificationError, match=r"unknown clause introduction\.file"):
        load_errata(tmp_path, {}, [])


def test_the_introduction_is_no_function() -> None:
    assert len(own().functions) == 152 and "introduction" not in own().functions
    assert own().bundle()["introduction"]["clauses"]
