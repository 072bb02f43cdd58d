"""What is mutated, and who must notice."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]


@dataclass(frozen=True)
class Subject:
    name: str
    files: tuple[str, ...]  # globs from the root
    target: str  # what is built of the schemata
    tests: tuple[str, ...] = ()  # programs of unit tests that judge; none: the golden vectors do
    tests_filter: str = "*"  # which of their tests, as GoogleTest selects them
    leaves_out: tuple[str, ...] = ()  # globs
    not_run: frozenset[str] = frozenset()  # functions that nothing calls there, and what asks them


SUBJECTS = [
    Subject(
        "reference",
        (
            "reference/*/*.cpp",
            "reference/*/*.h",
            "reference/ops/*/*.cpp",
            "reference/ops/*/*.h",
        ),
        "kassay-mutants",
        not_run=frozenset(
            # The turns of an executor, which the reference has none of (reference/README.md, How a call goes).
            {"in_turns", "as_sequence", "stacked", "without_first"}
            # What these ask of a session and of a graph.
            | {"is_repeating", "replaced", "random_operations", "forget_random_operations"}
            | {"operation_of"}
            # What the optimized interpreter asks, and the runner before any case.
            | {"version", "set_evaluations", "for_each_slot", "info"}
        ),
    ),
    Subject(
        "comparison",
        (
            "conformance/compare/*.cpp",
            "conformance/compare/*.h",
            "spec/lib/tolerance.cpp",
            "spec/lib/tolerance.h",
            "spec/lib/run_verdict.cpp",
        ),
        "compare_tests",
        tests=("compare_tests", "vocabulary_tests"),
        # What takes long: many samples, of which nearly all must be right, or wrong.
        tests_filter="-Power.*:*RightSample*",
        # What `kassay coverage` counts: it decides nothing.
        leaves_out=("*coverage*",),
    ),
    Subject(
        "passes",
        tuple(
            f"optimized/engine/{name}.cpp"
            for name in (
                "broadcasting",
                "chains",
                "common_calls",
                "folding",
                "gradients",
                "identities",
                "in_place",
                "memory_plan",
                "packing",
                "passes",
                "pruning",
                "schedule",
                "views",
            )
        ),
        "optimized_tests",
        tests=("optimized_tests",),
        # What takes long, and looks at kernels and devices.
        tests_filter="-All/*:AtBoundaries/*:ChainSource.*:*Device*:Functions/*:Level*:Threads*",
    ),
    Subject(
        "rules",
        ("conformance/rules/facts.cpp", "conformance/rules/learn.cpp"),
        "rules_tests",
        tests=("rules_tests",),
    ),
]


def files_of(subject: Subject, only: list[str]) -> list[str]:
    """The paths from the root, those that a glob of `only` names (all without any)."""
    found = sorted(
        path.relative_to(ROOT).as_posix() for glob in subject.files for path in ROOT.glob(glob)
    )
    return [
        name
        for name in found
        if not any(fnmatch(name, glob) for glob in subject.leaves_out)
        and (not only or any(fnmatch(name, f"*{glob}*") for glob in only))
    ]
