"""The errata of the documents: `spec/errata`, checked against the functions, clauses and decisions that they name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import number, read, unique
from kassay_generators.specification.function import Function


def load_errata(
    directory: Path,
    functions: dict[str, Function],
    decisions: Iterable[str],
    introduction: Iterable[dict[str, Any]] = (),  # its clauses
) -> list[dict[str, Any]]:
    """The errata of every file under `directory`/errata, by number. Raises SpecificationError."""
    clauses = {c["id"] for f in functions.values() for c in f.raw["clauses"]}
    clauses |= {c["id"] for c in introduction}
    known_decisions = set(decisions)
    errata: list[dict[str, Any]] = []
    for file in sorted((directory / "errata").glob("*.yaml")):
        for erratum in read(file, directory / "schema" / "errata.json"):
            _check_names(file, erratum, "function", erratum["functions"], set(functions))
            _check_names(file, erratum, "clause", erratum.get("clauses", []), clauses)
            _check_names(file, erratum, "decision", erratum.get("decisions", []), known_decisions)
            errata.append(erratum)
    unique(directory / "errata", "id", (e["id"] for e in errata))
    return sorted(errata, key=number)


def _check_names(
    file: Path, erratum: dict[str, Any], what: str, names: Iterable[str], known: set[str]
) -> None:
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SpecificationError(
            file,
            erratum["id"],
            f"unknown {what} {', '.join(unknown)}",
            f"Name a {what} of the specification, or remove it.",
        )
