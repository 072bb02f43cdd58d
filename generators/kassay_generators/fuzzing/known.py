"""The known failures of a backend: distinct failures that earlier campaigns found, with their causes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from kassay_generators.specification.error import ROOT
from kassay_generators.specification.files import read

_SCHEMA = ROOT / "spec/schema/known_failures.json"


@dataclass(frozen=True)
class Cause:
    """`failures`: globs for findings as `key_of` names them. `verdict`: "theirs", or "open" where the documents do not
    decide."""

    failures: tuple[str, ...]
    reason: str
    verdict: str
    link: str = ""

    def explains(self, failure: str) -> bool:
        return any(fnmatchcase(failure, glob) for glob in self.failures)


def read_causes(files: Iterable[Path]) -> list[Cause]:
    """Raises SpecificationError."""
    return [
        Cause(**{**entry, "failures": tuple(entry["failures"])})
        for file in files
        for entry in read(file, _SCHEMA)["known"]
    ]


def cause_of(failure: str, causes: Iterable[Cause]) -> Cause | None:
    """The first cause that explains it."""
    return next((c for c in causes if c.explains(failure)), None)
