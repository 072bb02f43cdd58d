"""The text before the functions in the documents, as clauses: `spec/introduction.yaml`, checked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kassay_generators.specification.entries import INTRODUCTION, Entries
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import read, unique
from kassay_generators.specification.function import EDITIONS, Function
from kassay_generators.specification.sources import check_clauses, citations


def load_introduction(
    directory: Path, functions: dict[str, Function], decisions: Iterable[str], entries: Entries
) -> dict[str, Any]:
    """The introduction as `specification.json` has it: like a function, without signatures and readings. Raises SpecificationError."""
    file = directory / f"{INTRODUCTION}.yaml"
    raw = read(file, directory / "schema" / f"{INTRODUCTION}.json")
    clauses = raw["clauses"]
    unique(file, "clause", (clause["id"] for clause in clauses))
    holds = {clause["id"]: _editions(raw, clause) for clause in clauses}
    check_clauses(file, raw["sources"], holds, clauses, entries)
    known_decisions = set(decisions)
    known_clauses = {c["id"] for f in functions.values() for c in f.raw["clauses"]}
    for clause in clauses:
        strays = sorted(set(holds[clause["id"]]) - set(raw["sources"]))
        if strays:
            raise SpecificationError(
                file,
                clause["id"],
                f"it holds in {', '.join(strays)}, which has no introduction",
                "Correct its editions.",
            )
        decision = clause.get("decision")
        if decision is not None and decision not in known_decisions:
            raise SpecificationError(
                file, clause["id"], f"unknown decision {decision}", "Record it in spec/decisions."
            )
        for name in clause.get("cases_of", []):
            if name not in known_clauses:
                raise SpecificationError(
                    file, clause["id"], f"unknown clause {name}", "Name a clause of a function."
                )
    return {
        "summary": raw["summary"],
        "sources": raw["sources"],
        "clauses": [
            {
                **clause,
                "source": citations(raw["sources"], clause),
                "editions": list(holds[clause["id"]]),
            }
            for clause in clauses
        ],
    }


def _editions(raw: dict[str, Any], clause: dict[str, Any]) -> tuple[str, ...]:
    chosen = clause.get("editions", raw["sources"])
    return tuple(edition for edition in EDITIONS if edition in chosen)
