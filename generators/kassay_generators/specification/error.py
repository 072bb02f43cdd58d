"""The error for a wrong specification file."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


class SpecificationError(Exception):
    """A specification file is wrong: names the file, the place and the remedy."""

    def __init__(self, file: Path, place: str, problem: str, remedy: str) -> None:
        name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
        super().__init__(f"{name}: {place}: {problem}. {remedy}")
