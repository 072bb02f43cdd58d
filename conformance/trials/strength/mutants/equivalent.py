"""The mutants that no case can or may tell from the original, with the reason (equivalent/SUBJECT.yaml)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

import yaml
from results import Result


@dataclass
class Entry:
    """A mutant by what it changes, not by its place; in `change`, `*` stands for any text."""

    file: str
    function: str
    line: str  # the whole line without the mutant, blanks as one
    change: str  # the line with it
    reason: str
    is_open: bool  # an answer depends on it, but the specification leaves that one open
    matched: list[Result] = field(default_factory=list)

    def matches(self, result: Result) -> bool:
        return (
            result.file == self.file
            and result.function == self.function
            and result.original == self.line
            and (result.changed == self.change or fnmatchcase(result.changed, escaped(self.change)))
        )


def escaped(pattern: str) -> str:
    """Only `*` is special."""
    return pattern.replace("[", "[[]").replace("?", "[?]")


def read_entries(path: Path) -> list[Entry]:
    """Raises SystemExit if an entry is not as it must be."""
    entries = []
    for number, entry in enumerate(yaml.safe_load(path.read_text()) or [], 1):
        wanted = {"file", "function", "line", "change"}
        if (
            not isinstance(entry, dict)
            or set(entry) not in (wanted | {"reason"}, wanted | {"open"})
            or not all(isinstance(v, str) and v for v in entry.values())
        ):
            raise SystemExit(
                f"error: {path}, entry {number}: it must have the texts {', '.join(sorted(wanted))}, either reason or open, "
                "and nothing else"
            )
        is_open = "open" in entry
        entries.append(
            Entry(
                **{n: entry[n] for n in wanted},
                reason=entry["open" if is_open else "reason"],
                is_open=is_open,
            )
        )
    return entries


def apply_entries(entries: list[Entry], results: list[Result]) -> list[str]:
    """Notes which results the entries excuse, and which they call open. Returns what is wrong with entries: a mutant that is killed is
    neither."""
    problems = []
    for entry in entries:
        entry.matched = [r for r in results if entry.matches(r)]
        place = f"{entry.file}, {entry.function}: {entry.line} -> {entry.change}"
        if not entry.matched:
            problems.append(f"no mutant is as the entry says, remove or correct it: {place}")
        for result in entry.matched:
            if result.outcome == "killed":
                problems.append(
                    f"{result.by} kills what the entry calls equivalent or open, remove it: {place}"
                )
            elif entry.is_open:
                result.accepted = result.accepted or entry.reason
    return problems


def excused(entries: list[Entry]) -> set[tuple]:
    """The equivalent ones."""
    return {result.key for entry in entries if not entry.is_open for result in entry.matched}
