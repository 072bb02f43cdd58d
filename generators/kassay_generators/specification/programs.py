"""Reads and checks the programs of a file's case groups, and lists the functions that they call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kassay_generators.specification import program_text
from kassay_generators.specification.function import Function, variants

Json = Any


def check(function: Function, group: dict[str, Any], functions: Mapping[str, Function]) -> None:
    """Reads every program of a group. Raises SpecificationError."""
    for name, text in programs(group).items():
        parse(function, group, name, text, "float32", functions)


def called_functions(function: Function, functions: Mapping[str, Function]) -> set[str]:
    """The functions that the programs of a file call: its vectors depend on them too."""
    called = set()
    for group in function.raw["cases"]:
        for name, text in programs(group).items():
            program = parse(function, group, name, text, "float32", functions)
            called |= {call["call"] for call in program_text.api_calls(program)}
    return called


def programs(group: dict[str, Any]) -> dict[str, str]:
    """The programs of a group by name; a single one has no name."""
    program = group.get("program", {})
    return {"": program} if isinstance(program, str) else program


def parse(
    function: Function,
    group: dict[str, Any],
    name: str,
    text: str,
    dtype: str,
    functions: Mapping[str, Function],
) -> dict[str, Json]:
    place = f"case group {group['name']}" + (f", program {name}" if name else "")
    inputs = frozenset(variants(group.get("inputs", {}))[0])
    return program_text.parse(
        program_text.Source(function.file, place, text, inputs, functions, dtype)
    )
