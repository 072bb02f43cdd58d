"""Which functions, and which pairs of them, programs have called."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from kassay_generators.fuzzing.program import Bounded, Program


class Coverage:
    """`pairs`: of API functions in one program, the first called before the second."""

    def __init__(self) -> None:
        self.functions: set[str] = set()
        self.pairs: set[tuple[str, str]] = set()
        self.outputs = self.undecided = 0

    @staticmethod
    def of(json: dict[str, Any]) -> Coverage:
        """What `json` gave."""
        coverage = Coverage()
        if json:
            coverage.functions = set(json["functions"])
            coverage.pairs = {(a, b) for a, b in json["pairs"]}
            coverage.outputs, coverage.undecided = json["outputs"], json["undecided"]
        return coverage

    def json(self) -> dict[str, Any]:
        return {
            "functions": sorted(self.functions),
            "pairs": sorted(self.pairs),
            "outputs": self.outputs,
            "undecided": self.undecided,
        }

    def add(self, programs: Iterable[Program]) -> None:
        for program in programs:
            names = [n for n in program.functions if not n.startswith("operator.")]
            self.functions.update(names)
            self.pairs.update(itertools.combinations(names, 2))
            for output in program.outputs:
                self.outputs += 1
                open_limits = isinstance(output, Bounded) and output.limits.size > 0
                if open_limits and not (output.limits < float("inf")).all():  # type: ignore[union-attr]
                    self.undecided += 1

    def merge(self, other: Coverage) -> None:
        self.functions |= other.functions
        self.pairs |= other.pairs
        self.outputs += other.outputs
        self.undecided += other.undecided
