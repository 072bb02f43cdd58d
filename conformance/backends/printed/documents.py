"""The NumPy implementations printed in an edition, extracted word for word from its documents.

The documents are not part of the project. `KASSAY_DOCUMENTS` names their folder; the default is a folder next to the project.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("KASSAY_DOCUMENTS", ROOT.parent / "shared" / "seeds"))
EDITIONS = ROOT / "spec" / "editions.yaml"

_ENTRY = re.compile(r"^### +`?(\w+)`?\s*$", re.MULTILINE)
_CODE = re.compile(r"^__Numpy implementation__$.*?^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class NoDocuments(Exception):
    """The documents of the edition are not on this machine."""


def copies(edition: str, folder: Path = FOLDER) -> list[str]:
    """The texts of the edition, in the order of spec/editions.yaml. Raises NoDocuments."""
    editions = {each["id"]: each for each in yaml.safe_load(EDITIONS.read_text(encoding="utf-8"))}
    hashes = [document["sha256"] for document in editions[edition]["documents"]]
    data = [file.read_bytes() for file in folder.iterdir()] if folder.is_dir() else []
    found = {hashlib.sha256(each).hexdigest(): each.decode() for each in data}
    if missing := [each for each in hashes if each not in found]:
        raise NoDocuments(
            f"{folder} does not contain the document of edition {edition} with the SHA-256 {missing[0]}; "
            "KASSAY_DOCUMENTS names the folder with the documents"
        )
    return [found[each] for each in hashes]


def printed_code(text: str) -> dict[str, str]:
    """The printed code of each entry of a Markdown document; entries without code are left out."""
    _, *parts = _ENTRY.split(text)
    code = {name: _CODE.search(entry) for name, entry in zip(parts[::2], parts[1::2])}
    return {name: match[1] for name, match in code.items() if match is not None}
