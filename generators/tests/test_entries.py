"""The table of the parts of entries: how it is read from a document, and that it matches the documents."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from kassay_generators.specification.entries import (
    ENTRIES,
    Entries,
    entries_text,
    make_entries,
    read_editions,
    read_entries,
)
from kassay_generators.specification.error import ROOT, SpecificationError

# The documents may not be redistributed; KASSAY_DOCUMENTS names a folder that has them.
DOCUMENTS = Path(os.environ.get("KASSAY_DOCUMENTS", ROOT.parent / "shared" / "seeds"))

MARKED = """# Backends
## What it is
Text.
## Switching
## keras.json
A file.
## Functions
### elu
```python
keras.backend.elu(x,
                  alpha=1.0)
```
Linear.
__Arguments__
- __x__: A tensor.
  - __返回__: of a step.
__Returns__
__Numpy implementation__
<details>
<summary>Show the Numpy implementation</summary>
```python
x = 1
```
</details>
### `is_tensor`
```python
keras.backend.is_tensor(x)
```
----
"""
PLAIN = """exp

keras.backend.exp(x)

Exponential.

Returns

A tensor. Numpy implementation

x = 1

keras.backend.log(x)

Logarithm.
"""


def _make(tmp_path: Path, *texts: str) -> Entries:
    documents = []
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_text(text)
        sha256 = hashlib.sha256(text.encode()).hexdigest()
        documents.append({"file": f"{number}.txt", "form": "text", "sha256": sha256})
    return make_entries([{"id": "ko", "documents": documents}], tmp_path)


def test_parts_are_those_with_a_text(tmp_path: Path) -> None:
    assert _make(tmp_path, MARKED)["ko"]["elu"] == ["signature", "summary", "arguments", "numpy"]


def test_entry_without_a_sentence_has_a_signature_alone(tmp_path: Path) -> None:
    assert _make(tmp_path, MARKED)["ko"]["is_tensor"] == ["signature"]


def test_sections_before_the_functions_are_the_introduction(tmp_path: Path) -> None:
    assert _make(tmp_path, MARKED)["ko"]["introduction"] == ["backends", "settings"]


def test_copy_without_marks(tmp_path: Path) -> None:
    entries = _make(tmp_path, PLAIN)["ko"]
    assert entries["exp"] == ["signature", "summary", "returns", "numpy"]
    assert entries["log"] == ["signature", "summary"]  # its heading was lost


def test_copies_add_to_each_other(tmp_path: Path) -> None:
    more = "### exp\nkeras.backend.exp(x)\n__Raises__\nAn error.\n"
    assert _make(tmp_path, PLAIN, more)["ko"]["exp"][-2:] == ["raises", "numpy"]


def test_missing_document_is_named_by_its_hash(tmp_path: Path) -> None:
    edition: dict[str, Any] = {"id": "ja", "documents": [{"sha256": "0" * 64}]}
    with pytest.raises(
        SpecificationError, match=r"edition ja: no file has the SHA-256 0{64}\. Put"
    ):
        make_entries([edition], tmp_path)


def test_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    entries = {
        "ko": {"elu": ["signature", "numpy"], "exp": ["summary"]},
        "zh": {"exp": ["summary"]},
    }
    (tmp_path / ENTRIES).write_text(entries_text(entries))
    (tmp_path / "schema").symlink_to(ROOT / "spec/schema")
    assert "exp: {ko zh: summary}" in (tmp_path / ENTRIES).read_text()
    assert read_entries(tmp_path) == entries


def test_unknown_part_is_refused(tmp_path: Path) -> None:
    (tmp_path / ENTRIES).write_text("exp: {ko: summary, zh: sumary}\n")
    (tmp_path / "schema").symlink_to(ROOT / "spec/schema")
    with pytest.raises(SpecificationError, match=r"entries\.yaml: line 1, exp/zh"):
        read_entries(tmp_path)


def test_the_documents_give_the_table_of_the_project() -> None:
    if not DOCUMENTS.is_dir():
        pytest.skip(f"no documents in {DOCUMENTS}; KASSAY_DOCUMENTS names their folder")
    made = entries_text(make_entries(read_editions(ROOT / "spec"), DOCUMENTS))
    assert made == (ROOT / "spec" / ENTRIES).read_text(encoding="utf-8")
