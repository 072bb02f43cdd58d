"""The profiles, and mistakes in their file: each error names place and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.profiles import load_profiles
from kassay_generators.specification.specification import load, load_function

FUNCTIONS = {
    name: load_function(ROOT / f"spec/ops/{category}/{name}.yaml")
    for category, name in [
        ("creation", "constant"),
        ("inspection", "eval"),
        ("linear_algebra", "dot"),
        ("state", "to_dense"),
    ]
}
BASE = {"id": "base", "title": "The base", "claim": "What is needed.", "functions": ["constant"]}
MORE = {
    "id": "more",
    "title": "The rest",
    "claim": "What comes on top of it.",
    "includes": ["base"],
    "functions": ["dot"],
    "modes": ["eager"],
}
SPARSE = {
    "id": "sparse",
    "title": "Sparse",
    "claim": "Products of sparse tensors.",
    "needs": ["more"],
    "functions": ["to_dense"],
    "clauses": ["dot.sparse"],
}


def _load(tmp_path: Path, *profiles: dict[str, Any]) -> list[dict[str, Any]]:
    (tmp_path / "schema").symlink_to(ROOT / "spec/schema")
    (tmp_path / "profiles.yaml").write_text(yaml.safe_dump(list(profiles)))
    return load_profiles(tmp_path, FUNCTIONS)


def test_what_follows_from_the_file(tmp_path: Path) -> None:
    base, more, sparse = _load(tmp_path, BASE, MORE, SPARSE)
    assert base["modes"] == [
        "eager",
        "function",
        "dynamic",
        "gradient",
        "second-gradient",
        "program",
    ]
    assert base["calls"] == base["functions"] == ["constant"]
    assert more["functions"] == more["calls"] == ["constant", "dot"]
    assert more["modes"] == ["eager"]
    assert more["without"] == ["dot.sparse"]
    assert sparse["functions"] == ["to_dense"]
    assert sparse["clauses"] == ["dot.sparse"]
    assert sparse["without"] == []
    assert sparse["calls"] == ["constant", "dot", "to_dense"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"functions": ["dott"]}, r"profiles\.yaml: profile more: unknown function: dott\. Corr"),
        ({"clauses": ["eval.nothing"]}, r"profile more: unknown clause: eval\.nothing"),
        ({"clauses": ["dot.sparse"]}, r"profile more: dot\.sparse is a clause of dot, which is"),
        ({"includes": ["later"]}, r"profile more: unknown profile above it: later"),
        ({"needs": ["more"]}, r"profile more: unknown profile above it: more"),
        ({"modes": ["lazy"]}, r"1/modes/0: 'lazy' is not one of"),
        ({"id": "base"}, r"profile base: it appears twice"),
        ({"functions": []}, r"1/functions"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_one_fault(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecificationError, match=message):
        _load(tmp_path, BASE, {**MORE, **change})


@pytest.mark.parametrize("key", ["id", "title", "claim", "functions"])
def test_a_missing_key(tmp_path: Path, key: str) -> None:
    with pytest.raises(SpecificationError, match=f"'{key}' is a required property"):
        _load(tmp_path, {k: v for k, v in BASE.items() if k != key})


def test_every_function_is_in_a_profile() -> None:
    specification = load()
    covered = {name for p in specification.profiles for name in p["functions"]}
    assert set(specification.functions) - covered == set()


def test_sparse_clauses_belong_to_sparse_alone() -> None:
    """A backend without sparse tensors can claim every other profile."""
    specification = load()
    [sparse] = [p for p in specification.profiles if p["id"] == "sparse"]
    for profile in specification.profiles:
        if profile is not sparse:
            named = [c for c in sparse["clauses"] if c.split(".")[0] in profile["functions"]]
            assert profile["without"] == named
