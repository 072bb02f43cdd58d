"""Mutant schemata: a file that contains all its mutants; a number chooses at run time which of them acts.

Every mutant is inserted around the existing text. Its replacement consists of original text, because no other mutant acts at the same
time.
"""

from __future__ import annotations

from dataclasses import dataclass

from mutant import Mutant, Site

ACTS = "kassay::mutants::acts"


@dataclass(frozen=True)
class Range:
    """The position of a mutant, or of a site with its mutants, in the generated file."""

    start: int
    end: int
    mutants: tuple[Mutant, ...]


@dataclass
class Schemata:
    text: bytes
    ranges: list[Range]  # outer ones first

    def culprits(self, line: int, column: int) -> tuple[Mutant, ...]:
        """The mutants of the smallest range around a position in a compiler's error (from 1, columns in bytes), or else of the line."""
        starts = [0]
        for at, byte in enumerate(self.text):
            if byte == 10:
                starts.append(at + 1)
        if line > len(starts):
            return ()
        offset = starts[line - 1] + column - 1
        around = [r for r in self.ranges if r.start <= offset < r.end]
        if around:
            return min(around, key=lambda r: r.end - r.start).mutants
        end = starts[line] if line < len(starts) else len(self.text)
        return tuple(m for r in self.ranges if starts[line - 1] <= r.start < end for m in r.mutants)


def make_schemata(source: bytes, sites: list[Site], numbers: dict[Mutant, int]) -> Schemata:
    """Makes the file with the mutants that have a number."""
    insertions: list[tuple[int, int, int, list[tuple[str, Mutant | None]]]] = []
    kept: list[tuple[Site, list[Mutant]]] = []
    for site in sites:
        mutants = [m for m in site.mutants if m in numbers]
        if mutants:
            kept.append((site, mutants))
    for order, (site, mutants) in enumerate(kept):
        before, after = around(site, mutants, numbers)
        length = site.end - site.start
        rank = {"return": 0, "statement": 0, "condition": 1, "expression": 2}[site.form]
        # At the same position, ends come before beginnings; the outer site begins first and ends last.
        insertions.append((site.start, 1, -length * 4 + rank, [*before, (f"\0open{order}", None)]))
        insertions.append(
            (site.end, 0, length * 4 - rank, [(f"\0close{order}", None), (after, None)])
        )
    insertions.sort(key=lambda i: i[:3])
    parts: list[bytes] = []
    size, at = 0, 0
    ranges: list[Range] = []
    opened: dict[int, int] = {}
    for place, _, _, texts in insertions:
        parts.append(source[at:place])
        size += place - at
        at = place
        for text, mutant in texts:
            if text.startswith("\0open"):
                continue
            if text.startswith("\0close"):
                order = int(text[6:])
                ranges.append(Range(opened[order], size, tuple(kept[order][1])))
                continue
            if mutant is not None:
                ranges.append(Range(size, size + len(text.encode()), (mutant,)))
            parts.append(text.encode())
            size += len(text.encode())
        for text, _ in texts:
            if text.startswith("\0open"):
                opened[int(text[5:])] = size - sum(
                    len(t.encode()) for t, _ in texts if t[0] != "\0"
                )
    parts.append(source[at:])
    return Schemata(b"".join(parts), ranges)


def around(
    site: Site, mutants: list[Mutant], numbers: dict[Mutant, int]
) -> tuple[list[tuple[str, Mutant | None]], str]:
    """The text inserted before the site, in parts that belong to a mutant each, and the text inserted after it."""
    if site.form == "statement":
        (mutant,) = mutants
        return [(f"{{ if (!{ACTS}({numbers[mutant]})) ", mutant)], " }"
    if site.form == "return":
        (mutant,) = mutants
        return [(f"{{ if ({ACTS}({numbers[mutant]})) return {{}}; ", mutant)], " }"
    parts: list[tuple[str, Mutant | None]] = [("(", None)]
    for mutant in mutants:
        text = mutant.text if site.form == "expression" else f"static_cast<bool>({mutant.text})"
        # A comment in the text must end before the next code.
        parts.append(
            (
                f"{ACTS}({numbers[mutant]}) ? {text}\n : "
                if "//" in text
                else f"{ACTS}({numbers[mutant]}) ? {text} : ",
                mutant,
            )
        )
    if site.form == "condition":
        return [*parts, ("static_cast<bool>(", None)], "))"
    return parts, ")"
