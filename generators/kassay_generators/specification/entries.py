"""The parts of the documents' entries: `spec/entries.yaml`, against which the sources of clauses are checked, and how it is
made from the documents.

An entry is the text below the heading of a function; its parts are the texts below the headings inside it. `signature` is the
code at its beginning, `summary` the text before the next heading. The entry `introduction` has the sections before the
functions.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import read

ENTRIES = "entries.yaml"
INTRODUCTION = "introduction"
# The sections of the introduction, and the parts of every other entry, in the order of the documents.
SECTIONS = ("backends", "switching", "settings", "code")
PARTS = ("signature", "summary", "arguments", "returns", "raises", "example", "numpy")

_NUMPY = "Numpy implementation"
_HEADINGS = {
    "Arguments": "arguments",
    "参数": "arguments",
    "引数": "arguments",
    "Returns": "returns",
    "返回": "returns",
    "返り値": "returns",
    "Raises": "raises",
    "异常": "raises",
    "Example": "example",
    "Examples": "example",
    "例子": "example",
    "例": "example",
    _NUMPY: "numpy",
}
_SHOW_NUMPY = "Show the Numpy implementation"
_QUALIFIED = "keras.backend."
_NO_TEXT = ("```", "---", "<details>", "</details>")
_SECTION = "## "
_ENTRY = re.compile(r"### +`?(\w+)`?\s*$")
_MARKS = re.compile(r"</?summary>|^__|__$")

# By edition, then by heading.
Entries = dict[str, dict[str, list[str]]]


def read_editions(directory: Path) -> list[dict[str, Any]]:
    """The editions of the documents, the default first. Raises SpecificationError."""
    editions: list[dict[str, Any]] = read(
        directory / "editions.yaml", directory / "schema" / "editions.json"
    )
    return editions


def read_entries(directory: Path) -> Entries:
    """The table in `directory`. Raises SpecificationError."""
    table: dict[str, dict[str, str]] = read(
        directory / ENTRIES, directory / "schema" / "entries.json"
    )
    entries: Entries = {}
    for heading, columns in table.items():
        for editions, parts in columns.items():
            for edition in editions.split():
                entries.setdefault(edition, {})[heading] = parts.split()
    return entries


def entries_text(entries: Entries) -> str:
    """The contents of `spec/entries.yaml`."""
    lines = [
        "# The parts that the entry of each heading has in each edition. Made of the documents, by",
        "# python -m kassay_generators entries --documents FOLDER",
    ]
    for heading in sorted({h for edition in entries.values() for h in edition}):
        columns: dict[str, list[str]] = {}  # the editions that have the same parts
        for edition, parts in entries.items():
            if heading in parts:
                columns.setdefault(" ".join(parts[heading]), []).append(edition)
        written = ", ".join(f"{' '.join(those)}: {parts}" for parts, those in columns.items())
        lines.append(f"{heading}: {{{written}}}")
    return "\n".join(lines) + "\n"


def make_entries(editions: Iterable[dict[str, Any]], folder: Path) -> Entries:
    """The table, made from the documents in a folder, which are recognized by their SHA-256. If there are several copies of an
    entry, each adds its parts. Raises SpecificationError if a document is missing."""
    texts = {
        hashlib.sha256(data).hexdigest(): data.decode()
        for data in (file.read_bytes() for file in folder.iterdir() if file.is_file())
    }
    entries: Entries = {}
    for edition in editions:
        found: dict[str, set[str]] = {}
        for document in edition["documents"]:
            if document["sha256"] not in texts:
                raise SpecificationError(
                    folder,
                    f"edition {edition['id']}",
                    f"no file has the SHA-256 {document['sha256']}",
                    "Put the documents that spec/editions.yaml lists there.",
                )
            for heading, part in _parts(texts[document["sha256"]].splitlines()):
                found.setdefault(heading, set()).add(part)
        entries[edition["id"]] = {
            heading: sorted(parts, key=(*SECTIONS, *PARTS).index)
            for heading, parts in found.items()
        }
    return entries


def _parts(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The headings of a document, each with each part of its entry that has a text."""
    sections = iter(SECTIONS)
    heading = part = ""
    for place, line in enumerate(lines):
        text = line.strip()
        entry = _entry(lines, place)
        if entry is not None and entry != heading:
            heading, part = entry, "signature"
            if not text.startswith(_QUALIFIED):
                continue
        elif line.startswith(_SECTION):
            heading, part = INTRODUCTION, next(sections, "")
            continue
        named = _HEADINGS.get(_MARKS.sub("", text))
        if named is not None or text.startswith(_SHOW_NUMPY):
            part = named or "numpy"
        elif text and part and not text.startswith(_NO_TEXT):
            yield heading, part
            if part == "signature" and text.endswith(")"):
                part = "summary"
            elif text.endswith(_NUMPY):  # one copy has this heading at the end of a paragraph
                part = "numpy"


def _entry(lines: list[str], place: int) -> str | None:
    """The heading in a line. One copy has no heading marks: there, a heading is a separate line above the signature of the same
    name; where the heading was lost, the signature begins the entry."""
    marked = _ENTRY.match(lines[place])
    if marked is not None:
        return marked[1]
    name = lines[place].strip()
    if name.startswith(_QUALIFIED):
        return name.removeprefix(_QUALIFIED).split("(")[0]
    below = next((line for line in lines[place + 1 : place + 3] if line.strip()), "")
    return name if name and below.startswith(f"{_QUALIFIED}{name}(") else None
