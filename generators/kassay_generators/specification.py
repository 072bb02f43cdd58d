"""The specification: YAML files, checked against their schema and against each other."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import yaml

from kassay_generators import dtypes

if TYPE_CHECKING:
    from kassay_generators.shared_statements import SharedStatements, Statement

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = ("ko", "zh", "ja")
# A reading that every function with a floating tensor allows; decision D-003.
SUBNORMAL_READING = "subnormal-inputs-flushed"
# The kind of an argument that stands for every keyword that no other argument has.
KEYWORDS = "keywords"


class SpecificationError(Exception):
    """A specification file is wrong: names the file, the place and the remedy."""

    def __init__(self, file: Path, place: str, problem: str, remedy: str) -> None:
        name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
        super().__init__(f"{name}: {place}: {problem}. {remedy}")


@dataclass(frozen=True)
class Parameter:
    """One argument. `defaults` holds the default by edition; an edition without one requires the argument."""

    name: str
    kind: str
    dtypes: tuple[str, ...]
    optional: bool
    editions: tuple[str, ...]
    defaults: dict[str, Any]


@dataclass(frozen=True)
class Function:
    name: str
    category: str
    file: Path
    raw: dict[str, Any]
    parameters: tuple[Parameter, ...]
    editions: tuple[str, ...] = field(default=())
    shared: tuple[Statement, ...] = ()  # clauses and readings that spec/shared states

    @property
    def files(self) -> list[Path]:
        """Where it is specified."""
        return list(dict.fromkeys([self.file, *(s.file for s in self.shared)]))

    def parameter(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)

    def order(self, edition: str) -> list[Parameter]:
        """The arguments of an edition in its order."""
        present = [p for p in self.parameters if edition in p.editions]
        names = self.raw.get("order", {}).get(edition)
        if names is None:
            return present
        return sorted(present, key=lambda p: names.index(p.name))

    def binding(self, edition: str, positional: int, keywords: Sequence[str]) -> list[str] | None:
        """The argument that each value of a call is, first those by position, then those by keyword; None where the edition
        does not allow the call."""
        order = self.order(edition)
        names = [p.name for p in order if p.kind != KEYWORDS]
        if positional > len(names):
            return None
        given = names[:positional]
        rest = next((p.name for p in order if p.kind == KEYWORDS), None)
        for keyword in keywords:
            name = keyword if keyword in names else rest
            if name is None or name in given:
                return None
            given.append(name)
        required = [p.name for p in order if edition not in p.defaults]
        return given if set(required) <= set(given) else None

    def signature(self, edition: str) -> str:
        """As printed in Python: (x, axis=-1)."""
        words = []
        for parameter in self.order(edition):
            if parameter.kind == KEYWORDS:
                words.append(f"**{parameter.name}")
                continue
            default = parameter.defaults.get(edition, _REQUIRED)
            words.append(
                parameter.name if default is _REQUIRED else f"{parameter.name}={_python(default)}"
            )
        return f"({', '.join(words)})"

    def clause_editions(self, clause: dict[str, Any]) -> tuple[str, ...]:
        """Those named, or those of the sources, or every edition of the function for a decision."""
        if "editions" in clause:
            return tuple(clause["editions"])
        return self.editions

    def tested_dtypes(self, group: str | Sequence[str] | None) -> tuple[str, ...]:
        """The dtypes that a case group stands for."""
        allowed = next((p.dtypes for p in self.parameters if p.dtypes), dtypes.FLOATING)
        if group is None:
            return tuple(d for d in allowed if dtypes.is_floating(d)) or allowed
        if group == "all":
            return allowed
        return expand_dtypes(group)


class _Required:
    pass


_REQUIRED = _Required()


@dataclass(frozen=True)
class Specification:
    functions: dict[str, Function]
    decisions: list[dict[str, Any]]
    editions: list[dict[str, Any]]
    errata: list[dict[str, Any]]
    profiles: list[dict[str, Any]]

    def bundle(self) -> dict[str, Any]:
        """What `specification.json` holds."""
        return {
            "format": 1,
            "editions": self.editions,
            "decisions": self.decisions,
            "errata": self.errata,
            "profiles": self.profiles,
            "functions": [_bundle(f) for f in self.functions.values()],
        }


def expand_dtypes(group: str | Sequence[str]) -> tuple[str, ...]:
    if isinstance(group, str):
        return dtypes.GROUPS["any"] if group == "all" else dtypes.GROUPS.get(group, (group,))
    return tuple(group)


def load(root: Path = ROOT) -> Specification:
    """Everything under `spec/`. Raises SpecificationError at the first mistake."""
    from kassay_generators.errata import load_errata  # of what is defined here
    from kassay_generators.profiles import load_profiles
    from kassay_generators.shared_statements import read_shared

    directory = root / "spec"
    decisions: list[dict[str, Any]] = []
    for file in sorted((directory / "decisions").glob("*.yaml")):
        decisions += read(file, directory / "schema" / "decisions.json")
    editions = read(directory / "editions.yaml", None)
    unique(directory / "decisions", "id", (d["id"] for d in decisions))
    known = {d["id"] for d in decisions}
    shared = read_shared(directory)
    shared.check_decisions(known)
    functions = {}
    for file in sorted((directory / "ops").glob("*/*.yaml")):
        function = load_function(file, directory / "schema" / "op.json", shared)
        for clause in function.raw["clauses"]:
            if "decision" in clause and clause["decision"] not in known:
                raise SpecificationError(
                    file,
                    clause["id"],
                    f"unknown decision {clause['decision']}",
                    "Record it in spec/decisions.",
                )
        functions[function.name] = function
    shared.check(functions.values())
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
    errata = load_errata(directory, functions, known)
    profiles = load_profiles(directory, functions)
    return Specification(functions, sorted(decisions, key=number), editions, errata, profiles)


@functools.cache
def own() -> Specification:
    """That of this repository: read once, also for the processes that are forked then."""
    return load()


def check_programs(chosen: Iterable[Function], functions: dict[str, Function]) -> None:
    """Reads every program of the chosen functions. Raises SpecificationError."""
    from kassay_generators import program_cases  # it reads specifications, and so imports this

    for function in chosen:
        for group in function.raw["cases"]:
            if "program" in group:
                program_cases.check(function, group, functions)


def load_function(
    file: Path,
    schema: Path = ROOT / "spec/schema/op.json",
    shared: SharedStatements | None = None,  # those beside the schema
) -> Function:
    from kassay_generators import specification_checks  # of what is defined here
    from kassay_generators.shared_statements import read_shared

    if shared is None:
        shared = read_shared(schema.parents[1])
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
    specification_checks.check(function)
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


def variants(entry: Any) -> list[dict[str, Any]]:
    """The alternatives of `args` or `inputs`: a map, or a list of maps of what goes together."""
    return entry if isinstance(entry, list) else [entry]


def _cited(function: Function) -> set[str]:
    return {c["decision"] for c in function.raw["clauses"] if "decision" in c}


def number(entry: dict[str, Any]) -> int:
    """12 of D-012 or E-012: as text, 1000 would come before 200."""
    return int(entry["id"].split("-")[1])


def unique(file: Path, what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise SpecificationError(
                file, f"{what} {name}", "it is there twice", "Rename or remove one."
            )
        seen.add(name)


@functools.cache
def _validator(schema: Path) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(schema.read_text()))


def read(file: Path, schema: Path | None) -> Any:
    """A YAML file that is valid in its schema. Raises SpecificationError."""
    try:
        text = file.read_text(encoding="utf-8")
        data = yaml.load(text, Loader=_UniqueKeyLoader)
    except OSError as error:
        raise SpecificationError(file, "file", str(error.strerror), "Check the file.") from error
    except yaml.MarkedYAMLError as error:
        place = f"line {error.problem_mark.line + 1}" if error.problem_mark else "file"
        raise SpecificationError(
            file, place, f"not YAML: {error.problem}", "Correct the syntax."
        ) from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise SpecificationError(
            file, "file", f"not YAML: {error}", "Correct the syntax."
        ) from error
    if schema is not None:
        mistake = jsonschema.exceptions.best_match(_validator(schema).iter_errors(data))
        if mistake is not None:
            path = list(mistake.absolute_path)
            place = "/".join(map(str, path)) or "top level"
            raise SpecificationError(
                file,
                f"line {source_line(file, path)}, {place}",
                mistake.message,
                f"See {schema.relative_to(schema.parents[2])} and spec/README.md.",
            )
    return data


class _UniqueKeyLoader(yaml.CSafeLoader):
    """YAML lets a later key replace an earlier one in silence; here that is an error."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} is there twice", key_node.start_mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep=deep)


def source_line(file: Path, path: list[Any]) -> int:
    """The line of the node of a YAML file that a path of keys and positions leads to."""
    node = yaml.compose(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for step in path:
        if isinstance(node, yaml.MappingNode):
            node = next((value for key, value in node.value if key.value == str(step)), node)
        elif isinstance(node, yaml.SequenceNode):
            node = node.value[step]
    return int(node.start_mark.line) + 1


def _python(value: Any) -> str:
    if isinstance(value, list):
        items = ", ".join(_python(v) for v in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    return repr(value)


def _bundle(function: Function) -> dict[str, Any]:
    raw = function.raw
    clauses = []
    for clause in raw["clauses"]:
        raises = clause.get("raises", [])
        clauses.append(
            {
                **clause,
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
