"""A key for everything that the vectors of a function depend on: if it changes, they are generated again."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kassay_generators.specification.error import ROOT
from kassay_generators.specification.function import Function
from kassay_generators.specification.programs import called_functions


@functools.cache
def fingerprint(root: Path = ROOT) -> str:
    """The hash of everything that programs and vectors are made with: the specification, the generator and the oracles."""
    digest = hashlib.sha256()
    for pattern in (
        "spec/**/*.yaml",
        "generators/kassay_generators/**/*.py",
        "generators/ops/**/*.py",
    ):
        for file in sorted(root.glob(pattern)):
            digest.update(file.relative_to(root).as_posix().encode())
            _add(digest, file)
    return digest.hexdigest()


class Sources:
    """The common packages, the specification of a function, the modules of `ops` that its oracle imports, and the same for
    each function that its programs or its oracle call. `folder` holds `kassay_generators` and `ops`."""

    def __init__(
        self, functions: Mapping[str, Function], folder: Path = ROOT / "generators"
    ) -> None:
        self.functions = functions
        self.folder = folder
        self._imports = functools.cache(self._read_imports)
        common = hashlib.sha256()
        for file in sorted((folder / "kassay_generators").glob("*/*.py")):
            _add(common, file)
        self._common = common.digest()

    def key(self, function: Function) -> str:
        needed = self.needed(function)
        digest = hashlib.sha256(self._common)
        for name in sorted(needed):
            digest.update(json.dumps(self.functions[name].raw).encode())
        for file in self.modules(needed):
            _add(digest, file)
        return digest.hexdigest()

    def needed(self, function: Function) -> set[str]:
        """The function, and all functions that its programs and their oracles call."""
        found: set[str] = set()
        pending = {function.name, *called_functions(function, self.functions)}
        while pending:
            found |= pending
            pending = {
                name for file in self.modules(pending) for name in self._imports(file)[1]
            } - found
        return found

    def modules(self, names: Iterable[str]) -> list[Path]:
        """The modules of `ops` that the oracles of these functions consist of."""
        found: set[Path] = set()
        pending = {self._module(f"ops.{self.functions[n].category}.{n}") for n in names}
        while pending:
            found |= pending
            pending = {used for file in pending for used in self._imports(file)[0]} - found
        return sorted(found)

    def _module(self, name: str) -> Path:
        return self.folder / f"{name.replace('.', '/')}.py"

    def _read_imports(self, file: Path) -> tuple[set[Path], set[str]]:
        """The modules of `ops` that a module imports, and the functions that it calls through the machine."""
        nodes = list(ast.walk(ast.parse(file.read_text()))) if file.exists() else []
        modules = {self._module(name) for node in nodes for name in _imported(node)}
        calls = {name for node in nodes for name in _called(node)}
        return {m for m in modules if m.exists()}, calls & set(self.functions)


def _imported(node: ast.AST) -> Iterator[str]:
    """The modules of `ops` that an import may mean."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names if alias.name.startswith("ops."))
        case ast.ImportFrom(module=str() as module, names=names) if module.startswith("ops"):
            yield module
            yield from (f"{module}.{alias.name}" for alias in names)


def _called(node: ast.AST) -> Iterator[str]:
    """The function that `machine.call("name", ...)` calls."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="call"), args=[ast.Constant(value=str() as name), *_]
        ):
            yield name


def _add(digest: hashlib._Hash, file: Path) -> None:
    digest.update(file.name.encode())
    digest.update(file.read_bytes() if file.exists() else b"")
