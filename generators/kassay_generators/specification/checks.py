"""Checks of a specification file beyond its schema: clauses, readings, cases and arguments must fit together."""

from __future__ import annotations

from typing import Any

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import unique
from kassay_generators.specification.function import Function, variants

# Keys of a case group that describe a single call, not a program.
_CALL_ONLY = ("call", "unchanged", "modes")


def check(function: Function) -> None:
    raw, file = function.raw, function.file
    clauses = {c["id"]: c for c in raw["clauses"]}
    unique(file, "case group", [g["name"] for g in raw["cases"]])
    parameters = {p.name for p in function.parameters}
    for identifier in clauses:
        if identifier.split(".")[0] != function.name:
            raise SpecificationError(
                file, identifier, "a clause of another function", f"Begin it with {function.name}."
            )
    for clause in raw["clauses"]:
        editions = set(function.clause_editions(clause))
        if not editions <= set(function.editions):
            raise SpecificationError(
                file,
                clause["id"],
                "an edition that the function lacks",
                f"The function has {', '.join(function.editions)}.",
            )
    for reading in raw["readings"]:
        if reading["clause"] not in clauses:
            raise SpecificationError(
                file,
                f"reading {reading['id']}",
                f"unknown clause {reading['clause']}",
                "Name a clause of this file.",
            )
        if reading["verdict"] == "accepted" and "decision" not in clauses[reading["clause"]]:
            raise SpecificationError(
                file,
                f"reading {reading['id']}",
                f"accepted, though no decision belongs to {reading['clause']}",
                "Name the decision that accepts it in the clause, or call the reading wrong.",
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
    """A group describes either a single call, with `args`, or programs."""
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
    """The inputs of a program are arrays: each entry is the description of one, or a list of descriptions."""
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
                "Give shape (and domain) or values; write plain numbers in the program.",
            )
