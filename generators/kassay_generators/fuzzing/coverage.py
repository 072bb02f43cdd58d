"""What programs have called, and what their calls have read."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from typing import Any

from kassay_generators.fuzzing.dataflow import LEAVES, arguments_of
from kassay_generators.fuzzing.moves import LAYOUTS
from kassay_generators.fuzzing.program import Bounded, Program
from kassay_generators.oracles.library import own_library


class Coverage:
    """`pairs`: two functions; the second reads a result of the first. `arguments`: the tensors that calls read, and
    `computed`: how many of them are results of calls. `layouts`: how many arguments are not contiguous in a backend that moves
    no elements, by layout."""

    def __init__(self) -> None:
        self.functions: set[str] = set()
        self.pairs: set[tuple[str, str]] = set()
        self.layouts: Counter[str] = Counter()
        self.outputs = self.undecided = self.arguments = self.computed = 0

    @staticmethod
    def of(json: dict[str, Any]) -> Coverage:
        """What `json` gave."""
        coverage = Coverage()
        if json:
            coverage.functions = set(json["functions"])
            coverage.pairs = {(a, b) for a, b in json["pairs"]}
            coverage.layouts = Counter(json["layouts"])
            for count in _COUNTS:
                setattr(coverage, count, json[count])
        return coverage

    def json(self) -> dict[str, Any]:
        return {
            "functions": sorted(self.functions),
            "pairs": sorted(self.pairs),
            "possible_pairs": possible_pairs(),
            "layouts": dict(sorted(self.layouts.items())),
        } | {count: getattr(self, count) for count in _COUNTS}

    def add(self, programs: Iterable[Program]) -> None:
        for program in programs:
            self.functions.update(n for n in program.functions if not n.startswith("operator."))
            for producer, consumer in arguments_of(program.json):
                self._add_argument(producer, consumer)
            for output in program.outputs:
                self.outputs += 1
                open_limits = isinstance(output, Bounded) and output.limits.size > 0
                if open_limits and not (output.limits < float("inf")).all():  # type: ignore[union-attr]
                    self.undecided += 1

    def _add_argument(self, producer: str, consumer: str) -> None:
        self.arguments += 1
        self.computed += producer not in ("", *LEAVES)
        if producer in LAYOUTS:
            self.layouts[LAYOUTS[producer]] += 1
        if producer in _producers() and consumer in _consumers():
            self.pairs.add((producer, consumer))

    def merge(self, other: Coverage) -> None:
        self.functions |= other.functions
        self.pairs |= other.pairs
        self.layouts += other.layouts
        for count in _COUNTS:
            setattr(self, count, getattr(self, count) + getattr(other, count))


_COUNTS = ("outputs", "undecided", "arguments", "computed")


def possible_pairs() -> int:
    """The number of pairs of a function that returns a tensor and one that reads a tensor."""
    return len(_producers()) * len(_consumers())


@functools.cache
def _producers() -> frozenset[str]:
    functions = own_library().functions.values()
    return frozenset(
        f.name for f in functions if _with_tensors(e["kind"] for e in f.raw["returns"])
    )


@functools.cache
def _consumers() -> frozenset[str]:
    functions = own_library().functions.values()
    return frozenset(f.name for f in functions if _with_tensors(p.kind for p in f.parameters))


def _with_tensors(kinds: Iterable[str]) -> bool:
    return any(kind in ("tensor", "tensors") for kind in kinds)
