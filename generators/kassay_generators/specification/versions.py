"""The versions of the specification: `spec/versions.yaml`, and which cases each of them changed or retired."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import read

VERSIONS = "versions.yaml"
KINDS = ("changed", "retired")
Number = tuple[int, ...]


@dataclass(frozen=True)
class CaseChange:
    """What one version did to some cases."""

    version: str
    kind: str  # of KINDS
    cases: tuple[str, ...]  # ids, or globs on them
    reason: str

    def matches(self, case: str) -> bool:
        # A literal id first: it may hold brackets, which have a meaning in a glob.
        return any(p == case or fnmatch.fnmatchcase(case, p) for p in self.cases)

    def record(self) -> dict[str, Any]:
        """The format of `manifest.json`."""
        return {
            "version": self.version,
            "kind": self.kind,
            "cases": list(self.cases),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Versions:
    version: str  # the newest
    changes: tuple[CaseChange, ...]  # the newest first

    def since(self, version: str | None) -> tuple[CaseChange, ...]:
        """The changes after a version; all of them without one."""
        last = number_of(version) if version else ()
        return tuple(c for c in self.changes if number_of(c.version) > last)


def number_of(version: str) -> Number:
    """1.10.0 comes after 1.9.0."""
    return tuple(map(int, version.split(".")))


def load_versions(directory: Path) -> Versions:
    """Raises SpecificationError."""
    file = directory / VERSIONS
    entries = read(file, directory / "schema" / "versions.json")
    for newer, older in pairwise(entries):
        if number_of(newer["version"]) <= number_of(older["version"]):
            raise SpecificationError(
                file,
                f"version {newer['version']}",
                f"it comes before {older['version']}, which is not older",
                "Put the newest version first.",
            )
    return Versions(entries[0]["version"], tuple(_changes(entries)))


def _changes(entries: Iterable[dict[str, Any]]) -> Iterable[CaseChange]:
    for entry in entries:
        for kind in KINDS:
            for change in entry.get(kind, []):
                yield CaseChange(entry["version"], kind, tuple(change["cases"]), change["reason"])
