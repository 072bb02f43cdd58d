"""Which function gave what a call reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kassay_generators.fuzzing.json_names import flat, refs_in

Json = dict[str, Any]
# Their results are inputs of the program.
LEAVES = frozenset(("constant", "variable", "placeholder"))


def arguments_of(program: Json) -> Iterator[tuple[str, str]]:
    """Of each name that a call of a function of the API reads: the function that gave it and the function that reads it. An
    input is given by "", and what a function of a graph returns by `function`. Parameters of functions of the program are
    left out: what they are depends on the call."""
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
