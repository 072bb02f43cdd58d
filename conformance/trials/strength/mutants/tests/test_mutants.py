"""The mutants of a small C++ file: which are found and which left out, and that only the chosen one acts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from compiling import culprits, syntax_errors
from find import find_mutants, mutants_of
from mutant import Mutant
from operators import constants
from results import results_of
from schemata import make_schemata

SELECTOR = Path(__file__).resolve().parents[1] / "selector.h"


def mutants_in(folder: Path, source: str) -> tuple[Path, list]:
    path = folder / "subject.cpp"
    path.write_text(source)
    return path, find_mutants(path, "subject.cpp", ["-std=c++20"])


def changes(folder: Path, source: str) -> set[tuple[str, str]]:
    path, sites = mutants_in(folder, source)
    return {(m.operator, m.change(path.read_bytes())[1]) for m in mutants_of(sites)}


@pytest.mark.parametrize(
    ("expression", "changed"),
    [
        ("a + b", {("arithmetic", "(a) - (b)")}),
        ("a % b", {("arithmetic", "(a) * (b)")}),
        ("a < b", {("relational", "(a) <= (b)"), ("relational", "(a) >= (b)")}),
        ("a == b", {("relational", "(a) != (b)")}),
        ("-a", {("arithmetic", "(a)")}),
        ("a & b", {("bitwise", "(a) | (b)")}),
    ],
)
def test_an_operator_is_replaced(tmp_path: Path, expression: str, changed: set) -> None:
    found = changes(
        tmp_path, f"int f(int a, int b) {{\n  auto c = {expression};\n  return c;\n}}\n"
    )
    assert {
        (o, t.removeprefix("auto c = ").removesuffix(";")) for o, t in found if "auto c" in t
    } == changed


@pytest.mark.parametrize(
    ("literal", "changed"),
    [
        ("0", ["1"]),
        ("1", ["0", "2"]),
        ("7u", ["0u", "8u"]),
        ("0.0", ["1.0"]),
        ("0.5", ["0.0", "1.5"]),
        ("true", ["false"]),
        ("0x10", []),
    ],
)
def test_a_constant_is_replaced(literal: str, changed: list[str]) -> None:
    assert constants(literal) == changed


def test_a_logical_operator_keeps_the_grouping_of_its_operands(tmp_path: Path) -> None:
    found = changes(tmp_path, "bool f(bool a, bool b, bool c) {\n  return a || b || c;\n}\n")
    assert ("logical", "return (a || b) && (c);") in found


def test_statements_are_removed_one_by_one(tmp_path: Path) -> None:
    found = changes(tmp_path, "void g(int&);\nvoid f(int& a) {\n  g(a);\n  a += 1;\n}\n")
    assert sum(operator == "statement" for operator, _ in found) == 1  # both leave an empty line
    path, sites = mutants_in(tmp_path, "void g(int&);\nvoid f(int& a) {\n  g(a);\n  a += 1;\n}\n")
    assert [m.line for m in mutants_of(sites) if m.operator == "statement"] == [3, 4]


def test_arguments_of_one_type_are_swapped_and_no_others(tmp_path: Path) -> None:
    source = "int g(int, int, double);\nint f(int a, int b, double c) {\n  return g(a, b, c);\n}\n"
    assert {t for o, t in changes(tmp_path, source) if o == "arguments"} == {"return g(b, a, c);"}


@pytest.mark.parametrize(
    "source",
    [
        "constexpr int f(int a) { return a + 1; }",
        "static_assert(1 + 1 == 2);",
        "int f();\nconst int x = f() + 1;",
        "int f(int a) {\n  throw a + 1;\n}\n",
        "#define TWICE(a) ((a) + (a))\nvoid g(int);\nvoid f() {\n  int b{}; int c{TWICE(b)};\n}\n",
        "int describe(int a) { return a + 1; }",
    ],
)
def test_code_that_no_case_can_see_is_not_mutated(tmp_path: Path, source: str) -> None:
    assert not changes(tmp_path, source)


def test_only_the_chosen_mutant_acts(tmp_path: Path) -> None:
    path, sites = mutants_in(
        tmp_path,
        "int f(int a, int b) {\n  if (a < b && b > 0) a += b * 2;\n  return a;\n}\n",
    )
    (tmp_path / "main.cpp").write_text(
        '#include <cstdio>\nint f(int, int);\nint main() {\n  for (int a = 0; a < 3; ++a)\n    for (int b = 0; b < 3; ++b) std::printf("%d ", f(a, b));\n}\n'
    )
    mutants = list(mutants_of(sites))
    numbers = {m: i for i, m in enumerate(mutants)}
    original = path.read_bytes()
    path.write_bytes(make_schemata(original, sites, numbers).text)
    options = ["g++", "-std=c++20", "-w", "-O1"]
    subprocess.run(
        [*options, "-include", SELECTOR, path, tmp_path / "main.cpp", "-o", tmp_path / "all"],
        check=True,
    )

    def answer(program: Path, number: int = -1) -> str:
        return subprocess.run(
            [program],
            env={"KASSAY_MUTANT": str(number)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    for mutant, number in numbers.items():
        alone = original[: mutant.start] + (mutant.text or ";").encode() + original[mutant.end :]
        path.write_bytes(alone)
        subprocess.run(
            [*options, path, tmp_path / "main.cpp", "-o", tmp_path / "alone"], check=True
        )
        assert answer(tmp_path / "all", number) == answer(tmp_path / "alone"), mutant
    path.write_bytes(original)
    subprocess.run([*options, path, tmp_path / "main.cpp", "-o", tmp_path / "alone"], check=True)
    assert answer(tmp_path / "all") == answer(tmp_path / "alone")


def test_the_mutant_that_does_not_compile_is_named(tmp_path: Path) -> None:
    path, sites = mutants_in(
        tmp_path,
        "struct T { int v; T operator+(T o) const { return {v + o.v}; } };\nT f(T a, T b) {\n  return a + b;\n}\n",
    )
    numbers = {m: i for i, m in enumerate(mutants_of(sites))}
    made = make_schemata(path.read_bytes(), sites, numbers)
    path.write_bytes(made.text)
    errors = syntax_errors(path, ["-include", str(SELECTOR)])
    assert {m.text for m in culprits(errors, {path: made})} == {"(a) - (b)"}


def test_equal_changes_of_equal_lines_are_told_apart() -> None:
    source = b"f(0);\nf(0);\n"
    mutants = [
        Mutant("a.cpp", "g", "constant", line, at, at + 1, "1") for line, at in ((1, 2), (2, 8))
    ]
    assert [r.number for r in results_of(mutants, {"a.cpp": source})] == [1, 2]
