"""The results of mutants: JSON Lines, a header and a line for each mutant (spec/schema/mutants.json)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from mutant import Mutant

FORMAT = "kassay-mutants 1"


@dataclass
class Result:
    """The outcome of a mutant. A mutant is identified by its file, function, operator, line and changed line, and by its number among the
    mutants that share all these."""

    file: str
    function: str
    operator: str
    line: int
    original: str
    changed: str
    number: int
    outcome: str = "waiting"  # killed, survived, not-compiling
    reached: int = 0  # how many results of cases, or tests, evaluate it
    by: str = ""  # the case that killed it, or the program of tests
    mode: str = ""
    edition: str = ""
    tier: str = ""  # the tier of that case
    accepted: str = ""  # the accepted reading that a survivor follows, or why it is unspecified
    how: str = ""  # fail, error, unsupported, timeout, crash (signal 11), ...
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, str, str, str, str, int]:
        return (self.file, self.function, self.operator, self.original, self.changed, self.number)


def results_of(mutants: list[Mutant], sources: dict[str, bytes]) -> list[Result]:
    """A result for each mutant, in the same order."""
    seen: Counter[tuple[str, ...]] = Counter()
    results = []
    for mutant in mutants:
        original, changed = mutant.change(sources[mutant.file])
        if not mutant.text:
            changed = changed or "(removed)"
        same = (mutant.file, mutant.function, mutant.operator, original, changed)
        seen[same] += 1
        results.append(
            Result(
                mutant.file,
                mutant.function,
                mutant.operator,
                mutant.line,
                original,
                changed,
                seen[same],
            )
        )
    return results


def write_results(path: Path, subject: str, results: list[Result]) -> None:
    """Writes the whole file anew."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps({"format": FORMAT, "subject": subject, "mutants": len(results)})]
    lines += [json.dumps(asdict(r)) for r in results]
    new = path.with_suffix(".new")
    new.write_text("\n".join(lines) + "\n")
    new.replace(path)


def read_results(path: Path) -> list[Result]:
    """Raises SystemExit if the file contains something else."""
    lines = path.read_text().splitlines()
    try:
        header = json.loads(lines[0])
        if header["format"] != FORMAT:
            raise ValueError(f"its format is {header['format']!r}")
        return [Result(**json.loads(line)) for line in lines[1:]]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise SystemExit(
            f"error: {path} does not contain results of mutants ({error}): remove it, or run without --resume"
        ) from error
