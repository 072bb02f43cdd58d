"""Rows of hand-written YAML files are short enough to be read whole in a review."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 160
FILES = sorted([*(ROOT / "spec").rglob("*.yaml"), *(ROOT / "conformance").rglob("*.yaml")])


def long_rows(text: str) -> list[int]:
    """The numbers of the rows that are too long."""
    return [n for n, row in enumerate(text.splitlines(), 1) if len(row) > LONGEST]


def test_finds_a_long_row() -> None:
    assert long_rows("a: b\n" + "c" * LONGEST + "\n" + "d" * (LONGEST + 1) + "\n") == [3]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_rows_are_short(file: Path) -> None:
    rows = long_rows(file.read_text(encoding="utf-8"))
    assert rows == [], f"{file.relative_to(ROOT)}: rows of more than {LONGEST} characters: {rows}"
