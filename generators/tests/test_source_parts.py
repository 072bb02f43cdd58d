"""The sources of clauses: what a clause cites, and mistakes. Each error names file, place and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.function import Function
from kassay_generators.specification.sources import citations
from kassay_generators.specification.specification import load_function

GOOD = yaml.safe_load((ROOT / "spec/ops/activation/softmax.yaml").read_text())


def _load(tmp_path: Path, **changes: Any) -> Function:
    """softmax with another source of its first clause, or other entries at the top."""
    clause = next(c for c in GOOD["clauses"] if isinstance(c, dict) and "source" in c)
    top = {key: changes.pop(key) for key in ("sources",) if key in changes}
    clauses = [{**clause, **changes} if c is clause else c for c in GOOD["clauses"]]
    file = tmp_path / "activation" / "softmax.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(yaml.safe_dump({**GOOD, **top, "clauses": clauses}, sort_keys=False))
    return load_function(file)


def test_citations_come_by_edition_with_their_entries() -> None:
    clause = {
        "source": {
            "summary": ["ko", "ja"],
            "numpy": ["ko"],
            "exp.example": ["ja"],
            "introduction.code": ["zh"],
        }
    }
    headings = {"ko": "softmax", "zh": "softmax", "ja": "soft max"}
    assert citations(headings, clause) == [
        {"edition": "ko", "entry": "softmax", "parts": ["summary", "numpy"]},
        {"edition": "zh", "entry": "introduction", "parts": ["code"]},
        {"edition": "ja", "entry": "soft max", "parts": ["summary"]},
        {"edition": "ja", "entry": "exp", "parts": ["example"]},
    ]


def test_a_clause_without_a_source_cites_nothing() -> None:
    assert citations({"ko": "softmax"}, {"decision": "D-001"}) == []


def test_a_part_of_another_entry_may_be_the_source(tmp_path: Path) -> None:
    assert _load(tmp_path, source={"eye.example": ["ja"]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"source": {"raises": ["ko"]}},
            r"softmax\.value: its source in ko is raises of softmax, and ko has the parts signature, .*"
            r"Name a part that spec/entries\.yaml lists",
        ),
        ({"source": {"numpy": ["ko", "zh"]}}, "in zh is numpy of softmax"),
        ({"source": {"slice.summary": ["ja"]}}, "in ja is summary of slice, and ja has no such"),
        ({"source": {"introduction.summary": ["ko"]}}, "ko has the parts backends, "),
        ({"source": {"abstract": ["ko"]}}, r"softmax\.yaml: line \d+, clauses/0"),
        ({"source": {"summary": []}}, r"softmax\.yaml: line \d+, clauses/0"),
        (
            {"source": {"summary": ["ja"]}, "editions": ["ko"]},
            r"softmax\.value: no source in an edition in which it holds",
        ),
        ({"editions": ["ko"], "differs": {"ja": "The first axis."}}, "differs: .*not hold in ja"),
        (
            {"sources": {"ko": "soft_max", "zh": "softmax", "ja": "softmax"}},
            r"sources, ko: no entry of this edition is headed soft_m",
        ),
    ],
)
def test_a_source_that_the_documents_lack(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(SpecificationError, match=message):
        _load(tmp_path, **changes)
