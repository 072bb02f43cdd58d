"""The profiles that a backend can claim: `spec/profiles.yaml`, checked, with the derived contents of each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import read, unique
from kassay_generators.specification.function import Function

_MODES = ("eager", "function", "dynamic", "gradient", "second-gradient", "program")
_FILE = "profiles.yaml"


def load_profiles(directory: Path, functions: dict[str, Function]) -> list[dict[str, Any]]:
    """The profiles in the order of the file, as `specification.json` has them: `functions` with those of the profiles that are
    included, `clauses` (single ones, of functions that are not in it as a whole), `without` (clauses that do not come with
    their functions, because another profile names them singly), `modes`, and `calls`, all functions that a case may call.
    Raises SpecificationError."""
    file = directory / _FILE
    entries = read(file, directory / "schema" / "profiles.json")
    unique(file, "profile", (e["id"] for e in entries))
    known_clauses = {c["id"] for f in functions.values() for c in f.raw["clauses"]}
    single = [c for e in entries for c in e.get("clauses", [])]
    profiles: dict[str, dict[str, Any]] = {}
    for entry in entries:
        clauses = entry.get("clauses", [])
        _check_names(file, entry, "function", entry["functions"], functions)
        _check_names(file, entry, "clause", clauses, known_clauses)
        for key in ("includes", "needs"):
            _check_names(file, entry, "profile above it", entry.get(key, []), profiles)
        included = [profiles[name] for name in entry.get("includes", [])]
        needed = [profiles[name] for name in entry.get("needs", [])]
        own = _union(entry["functions"], *(p["functions"] for p in included))
        for clause in clauses:
            if _function_of(clause) in own:
                raise SpecificationError(
                    file,
                    f"profile {entry['id']}",
                    f"{clause} is a clause of {_function_of(clause)}, which is included as a whole",
                    "Remove one of them.",
                )
        profiles[entry["id"]] = {
            "id": entry["id"],
            "title": entry["title"],
            "claim": entry["claim"],
            "modes": entry.get("modes", list(_MODES)),
            "functions": own,
            "clauses": clauses,
            "without": [c for c in _union(single) if _function_of(c) in own],
            "calls": _union(own, map(_function_of, clauses), *(p["calls"] for p in needed)),
        }
    return list(profiles.values())


def _union(*names: Iterable[str]) -> list[str]:
    return sorted({name for each in names for name in each})


def _function_of(clause: str) -> str:
    return clause.split(".")[0]


def _check_names(
    file: Path, entry: dict[str, Any], what: str, names: Iterable[str], known: Iterable[str]
) -> None:
    unknown = [name for name in names if name not in set(known)]
    if unknown:
        raise SpecificationError(
            file,
            f"profile {entry['id']}",
            f"unknown {what}: {', '.join(unknown)}",
            "Correct the name, or remove it.",
        )
