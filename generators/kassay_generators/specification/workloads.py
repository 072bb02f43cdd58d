"""Workloads, whose speed `kassay bench` measures: `spec/workloads/*.yaml`, checked and written as programs.

A workload exists once for each size that its inputs name, and for each of its dtypes. Its id is category/name/dtype/size.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kassay_generators.specification import program_text
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.files import read, unique
from kassay_generators.specification.function import Function
from kassay_generators.specification.program_reader import Source

Json = Any
FORMAT = 1

# small: the overhead of a call; middle: what caches hold; large: what they do not.
_SIZES = ("small", "middle", "large")


def load_workloads(directory: Path, functions: Mapping[str, Function]) -> list[Json]:
    """The workloads of all files, each as in `workloads.json`. Raises SpecificationError."""
    found = []
    for file in sorted((directory / "workloads").glob("*.yaml")):
        raw = read(file, directory / "schema" / "workloads.json")
        if raw["category"] != file.stem:
            raise SpecificationError(
                file, "category", f"it is {raw['category']}", f"Write {file.stem}."
            )
        unique(file, "workload", (workload["name"] for workload in raw["workloads"]))
        for workload in raw["workloads"]:
            found += list(_each(file, raw["category"], workload, functions))
    return found


def _each(
    file: Path, category: str, workload: dict[str, Any], functions: Mapping[str, Function]
) -> Iterator[Json]:
    dtypes = workload.get("dtype", "float32")
    for dtype in [dtypes] if isinstance(dtypes, str) else dtypes:
        for size in _sizes(file, workload):
            inputs = {
                name: {
                    "dtype": entry.get("dtype", dtype),
                    "shape": _at(entry["shape"], size),
                    "values": entry.get("values", _default(entry.get("dtype", dtype))),
                }
                for name, entry in workload.get("inputs", {}).items()
            }
            entry = {
                "id": f"{category}/{workload['name']}/{dtype}/{size}",
                "category": category,
                "name": workload["name"],
                "size": size,
                "inputs": {_array(workload, name): entry for name, entry in inputs.items()},
                "program": _program(file, workload, inputs, dtype, functions),
                "random": workload.get("random", False),
            }
            if "multiply_adds" in workload:
                entry["multiply_adds"] = _at(workload["multiply_adds"], size)
            yield entry


def _default(dtype: str) -> Any:
    return "normal" if dtype.startswith("float") else {"below": 2 if dtype == "bool" else 10}


def _sizes(file: Path, workload: dict[str, Any]) -> list[str]:
    """The sizes that the inputs name, which must be the same for all of them; "large" if none names one."""
    named = [
        tuple(entry["shape"])
        for entry in workload.get("inputs", {}).values()
        if isinstance(entry["shape"], dict)
    ]
    if not named:
        return ["large"]
    if any(set(one) != set(named[0]) for one in named):
        raise SpecificationError(
            file, workload["name"], "its inputs have different sizes", "Name the same for each."
        )
    return [size for size in _SIZES if size in named[0]]


def _at(value: Any, size: str) -> Any:
    return value[size] if isinstance(value, dict) else value


def _program(
    file: Path,
    workload: dict[str, Any],
    inputs: dict[str, Any],
    dtype: str,
    functions: Mapping[str, Function],
) -> Json:
    text = workload["program"] if "program" in workload else _compiled(workload, inputs)
    names = frozenset(_array(workload, name) for name in inputs)
    source = Source(file, workload["name"], text, names, functions, dtype)
    return program_text.parse(source)


def _array(workload: dict[str, Any], name: str) -> str:
    """The name of an input in the program; in a call, its own name is that of the tensor."""
    return f"{name}_array" if "call" in workload else name


def _compiled(workload: dict[str, Any], inputs: dict[str, Any]) -> str:
    """The text of a program that calls the expression as a compiled function."""
    lines = [
        f"{name} = placeholder(shape={entry['shape']}, dtype={entry['dtype']!r})"
        for name, entry in inputs.items()
    ]
    lines.append(f"compiled = function([{', '.join(inputs)}], [{workload['call']}])")
    arrays = ", ".join(_array(workload, name) for name in inputs)
    lines.append(f"[result] = compiled([{arrays}])")
    lines.append("return result")
    return "\n".join(lines)


def workloads_text(directory: Path, functions: Mapping[str, Function]) -> str:
    """`workloads.json`, a line for each workload."""
    lines = ",\n".join(json.dumps(entry) for entry in load_workloads(directory, functions))
    return f'{{"format": {FORMAT}, "workloads": [\n{lines}\n]}}\n'
