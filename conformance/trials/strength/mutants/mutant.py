"""Mutants: single changes of a source file."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mutant:
    file: str  # from the root of the repository
    function: str  # that contains it
    operator: str
    line: int
    start: int  # offsets in the file, in bytes
    end: int
    text: str  # replaces start..end; empty if a statement is removed

    def change(self, source: bytes) -> tuple[str, str]:
        """The changed source lines without and with the mutant, each joined to one line."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        before, after = source[first : self.start], source[self.end : last if last >= 0 else None]
        changed = before + self.text.encode() + after
        original = source[first : last if last >= 0 else None]
        return one_line(original.decode()), one_line(changed.decode())


def one_line(text: str) -> str:
    return " ".join(line.split("//")[0].strip() for line in text.splitlines()).strip()


@dataclass
class Site:
    """A range of a file and its mutants. `statement` and `return` are whole statements with their semicolons."""

    start: int
    end: int
    form: str  # expression, condition, statement, return
    mutants: list[Mutant] = field(default_factory=list)
