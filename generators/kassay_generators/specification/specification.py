"""The specification: YAML files, checked against their schema and against each other."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kassay_generators.specification import checks, programs, shared_checks, sources
from kassay_generators.specification.entries import Entries, read_editions, read_entries
from kassay_generators.specification.errata import load_errata
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.files import number, read, unique
from kassay_generators.specification.function import (
    EDITIONS,
    KEYWORDS,
    Function,
    Parameter,
    expand_dtypes,
)
from kassay_generators.specification.introduction import load_introduction
from kassay_generators.specification.profiles import load_profiles
from kassay_generators.specification.shared import SharedStatements, read_shared
from kassay_generators.specification.versions import Versions, load_versions


@dataclass(frozen=True)
class Specification:
    functions: dict[str, Function]
    decisions: list[dict[str, Any]]
    editions: list[dict[str, Any]]
    errata: list[dict[str, Any]]
    introduction: dict[str, Any]
    profiles: list[dict[str, Any]]
    versions: Versions

    def bundle(self) -> dict[str, Any]:
        """The contents of `specification.json`."""
        return {
            "format": 1,
            "editions": self.editions,
            "decisions": self.decisions,
            "errata": self.errata,
            "profiles": self.profiles,
            "introduction": self.introduction,
            "functions": [_bundle(f) for f in self.functions.values()],
        }


def load(root: Path = ROOT) -> Specification:
    """Everything under `spec/`. Raises SpecificationError at the first mistake."""
    directory = root / "spec"
    decisions: list[dict[str, Any]] = []
    for file in sorted((directory / "decisions").glob("*.yaml")):
        decisions += read(file, directory / "schema" / "decisions.json")
    editions = read_editions(directory)
    entries = read_entries(directory)
    unique(directory / "decisions", "id", (d["id"] for d in decisions))
    known = {d["id"] for d in decisions}
    shared = read_shared(directory)
    shared.check_decisions(known)
    functions = {}
    for file in sorted((directory / "ops").glob("*/*.yaml")):
        function = load_function(file, directory / "schema" / "op.json", shared, entries)
        for clause in function.raw["clauses"]:
            if "decision" in clause and clause["decision"] not in known:
                raise SpecificationError(
                    file,
                    clause["id"],
                    f"unknown decision {clause['decision']}",
                    "Record it in spec/decisions.",
                )
        functions[function.name] = function
    shared_checks.check(shared, functions.values())
    check_programs(functions.values(), functions)
    for decision in decisions:
        if (
            not any(d == decision["id"] for f in functions.values() for d in _cited(f))
            and decision["functions"]
        ):
            unknown = [name for name in decision["functions"] if name not in functions]
            if not unknown:
                raise SpecificationError(
                    directory / "decisions",
                    decision["id"],
                    "no clause cites this decision",
                    "Cite it or remove it.",
                )
    introduction = load_introduction(directory, functions, known, entries)
    errata = load_errata(directory, functions, known, introduction["clauses"])
    profiles = load_profiles(directory, functions)
    return Specification(
        functions,
        sorted(decisions, key=number),
        editions,
        errata,
        introduction,
        profiles,
        load_versions(directory),
    )


@functools.cache
def own() -> Specification:
    """The specification of this repository, read once; forked processes inherit it."""
    return load()


def check_programs(chosen: Iterable[Function], functions: dict[str, Function]) -> None:
    """Reads every program of the chosen functions. Raises SpecificationError."""

    for function in chosen:
        for group in function.raw["cases"]:
            if "program" in group:
                programs.check(function, group, functions)


def load_function(
    file: Path,
    schema: Path = ROOT / "spec/schema/op.json",
    shared: SharedStatements | None = None,  # by default, the statements next to the schema
    entries: Entries | None = None,  # by default, those next to the schema
) -> Function:
    if shared is None:
        shared = read_shared(schema.parents[1])
    if entries is None:
        entries = read_entries(schema.parents[1])
    raw, named = shared.expand(file, read(file, schema))
    if raw["function"] != file.stem or raw["category"] != file.parent.name:
        raise SpecificationError(
            file,
            "function, category",
            "they differ from the file's name and folder",
            f"Use {file.stem}, {file.parent.name}.",
        )
    editions = tuple(e for e in EDITIONS if e in raw["sources"])
    function = Function(
        raw["function"],
        raw["category"],
        file,
        raw,
        tuple(_parameters(raw, editions)),
        editions,
        named,
    )
    checks.check(function)
    sources.check(function, entries)
    return function


def _parameters(raw: dict[str, Any], editions: tuple[str, ...]) -> Iterable[Parameter]:
    for entry in raw["signature"]:
        where = tuple(entry.get("editions", editions))
        defaults: dict[str, Any] = {}
        if "default" in entry:
            default = entry["default"]
            defaults = (
                dict(default) if isinstance(default, dict) else dict.fromkeys(EDITIONS, default)
            )
            for (
                edition
            ) in EDITIONS:  # an edition without the argument behaves as the default of ko says
                if edition not in where and edition not in defaults and "ko" in defaults:
                    defaults[edition] = defaults["ko"]
        if entry["kind"] == KEYWORDS:
            defaults = dict.fromkeys(EDITIONS, None)
        kinds = expand_dtypes(entry["dtype"]) if "dtype" in entry else ()
        yield Parameter(
            entry["name"], entry["kind"], kinds, entry.get("optional", False), where, defaults
        )


def _cited(function: Function) -> set[str]:
    return {c["decision"] for c in function.raw["clauses"] if "decision" in c}


def _bundle(function: Function) -> dict[str, Any]:
    raw = function.raw
    clauses = []
    for clause in raw["clauses"]:
        raises = clause.get("raises", [])
        source = {"source": sources.citations(raw["sources"], clause)} if "source" in clause else {}
        clauses.append(
            {
                **clause,
                **source,
                "editions": list(function.clause_editions(clause)),
                "raises": [raises] if isinstance(raises, str) else raises,
            }
        )
    return {
        "function": function.name,
        "category": function.category,
        "summary": raw["summary"],
        "sources": raw["sources"],
        "signatures": {e: function.signature(e) for e in function.editions},
        "returns": raw["returns"],
        "differentiable": raw["differentiable"],
        "accuracy": raw["accuracy"],
        "clauses": clauses,
        "readings": raw["readings"],
    }
