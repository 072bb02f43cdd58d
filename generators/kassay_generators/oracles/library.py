"""The oracle module of each function, loaded when first needed and checked against the specification."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.function import Function
from kassay_generators.specification.specification import own

_OPS = ROOT / "generators" / "ops"


def load_module(function: Function) -> ModuleType:
    """Raises SpecificationError if the module or a part of it is missing."""
    file = module_file(function)
    if not file.exists():
        raise SpecificationError(
            file, "file", "there is no oracle for this function", "Write it; see interface.py."
        )
    module = importlib.import_module(f"ops.{function.category}.{function.name}")
    for name in ("oracle", "confirmation", "READINGS"):
        if not hasattr(module, name):
            raise SpecificationError(
                file, name, "it is missing", "See interface.py for what a module has."
            )
    expected = {r["id"] for r in function.raw["readings"]}
    if set(module.READINGS) != expected:
        difference = ", ".join(sorted(set(module.READINGS) ^ expected))
        raise SpecificationError(
            file, "READINGS", f"not those of the specification: {difference}", "Make them agree."
        )
    return module


class Library:
    """The functions of the API with their oracle modules, each loaded when first needed."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self.functions = functions
        self._modules: dict[str, ModuleType] = {}
        self._base: Library | None = None

    def module(self, name: str) -> ModuleType:
        if self._base is not None and self.functions[name] is self._base.functions.get(name):
            if name not in self._modules:
                return self._base.module(name)
        elif name not in self._modules:
            self._modules[name] = load_module(self.functions[name])
        return self._modules[name]

    def with_function(self, function: Function, module: ModuleType | None = None) -> Library:
        """A copy with one function, or its module, added or replaced."""
        library = Library({**self.functions, function.name: function})
        library._base = self
        if module is not None:
            library._modules[function.name] = module
        return library


@functools.cache
def own_library() -> Library:
    """The library of the specification in this repository."""
    return Library(own().functions)


def module_file(function: Function) -> Path:
    return _OPS / function.category / f"{function.name}.py"
