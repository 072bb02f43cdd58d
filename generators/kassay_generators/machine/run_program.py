"""Runs the JSON of a program on a machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kassay_generators.machine.machine import Machine
from kassay_generators.machine.values import Array, ProgramError

Json = Any
_FLOATS = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}


def run(
    machine: Machine,
    program: dict[str, Json],
    arrays: Mapping[str, Array],
    tensors: Mapping[str, Any] | None = None,
) -> list[Any]:
    """The values that the program returns. `arrays`: its inputs as raw arrays; `tensors`: those that it names by `ref`."""
    runner = Runner(machine, program, arrays)
    names: dict[str, Any] = dict(tensors or {})
    runner.calls(program["calls"], names)
    return [names[name] for name in program["return"]]


class Runner:
    """Runs calls of a program; `arrays`: its inputs."""

    def __init__(
        self, machine: Machine, program: dict[str, Json], arrays: Mapping[str, Array]
    ) -> None:
        self.machine = machine
        self.functions = program.get("functions", {})
        self.arrays = arrays

    def calls(self, calls: list[Json], names: dict[str, Any]) -> None:
        """Runs calls in order and adds their results to the names."""
        for call in calls:
            arguments = [self.argument(a, names) for a in call.get("args", [])]
            keywords = {k: self.argument(a, names) for k, a in call.get("kwargs", {}).items()}
            for _ in range(call.get("times", 1)):
                result = self.call(call["call"], arguments, keywords, names)
            if "let" in call:
                values = result if isinstance(result, tuple) else (result,)
                _bind(call["let"], values, names)

    def call(
        self,
        target: Json,
        arguments: list[Any],
        keywords: dict[str, Any],
        names: Mapping[str, Any],
    ) -> Any:
        if isinstance(target, str):
            return self.machine.call(target, *arguments, **keywords)
        callee = names[target["ref"]]
        if not callable(callee):
            raise ProgramError(f"{target['ref']} cannot be called")
        return callee(*arguments)

    def argument(self, argument: Json, names: Mapping[str, Any]) -> Any:
        match argument:
            case {"ref": name}:
                return names[name]
            case {"input": name}:
                return self.arrays[name]
            case {"sparse": name}:
                dense = self.arrays[name]
                return Array(dense.values, dense.dtype, dense.raw, is_sparse=True)
            case {"function": name}:
                return self.function(name, names)
            case {"float": word}:
                return _FLOATS[word]
            case list():
                return [self.argument(a, names) for a in argument]
        return argument

    def function(self, name: str, outer: Mapping[str, Any]) -> Callable[..., Any]:
        """A function of the program; it sees the names that exist when it is called."""
        declared = self.functions[name]

        def called(*arguments: Any) -> Any:
            names = dict(outer)
            _bind(declared["parameters"], arguments, names)
            self.calls(declared["calls"], names)
            returned = [self.argument(a, names) for a in declared["return"]]
            return returned[0] if len(returned) == 1 else tuple(returned)

        called.__name__ = name
        return called


def _bind(patterns: list[Json], values: Any, names: dict[str, Any]) -> None:
    if len(patterns) != len(values):
        raise ProgramError(f"{len(values)} values for the {len(patterns)} names {patterns}")
    for pattern, value in zip(patterns, values, strict=True):
        if not isinstance(pattern, list):
            names[pattern] = value
        elif isinstance(value, list | tuple):
            _bind(pattern, value, names)
        else:
            raise ProgramError(f"{type(value).__name__} is unpacked, but is not a list")
