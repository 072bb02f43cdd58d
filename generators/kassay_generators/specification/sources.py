"""The sources of clauses: the part of a document's entry that states each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kassay_generators.specification.entries import Entries
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import EDITIONS, Function


def check(function: Function, entries: Entries) -> None:
    """Every part that a clause names as its source must be in the documents, and an edition with other words must be one in
    which the clause holds. Raises SpecificationError."""
    check_clauses(
        function.file,
        function.raw["sources"],
        {c["id"]: function.clause_editions(c) for c in function.raw["clauses"]},
        function.raw["clauses"],
        entries,
    )


def check_clauses(
    file: Path,
    headings: dict[str, str],
    holds: dict[str, tuple[str, ...]],  # by the id of the clause
    clauses: list[dict[str, Any]],
    entries: Entries,
) -> None:
    """The same for clauses with the heading of their entry in each edition, and the editions in which they hold."""
    for edition, heading in headings.items():
        if heading not in entries.get(edition, {}):
            raise SpecificationError(
                file,
                f"sources, {edition}",
                f"no entry of this edition is headed {heading}",
                "Correct it; see spec/entries.yaml.",
            )
    for clause in clauses:
        cited = citations(headings, clause)
        for citation in cited:
            edition, entry = citation["edition"], citation["entry"]
            present = entries.get(edition, {}).get(entry, [])
            missing = [part for part in citation["parts"] if part not in present]
            if missing:
                has = f"the parts {', '.join(present)}" if present else "no such entry"
                raise SpecificationError(
                    file,
                    clause["id"],
                    f"its source in {edition} is {missing[0]} of {entry or 'an entry'}, and {edition} has {has}",
                    "Name a part that spec/entries.yaml lists.",
                )
        editions = set(holds[clause["id"]])
        if cited and not editions & {citation["edition"] for citation in cited}:
            raise SpecificationError(
                file,
                clause["id"],
                "no source in an edition in which it holds",
                "Name one of these editions, or another source.",
            )
        strays = sorted(set(clause.get("differs", {})) - editions)
        if strays:
            raise SpecificationError(
                file,
                f"{clause['id']}, differs",
                f"it does not hold in {', '.join(strays)}",
                "Name only editions in which the clause holds.",
            )


def citations(headings: dict[str, str], clause: dict[str, Any]) -> list[dict[str, Any]]:
    """What a clause cites, edition by edition: the heading of the entry, and its parts in the written order."""
    cited: dict[tuple[str, str], list[str]] = {}
    for written, editions in clause.get("source", {}).items():
        entry, _, part = written.rpartition(".")
        for edition in editions:
            cited.setdefault((edition, entry or headings.get(edition, "")), []).append(part)
    return [
        {"edition": edition, "entry": entry, "parts": parts}
        for (edition, entry), parts in sorted(
            cited.items(), key=lambda item: EDITIONS.index(item[0][0])
        )
    ]
