"""The mutants that no case can, or may, tell from the original, with the reason (equivalent/SUBJECT.yaml)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

import yaml
from results import Result


@dataclass
class Entry:
    """A mutant, identified by its change, not by its position. In `change`, `*` matches any text."""

    file: str
    function: str
    line: str  # the whole line without the mutant, with single blanks
    change: str  # the line with the mutant
    reason: str
    is_open: bool  # an answer depends on it, but is unspecified
    matched: list[Result] = field(default_factory=list)

    def matches(self, result: Result) -> bool:
        return (
            result.file == self.file
            and result.function == self.function
            and result.original == self.line
            and (result.changed == self.change or fnmatchcase(result.changed, escaped(self.change)))
        )


def escaped(pattern: str) -> str:
    """Escapes every wildcard except `*`."""
    return pattern.replace("[", "[[]").replace("?", "[?]")


def read_entries(path: Path) -> list[Entry]:
    """Raises SystemExit if an entry is invalid."""
    entries = []
    for number, entry in enumerate(yaml.safe_load(path.read_text()) or [], 1):
        wanted = {"file", "function", "line", "change"}
        if (
            not isinstance(entry, dict)
            or set(entry) not in (wanted | {"reason"}, wanted | {"open"})
            or not all(isinstance(v, str) and v for v in entry.values())
        ):
            raise SystemExit(
                f"error: {path}, entry {number}: it must have exactly the texts {', '.join(sorted(wanted))}, and either "
                "reason or open"
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
    """Marks the results that the entries call equivalent or open. Returns the problems of entries, for example a mutant that is
    killed."""
    problems = []
    for entry in entries:
        entry.matched = [r for r in results if entry.matches(r)]
        place = f"{entry.file}, {entry.function}: {entry.line} -> {entry.change}"
        if not entry.matched:
            problems.append(f"no mutant matches the entry, remove or correct it: {place}")
        for result in entry.matched:
            if result.outcome == "killed":
                problems.append(
                    f"{result.by} kills a mutant that the entry calls equivalent or open, remove the entry: {place}"
                )
            elif entry.is_open:
                result.accepted = result.accepted or entry.reason
    return problems


def excused(entries: list[Entry]) -> set[tuple]:
    """The keys of the equivalent mutants."""
    return {result.key for entry in entries if not entry.is_open for result in entry.matched}
