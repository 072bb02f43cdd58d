"""Leaves out the mutants that do not compile. The compiler's errors name them; if they do not, the mutants are tried by halves."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mutant import Mutant
from schemata import Schemata

ROUNDS = 20
PLACE = re.compile(r"^(?P<path>/[^:\n]+):(?P<line>\d+):(?P<column>\d+): ", re.M)
BEGINNING = re.compile(r"^/[^:\n]+:\d+:\d+: error: .*$", re.M)


def syntax_errors(path: Path, options: list[str]) -> str:
    """The compiler's errors about a file; empty if it compiles."""
    command = [
        *("g++", "-std=c++20", "-fsyntax-only", "-w", "-fmax-errors=0", "-x", "c++"),
        *(
            "-fdiagnostics-color=never",
            "-fno-diagnostics-show-caret",
            "-ftemplate-backtrace-limit=0",
        ),
        *options,
        str(path),
    ]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if finished.returncode == 0 else finished.stderr


def culprits(errors: str, files: dict[Path, Schemata]) -> set[Mutant]:
    """The mutants at the locations of the errors. For an error elsewhere: those that led there or that its notes name."""
    found: set[Mutant] = set()
    starts = [m.start() for m in BEGINNING.finditer(errors)]
    for before, start, after in zip([0, *starts], starts, [*starts[1:], len(errors)], strict=False):
        own, led, notes = (
            errors[start : errors.find("\n", start)],
            errors[before:start],
            errors[start:after],
        )
        for text in (own, led.split(" error: ")[-1], notes):
            here = {
                mutant
                for match in PLACE.finditer(text + " ")
                if (schemata := files.get(Path(match["path"]))) is not None
                for mutant in schemata.culprits(int(match["line"]), int(match["column"]))
            }
            if here:
                found |= here
                break
    return found


@dataclass
class Unit:
    """Files that are compiled together, like a unity build, so that headers are read once."""

    name: str
    sources: list[Path]  # in the overlay
    files: list[str]  # from the root: every file that an error may name, headers included


class Compilation:
    """Rewrites schemata until every unit compiles. `write(name, out)` writes one file without the mutants `out`."""

    def __init__(
        self,
        folder: Path,
        options: list[str],
        write: Callable[[str, set[Mutant]], tuple[Path, Schemata]],
        mutants: dict[str, list[Mutant]],
        say: Callable[[str], None],
        found: Callable[[set[Mutant]], None],
    ) -> None:
        self.folder, self.options, self.write, self.mutants = folder, options, write, mutants
        self.say, self.found = say, found  # after each round, `found` gets the mutants left out
        self.out: set[Mutant] = set()
        self.files: dict[Path, Schemata] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def rewrite(self, names: Iterable[str], out: set[Mutant]) -> None:
        for name in names:
            path, made = self.write(name, out)
            self.files[path] = made

    def check(self, unit: Unit) -> str:
        path = self.folder / f"{unit.name}.cpp"
        path.write_text("".join(f'#include "{source}"\n' for source in unit.sources))
        return syntax_errors(path, self.options)

    def leave_out(self, units: list[Unit], known: set[Mutant], jobs: int) -> set[Mutant]:
        """Returns the mutants that do not compile, including `known`."""
        self.out = set(known)
        self.rewrite(self.mutants, self.out)
        waiting = list(units)
        for turn in range(ROUNDS):
            if not waiting:
                return self.out
            self.say(
                f"compiling {len(waiting)} units, round {turn + 1}; {len(self.out)} mutants left out"
            )
            with ThreadPoolExecutor(jobs) as pool:
                answers = list(zip(waiting, pool.map(self.check, waiting), strict=True))
            waiting = [unit for unit, errors in answers if errors]
            new: set[Mutant] = set()
            for unit, errors in answers:
                if errors:
                    new |= culprits(errors, self.files) - self.out or self.halves(unit, errors)
            self.found(self.out | new)
            self.out |= new
            self.rewrite({m.file for m in new}, self.out)
        raise SystemExit(
            f"error: after {ROUNDS} rounds these do not compile: {', '.join(u.name for u in waiting)}"
        )

    def halves(self, unit: Unit, errors: str) -> set[Mutant]:
        """The mutants of a unit that do not compile, found by halving: for errors that name none."""
        left = [m for name in unit.files for m in self.mutants.get(name, []) if m not in self.out]

        def fails(without: set[Mutant]) -> bool:
            self.rewrite(unit.files, self.out | without)
            return bool(self.check(unit))

        if not left or fails(set(left)):
            raise SystemExit(
                f"error: {unit.name} does not compile without its mutants:\n{errors[:2000]}"
            )
        bad: set[Mutant] = set()
        groups = [left]
        while groups:
            group = groups.pop()
            if not fails(bad | (set(left) - set(group))):
                continue
            if len(group) == 1:
                bad.add(group[0])
            else:
                groups += [group[len(group) // 2 :], group[: len(group) // 2]]
        self.rewrite(unit.files, self.out | bad)
        return bad
