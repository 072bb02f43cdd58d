"""From the program groups of a specification file to single cases."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kassay_generators.cases.call_cases import clauses_in
from kassay_generators.cases.case import Case, TensorValue
from kassay_generators.cases.choices import alternatives, make, slug
from kassay_generators.oracles.library import Library, own_library
from kassay_generators.specification import program_text
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import Function, Parameter, variants
from kassay_generators.specification.programs import parse, programs

Json = Any


def expand_group(function: Function, group: dict[str, Any]) -> Iterator[Case]:
    library = own_library()
    if library.functions.get(function.name) is not function:
        library = library.with_function(function)
    for dtype in function.tested_dtypes(group.get("dtype")):
        for name, text in programs(group).items():
            program = parse(function, group, name, text, dtype, library.functions)
            for chosen in _combinations(function, group):
                yield from _cases(function, group, dtype, name, program, chosen, library)


def cases_of_program(
    function: Function,
    group: dict[str, Any],
    dtype: str,
    program: dict[str, Json],
    inputs: dict[str, TensorValue],
) -> Iterator[Case]:
    """One case, or one for each edition where they differ. `group`: its name ends the ids."""
    identifier = f"{function.category}/{function.name}/{dtype}/{group['name']}"
    return _cases_of(function, group, dtype, program, identifier, lambda _: inputs, own_library())


def _combinations(function: Function, group: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every combination of the alternatives of the inputs."""
    for variant in variants(group.get("inputs", {})):
        choices = [
            [(name, choice) for choice in alternatives(function, group, _input(name), value)]
            for name, value in variant.items()
        ]
        yield from map(dict, itertools.product(*choices))


def _input(name: str) -> Parameter:
    return Parameter(name, "array", (), False, (), {})


def _cases(
    function: Function,
    group: dict[str, Any],
    dtype: str,
    name: str,
    program: dict[str, Json],
    chosen: dict[str, Any],
    library: Library,
) -> Iterator[Case]:
    words = [group["name"], *([f"program={name}"] if name else [])]
    words += [f"{name}={slug(value, dtype)}" for name, value in chosen.items()]
    base = f"{function.category}/{function.name}/{dtype}/{','.join(words)}"

    def inputs(identifier: str) -> dict[str, Any]:
        return {
            name: make(function, group, _input(name), value, dtype, identifier)
            for name, value in chosen.items()
        }

    return _cases_of(function, group, dtype, program, base, inputs, library)


def _cases_of(
    function: Function,
    group: dict[str, Any],
    dtype: str,
    program: dict[str, Json],
    base: str,
    inputs_of: Callable[[str], dict[str, Any]],
    library: Library,
) -> Iterator[Case]:
    raises = group.get("raises", [])
    for number, (clauses, editions) in enumerate(_editions(function, group, program, library)):
        identifier = base if number == 0 else f"{base},edition={editions[0]}"
        inputs = inputs_of(identifier)
        yield Case(
            id=identifier,
            function=function,
            group=group,
            dtype=dtype,
            editions=tuple(editions),
            clauses=clauses,
            arguments=inputs,
            bound=inputs,
            positional=(),
            keyword=(),
            tier=group.get("tier", "core"),
            raises=(raises,) if isinstance(raises, str) else tuple(raises),
            program=program,
        )


def _editions(
    function: Function, group: dict[str, Any], program: dict[str, Json], library: Library
) -> Iterable[tuple[tuple[str, ...], list[str]]]:
    """The editions of a program, grouped by equal meaning, each group with the clauses that hold in it."""
    accepted = program_text.accepted_in(program, library.functions)
    meanings: dict[Any, list[str]] = {}
    for edition in group.get("editions", function.editions):
        clauses = clauses_in(function, group, edition)
        if edition in accepted and edition in function.editions and clauses:
            key = (clauses, _meaning(program, edition, library))
            meanings.setdefault(key, []).append(edition)
    if not meanings:
        raise SpecificationError(
            function.file,
            f"case group {group['name']}",
            "no edition has every function that the program calls, with these arguments, and a clause of the group",
            "Correct the calls or `editions`.",
        )
    return [(clauses, editions) for (clauses, _), editions in meanings.items()]


def _meaning(program: dict[str, Json], edition: str, library: Library) -> str:
    """The calls of a program in an edition: the arguments that they name, the defaults that they use, and the edition itself if
    a function's answer depends on it."""
    meaning: list[Any] = []
    for call in program_text.api_calls(program):
        function = library.functions[call["call"]]
        given = function.binding(edition, len(call.get("args", [])), list(call.get("kwargs", {})))
        defaults = {
            p.name: p.defaults[edition]
            for p in function.parameters
            if p.name not in (given or ()) and edition in p.defaults
        }
        by_edition = getattr(library.module(function.name), "BY_EDITION", False)
        meaning.append([function.name, given, defaults, edition if by_edition else None])
    return json.dumps(meaning, sort_keys=True)
