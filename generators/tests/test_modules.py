"""Imports between the generator's own modules: no cycles, in the order of the packages, at the top of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import graphlib
import pytest

from kassay_generators.specification.error import ROOT
from kassay_generators.specification.specification import own

_FOLDER = ROOT / "generators"
# A package imports from itself and from those before it. The rest of kassay_generators, such as the command line, comes after.
_ORDER = (
    "numbers",
    "specification",
    "oracles",
    "cases",
    "machine",
    "ops",
    "vectors",
    "archive",
    "fuzzing",
)


def _files(folder: Path) -> dict[str, Path]:
    """The modules and packages under kassay_generators and ops by name."""
    found = {}
    for package in ("kassay_generators", "ops"):
        for file in sorted((folder / package).rglob("*.py")):
            parts = file.relative_to(folder).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def _imports(file: Path, known: dict[str, Path]) -> Iterator[tuple[str, ast.stmt]]:
    """Our own modules that a module imports anywhere: also within a function or only for the type checker."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{file}: a relative import"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in known else node.module for name in inner]
        else:
            continue
        for name in names:
            if name in known:
                yield name, node


def _graph(folder: Path) -> dict[str, set[str]]:
    known = _files(folder)
    return {
        name: {used for used, _ in _imports(file, known) if used != name}
        for name, file in known.items()
    }


def _circle(graph: dict[str, set[str]]) -> list[str]:
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


def _place(module: str) -> int:
    parts = module.split(".")
    package = parts[0] if parts[0] == "ops" else parts[1] if len(parts) > 1 else ""
    return _ORDER.index(package) if package in _ORDER else len(_ORDER)


def _against_the_order(graph: dict[str, set[str]]) -> list[str]:
    return [
        f"{module} imports {used}"
        for module, imported in graph.items()
        for used in sorted(imported)
        if _place(used) > _place(module)
    ]


def _late_imports(folder: Path) -> list[str]:
    known = _files(folder)
    return [
        f"{name} imports {used} in line {node.lineno}"
        for name, file in known.items()
        for used, node in _imports(file, known)
        if node.col_offset > 0
    ]


def _category(module: str) -> str:
    parts = module.split(".")
    return parts[1] if parts[0] == "ops" and len(parts) > 2 else ""


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert _circle(_graph(_FOLDER)) == []


def test_a_package_imports_only_from_those_before_it() -> None:
    assert _against_the_order(_graph(_FOLDER)) == []


def test_every_package_has_its_place_in_the_order() -> None:
    packages = {file.parent.name for file in (_FOLDER / "kassay_generators").glob("*/*.py")}
    assert packages == set(_ORDER) - {"ops"}


def test_our_own_modules_are_imported_at_the_top() -> None:
    assert _late_imports(_FOLDER) == []


def test_a_category_imports_from_no_other() -> None:
    others = [
        (module, used)
        for module, imported in _graph(_FOLDER).items()
        for used in imported
        if _category(used) and _category(module) and _category(used) != _category(module)
    ]
    assert others == []


def test_a_module_beside_oracles_serves_one_of_them() -> None:
    """A function module has the name of a function of the specification and is in the folder of its category."""
    graph = _graph(_FOLDER)
    functions = {f"ops.{f.category}.{f.name}" for f in own().functions.values()}
    names = {f.name for f in own().functions.values()}
    reached = set(functions)
    while further := {used for module in reached for used in graph[module]} - reached:
        reached |= further
    beside = [name for name in graph if _category(name) and name not in functions]
    assert beside
    assert [name for name in beside if name not in reached] == []
    assert [name for name in beside if name.split(".")[-1] in names] == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Two packages with one module each; the upper one imports the lower one."""
    for name, text in {
        "numbers/number.py": "import math\n",
        "cases/case.py": "from kassay_generators.numbers import number\n",
    }.items():
        file = tmp_path / "kassay_generators" / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return tmp_path


def test_what_is_in_order_passes(copy: Path) -> None:
    assert not _circle(_graph(copy))
    assert not _against_the_order(_graph(copy))
    assert not _late_imports(copy)


def test_a_circle_for_the_type_checker_is_found(copy: Path) -> None:
    file = copy / "kassay_generators/numbers/number.py"
    file.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from kassay_generators.cases.case import Case\n"
    )
    assert set(_circle(_graph(copy))) == {
        "kassay_generators.numbers.number",
        "kassay_generators.cases.case",
    }
    assert _against_the_order(_graph(copy)) == [
        "kassay_generators.numbers.number imports kassay_generators.cases.case"
    ]


def test_an_import_inside_a_function_is_found(copy: Path) -> None:
    file = copy / "kassay_generators/cases/case.py"
    file.write_text("def f():\n    from kassay_generators.numbers.number import Number\n")
    assert _late_imports(copy) == [
        "kassay_generators.cases.case imports kassay_generators.numbers.number in line 2"
    ]
