"""The specification: YAML files, checked against their schema and against each other."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from kassay_generators import dtypes

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = ("ko", "zh", "ja")
# A reading that every function with a floating tensor allows; decision D-003.
SUBNORMAL_READING = "subnormal-inputs-flushed"
# The kind of an argument that stands for every keyword that no other argument has.
KEYWORDS = "keywords"
# What a case group says of a single call, and not of a program.
_CALL_ONLY = ("call", "unchanged", "modes")


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

    def bundle(self) -> dict[str, Any]:
        """What `specification.json` holds."""
        return {
            "format": 1,
            "editions": self.editions,
            "decisions": self.decisions,
            "functions": [_bundle(f) for f in self.functions.values()],
        }


def expand_dtypes(group: str | Sequence[str]) -> tuple[str, ...]:
    if isinstance(group, str):
        return dtypes.GROUPS["any"] if group == "all" else dtypes.GROUPS.get(group, (group,))
    return tuple(group)


def load(root: Path = ROOT) -> Specification:
    """Everything under `spec/`. Raises SpecificationError at the first mistake."""
    directory = root / "spec"
    decisions: list[dict[str, Any]] = []
    for file in sorted((directory / "decisions").glob("*.yaml")):
        decisions += _read(file, directory / "schema" / "decisions.json")
    editions = _read(directory / "editions.yaml", None)
    _unique(directory / "decisions", "id", (d["id"] for d in decisions))
    known = {d["id"] for d in decisions}
    functions = {}
    for file in sorted((directory / "ops").glob("*/*.yaml")):
        function = load_function(file, directory / "schema" / "op.json")
        for clause in function.raw["clauses"]:
            if "decision" in clause and clause["decision"] not in known:
                raise SpecificationError(
                    file,
                    clause["id"],
                    f"unknown decision {clause['decision']}",
                    "Record it in spec/decisions.",
                )
        functions[function.name] = function
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
    return Specification(functions, sorted(decisions, key=lambda d: d["id"]), editions)


def check_programs(chosen: Iterable[Function], functions: dict[str, Function]) -> None:
    """Reads every program of the chosen functions. Raises SpecificationError."""
    from kassay_generators import program_cases  # it reads specifications, and so imports this

    for function in chosen:
        for group in function.raw["cases"]:
            if "program" in group:
                program_cases.check(function, group, functions)


def load_function(file: Path, schema: Path = ROOT / "spec/schema/op.json") -> Function:
    raw = _read(file, schema)
    if raw["function"] != file.stem or raw["category"] != file.parent.name:
        raise SpecificationError(
            file,
            "function, category",
            "they differ from the file's name and folder",
            f"Use {file.stem}, {file.parent.name}.",
        )
    editions = tuple(e for e in EDITIONS if e in raw["sources"])
    function = Function(
        raw["function"], raw["category"], file, raw, tuple(_parameters(raw, editions)), editions
    )
    _check(function)
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


def _check(function: Function) -> None:
    raw, file = function.raw, function.file
    clauses = {c["id"]: c for c in raw["clauses"]}
    _unique(file, "clause", [c["id"] for c in raw["clauses"]])
    _unique(file, "reading", [r["id"] for r in raw["readings"]])
    _unique(file, "case group", [g["name"] for g in raw["cases"]])
    parameters = {p.name for p in function.parameters}
    for identifier in clauses:
        if identifier.split(".")[0] != function.name:
            raise SpecificationError(
                file, identifier, "a clause of another function", f"Begin it with {function.name}."
            )
    for clause in raw["clauses"]:
        editions = set(function.clause_editions(clause))
        sources = {s.split(":")[0] for s in clause.get("source", [])}
        if not editions <= set(function.editions) or (sources and not sources & editions):
            raise SpecificationError(
                file,
                clause["id"],
                "an edition that the function or the source lacks",
                "Correct it.",
            )
    for reading in raw["readings"]:
        if reading["clause"] not in clauses:
            raise SpecificationError(
                file,
                f"reading {reading['id']}",
                f"unknown clause {reading['clause']}",
                "Name a clause of this file.",
            )
    used = set()
    for group in raw["cases"]:
        _check_kind(function, group)
        _check_inputs(function, group)
        for identifier in group["clauses"]:
            if identifier not in clauses:
                raise SpecificationError(
                    file,
                    f"case group {group['name']}",
                    f"unknown clause {identifier}",
                    "Name a clause of this file.",
                )
            used.add(identifier)
            if "raises" in clauses[identifier] and "raises" not in group:
                raise SpecificationError(
                    file,
                    f"case group {group['name']}",
                    f"{identifier} is an error clause",
                    "Say `raises` in the group.",
                )
        for arguments in variants(group.get("args", {})):
            unknown = set(arguments) - parameters
            if unknown:
                raise SpecificationError(
                    file,
                    f"case group {group['name']}",
                    f"unknown argument {', '.join(sorted(unknown))}",
                    f"The arguments are {', '.join(p.name for p in function.parameters)}.",
                )
    unused = set(clauses) - used
    if unused:
        raise SpecificationError(
            file, ", ".join(sorted(unused)), "no case tests it", "Write a case group that cites it."
        )
    for edition, names in raw.get("order", {}).items():
        present = {p.name for p in function.parameters if edition in p.editions}
        if set(names) != present:
            raise SpecificationError(
                file,
                f"order {edition}",
                "not the arguments of that edition",
                f"Order {sorted(present)}.",
            )
    for name in raw["differentiable"]:
        if name not in parameters:
            raise SpecificationError(
                file, "differentiable", f"unknown argument {name}", "Name an argument."
            )

    places = [("top level", raw), *((f"case group {g['name']}", g) for g in raw["cases"])]
    for place, entry in places:
        if "gradient" in entry.get("modes", ()) and not raw["differentiable"]:
            raise SpecificationError(
                file,
                f"{place}, modes",
                "gradient, and no argument is differentiable",
                "Name the differentiable arguments or drop the mode.",
            )


def _check_kind(function: Function, group: dict[str, Any]) -> None:
    """A group is about a single call, with `args`, or about programs."""
    place = f"case group {group['name']}"
    if ("args" in group) == ("program" in group):
        raise SpecificationError(
            function.file,
            place,
            "both of args and program, or neither",
            "Give the arguments of one call, or a program and its inputs.",
        )
    foreign = _CALL_ONLY if "program" in group else ("inputs",)
    for key in foreign:
        if key in group:
            raise SpecificationError(
                function.file,
                f"{place}, {key}",
                f"it means nothing in a group with {'program' if 'program' in group else 'args'}",
                "Remove it.",
            )


def _check_inputs(function: Function, group: dict[str, Any]) -> None:
    """The inputs of a program are arrays: each entry describes one, or is a list of such."""
    several = variants(group.get("inputs", {}))
    if any(set(one) != set(several[0]) for one in several):
        raise SpecificationError(
            function.file,
            f"case group {group['name']}, inputs",
            "alternatives with different names",
            "Give every alternative the same inputs.",
        )
    for name, value in ((n, v) for one in several for n, v in one.items()):
        entries = value if isinstance(value, list) else [value]
        if not entries or not all(isinstance(e, dict) and "tensors" not in e for e in entries):
            raise SpecificationError(
                function.file,
                f"case group {group['name']}, input {name}",
                "not a description of an array",
                "Give shape (and domain) or values; plain numbers stand in the program.",
            )


def variants(entry: Any) -> list[dict[str, Any]]:
    """The alternatives of `args` or `inputs`: a map, or a list of maps of what goes together."""
    return entry if isinstance(entry, list) else [entry]


def _cited(function: Function) -> set[str]:
    return {c["decision"] for c in function.raw["clauses"] if "decision" in c}


def _unique(file: Path, what: str, names: Iterable[str]) -> None:
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


def _read(file: Path, schema: Path | None) -> Any:
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
                f"line {_line(text, path)}, {place}",
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


def _line(text: str, path: list[Any]) -> int:
    """The line of the node that a path of keys and positions leads to."""
    node = yaml.compose(text, Loader=yaml.CSafeLoader)
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
