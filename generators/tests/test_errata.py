"""The errata of the documents, and mistakes in their files: each error names file, place and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay_generators.specification.errata import load_errata
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.specification import load_function

SOFTMAX = load_function(ROOT / "spec/ops/activation/softmax.yaml")
GOOD = {
    "id": "E-001",
    "functions": ["softmax"],
    "editions": ["ja"],
    "printed": "The sum of the exponentials.",
    "meant": "Each exponential divided by their sum.",
    "clauses": ["softmax.value"],
    "decisions": ["D-001"],
}


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    (tmp_path / "errata").mkdir()
    (tmp_path / "schema").symlink_to(ROOT / "spec/schema")
    return tmp_path


def _load(spec: Path, **files: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for name, errata in files.items():
        (spec / "errata" / f"{name}.yaml").write_text(yaml.safe_dump(errata))
    return load_errata(spec, {"softmax": SOFTMAX}, ["D-001"])


def test_errata_of_all_files_come_by_number(spec: Path) -> None:
    errata = _load(spec, a=[{**GOOD, "id": "E-1000"}, {**GOOD, "id": "E-200"}], b=[GOOD])
    assert [e["id"] for e in errata] == ["E-001", "E-200", "E-1000"]
    assert errata[0] == GOOD


def test_an_erratum_without_effect_names_no_clause(spec: Path) -> None:
    bare = {key: GOOD[key] for key in ("id", "editions", "printed", "meant")} | {"functions": []}
    assert _load(spec, general=[bare]) == [bare]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "E-1"}, r"activation\.yaml: line \d+, 0/id"),
        ({"functions": ["softmin"]}, r"activation\.yaml: E-001: unknown function softmin\. Name"),
        ({"clauses": ["softmax.nothing"]}, r"E-001: unknown clause softmax\.nothing\. Name"),
        ({"decisions": ["D-999"]}, r"E-001: unknown decision D-999\. Name"),
        ({"editions": ["en"]}, r"0/editions/0: 'en' is not one of"),
        ({"editions": []}, r"0/editions"),
        ({"clauses": []}, r"0/clauses"),
        ({"colour": "red"}, r"colour"),
    ],
)
def test_one_fault(spec: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecificationError, match=message):
        _load(spec, activation=[{**GOOD, **change}])


@pytest.mark.parametrize("key", ["id", "functions", "editions", "printed", "meant"])
def test_a_missing_key(spec: Path, key: str) -> None:
    with pytest.raises(SpecificationError, match=f"'{key}' is a required property"):
        _load(spec, activation=[{k: v for k, v in GOOD.items() if k != key}])


def test_one_number_in_two_files(spec: Path) -> None:
    with pytest.raises(SpecificationError, match=r"errata: id E-001: it appears twice"):
        _load(spec, a=[GOOD], b=[GOOD])
