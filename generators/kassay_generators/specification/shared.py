"""Clauses and readings that several functions share: stated once in `spec/shared/<topic>.yaml`, named `<topic>.<id>` in the files of the
functions."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, NamedTuple

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import read, source_line

SINGULAR = {"clauses": "clause", "readings": "reading"}
# The keys of a clause, in the order of `specification.json`; next to a name, a source or a decision replaces both.
_CLAUSE_KEYS = ("id", "text", "source", "differs", "decision", "editions", "raises")


class Statement(NamedTuple):
    file: Path
    kind: str  # "clauses" or "readings"
    name: str  # topic and id
    fields: dict[str, Any]

    @property
    def id(self) -> str:
        return self.name.split(".")[1]

    def place(self) -> str:
        return _place(self.file, [self.kind, self.id])

    def entry(self, function: str, changes: dict[str, Any]) -> dict[str, Any]:
        """The clause or reading of a function."""
        if self.kind == "readings":
            fields = {**self.fields, "clause": f"{function}.{self.fields['clause']}", **changes}
            return {"id": self.id, **{key: fields[key] for key in ("verdict", "clause", "text")}}
        fields = {"id": f"{function}.{self.id}", **self.fields, **changes}
        for key, other in (("source", "decision"), ("decision", "source")):
            if key in changes and other not in changes:
                fields.pop(other, None)
        return {key: fields[key] for key in _CLAUSE_KEYS if key in fields}


class SharedStatements(dict[tuple[str, str], Statement]):
    """By kind and name."""

    def expand(
        self, file: Path, raw: dict[str, Any]
    ) -> tuple[dict[str, Any], tuple[Statement, ...]]:
        """The specification of a function with each name replaced by its statement, and the named statements. Raises
        SpecificationError."""
        used: list[Statement] = []
        expanded = dict(raw)
        for kind in SINGULAR:
            expanded[kind] = self._expand_kind(file, raw, kind, used)
        return expanded, tuple(used)

    def _expand_kind(
        self, file: Path, raw: dict[str, Any], kind: str, used: list[Statement]
    ) -> list[dict[str, Any]]:
        places: dict[str, int] = {}
        entries = []
        for index, written in enumerate(raw[kind]):
            if isinstance(written, dict) and "shared" not in written:
                entry = written
                self._refuse_copy(file, kind, index, entry)
            else:
                changes = {} if isinstance(written, str) else dict(written)
                name = changes.pop("shared", written)
                statement = self._find(file, kind, index, name)
                entry = statement.entry(raw["function"], changes)
                unchanged = statement.entry(raw["function"], {})
                for key, value in changes.items():
                    if unchanged.get(key) == value:
                        raise SpecificationError(
                            file,
                            _place(file, [kind, index]),
                            f"{key} repeats {name}",
                            "Leave it out.",
                        )
                used.append(statement)
            if entry["id"] in places:
                first = _place(file, [kind, places[entry["id"]]])
                raise SpecificationError(
                    file,
                    _place(file, [kind, index]),
                    f"the {SINGULAR[kind]} {entry['id']} appears twice, first in {first}",
                    "Rename or remove one.",
                )
            places[entry["id"]] = index
            entries.append(entry)
        return entries

    def _find(self, file: Path, kind: str, index: int, name: str) -> Statement:
        if (kind, name) in self:
            return self[kind, name]
        for other in SINGULAR:
            if (other, name) in self:
                problem = f"{name} is a shared {SINGULAR[other]}"
                raise SpecificationError(
                    file, _place(file, [kind, index]), problem, f"Name it under {other}."
                )
        names = [known for other, known in self if other == kind]
        near = difflib.get_close_matches(name, names, 1, 0)
        remedy = f"The nearest is {near[0]}." if near else "State it in spec/shared."
        raise SpecificationError(
            file,
            _place(file, [kind, index]),
            f"unknown shared {SINGULAR[kind]} {name}",
            remedy,
        )

    def _refuse_copy(self, file: Path, kind: str, index: int, entry: dict[str, Any]) -> None:
        for statement in self.values():
            if statement.kind == kind and words(entry) == (
                statement.id,
                statement.fields.get("verdict"),
                statement.fields["text"],
            ):
                raise SpecificationError(
                    file,
                    _place(file, [kind, index]),
                    f"the same words as {statement.name}",
                    "Name it, and add only what differs here.",
                )

    def check_decisions(self, known: set[str]) -> None:
        for statement in self.values():
            decision = statement.fields.get("decision")
            if decision is not None and decision not in known:
                raise SpecificationError(
                    statement.file,
                    statement.place(),
                    f"unknown decision {decision}",
                    "Record it in spec/decisions.",
                )


def read_shared(directory: Path) -> SharedStatements:
    """The statements of every file under `directory`/shared. Raises SpecificationError."""
    statements = SharedStatements()
    for file in sorted((directory / "shared").glob("*.yaml")):
        for kind, entries in read(file, directory / "schema" / "shared.json").items():
            for identifier, fields in entries.items():
                name = f"{file.stem}.{identifier}"
                statements[kind, name] = Statement(file, kind, name, fields)
    return statements


def words(entry: dict[str, Any]) -> tuple[str, str | None, str]:
    """Two clauses or readings are the same statement if this is equal: the id without the function, the verdict and the text."""
    return entry["id"].split(".")[-1], entry.get("verdict"), entry["text"]


def _place(file: Path, path: list[Any]) -> str:
    return f"line {source_line(file, path)}, {'/'.join(map(str, path))}"
