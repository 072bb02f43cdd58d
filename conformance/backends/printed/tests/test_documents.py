"""Tests that the code is exactly what the documents print."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from documents import ROOT, NoDocuments, copies, printed_code

DOCUMENT = """## Functions
### first
A text.
```python
keras.backend.first(x)
```
__Numpy implementation__

```python
def first(x):

    return x  # kept
```

----

### `second`
```python
>>> an example, which is not the implementation
```
### third
__Numpy implementation__
<details>
<summary>Show the Numpy implementation</summary>

```python
def third(x):
    return 3
```
</details>
"""


def documents(edition: str) -> list[str]:
    try:
        return copies(edition)
    except NoDocuments as error:
        pytest.skip(str(error))


def test_code_is_taken_word_for_word() -> None:
    code = printed_code(DOCUMENT)
    assert code["first"] == "def first(x):\n\n    return x  # kept\n"


def test_code_that_is_folded() -> None:
    assert printed_code(DOCUMENT)["third"] == "def third(x):\n    return 3\n"


def test_entry_without_an_implementation() -> None:
    assert "second" not in printed_code(DOCUMENT)


def test_missing_documents_are_named(tmp_path: Path) -> None:
    with pytest.raises(NoDocuments, match=r"edition ko with the SHA-256 [0-9a-f]{64}; KASSAY_DOC"):
        copies("ko", tmp_path)


@pytest.mark.parametrize("edition", ["ko", "zh", "ja"])
def test_every_entry_that_prints_code_is_found(edition: str) -> None:
    entries = yaml.safe_load((ROOT / "spec/entries.yaml").read_text())
    prints = {
        heading
        for heading, columns in entries.items()
        for editions, parts in columns.items()
        if edition in editions.split() and "numpy" in parts.split()
    }
    assert set(printed_code(documents(edition)[0])) == prints


def test_copies_print_the_same_code() -> None:
    """One copy of the document lost code that other copies fold."""
    first, *others = documents("ko")
    for name, code in printed_code(first).items():
        for other in others:
            assert code.strip() in other or f"def {name}(" not in other
