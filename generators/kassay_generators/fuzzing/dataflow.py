"""The functions that make what a call reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kassay_generators.fuzzing.json_names import flat, refs_in

Json = dict[str, Any]
# Their results are inputs of the program.
LEAVES = frozenset(("constant", "variable", "placeholder"))


def arguments_of(program: Json) -> Iterator[tuple[str, str]]:
    """For each name that an API call reads: the function that made it and the function that reads it. Inputs are made by "",
    and the results of a graph's function by `function`. Parameters of the program's functions are left out, because their
    origin depends on the call."""
    makers = dict(_made(program["calls"]))
    yield from _read(program["calls"], makers)
    for function in program.get("functions", {}).values():
        own = dict.fromkeys(flat(function["parameters"]))
        yield from _read(function["calls"], {**makers, **own, **dict(_made(function["calls"]))})


def _made(calls: list[Json]) -> Iterator[tuple[str, str]]:
    for call in calls:
        function = call["call"] if isinstance(call["call"], str) else "function"
        yield from ((name, function) for name in flat(call.get("let", [])))


def _read(calls: list[Json], makers: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    for call in calls:
        if isinstance(call["call"], str):
            for name in refs_in([call.get("args", []), list(call.get("kwargs", {}).values())]):
                maker = makers.get(name, "")
                if maker is not None:
                    yield maker, call["call"]
