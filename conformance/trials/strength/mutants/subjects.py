"""What is mutated, and which programs judge the mutants."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]


@dataclass(frozen=True)
class Subject:
    name: str
    files: tuple[str, ...]  # globs from the root
    target: str  # the build target
    tests: tuple[str, ...] = ()  # the unit-test programs that judge; none: the golden vectors do
    tests_filter: str = "*"  # GoogleTest filter for their tests
    leaves_out: tuple[str, ...] = ()  # globs
    not_run: frozenset[str] = frozenset()  # functions that are never called there


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
            # The turns of an executor; the reference does not have an executor (reference/README.md, What a call does).
            {"in_turns", "as_sequence", "stacked", "without_first"}
            # The functions of a session and of a graph that only these call.
            | {"is_repeating", "replaced", "random_operations", "forget_random_operations"}
            | {"operation_of"}
            # Called only by the optimized interpreter, or by the runner before the first case.
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
        # Slow tests: many samples, and nearly all must be right, or wrong.
        tests_filter="-Power.*:*RightSample*",
        # Only `kassay coverage` uses it: no verdict depends on it.
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
        # Slow tests of kernels and devices.
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
    """The paths from the root of the files that match a glob of `only`, or of all files without `only`."""
    found = sorted(
        path.relative_to(ROOT).as_posix() for glob in subject.files for path in ROOT.glob(glob)
    )
    return [
        name
        for name in found
        if not any(fnmatch(name, glob) for glob in subject.leaves_out)
        and (not only or any(fnmatch(name, f"*{glob}*") for glob in only))
    ]
