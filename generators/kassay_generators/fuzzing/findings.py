"""Failures, each reduced, and grouped with its duplicates."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kassay_generators.fuzzing.batch import write_batch
from kassay_generators.fuzzing.grouping import key_of
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.reduction import kind_of, reduced
from kassay_generators.fuzzing.running import Result, Target, failures_in, run_programs
from kassay_generators.vectors.record import plain_json

# Of one function and kind: more of them are counted, and not reduced.
_REDUCED_OF_A_KIND = 3


@dataclass
class Group:
    """The smallest reduced program of a group, the original failures, and how many there are."""

    program: Program
    result: Result
    backend: str
    originals: list[str]
    count: int


class Findings:
    def __init__(self, out: Path, *, normative: bool) -> None:
        self.out, self.normative = out, normative
        self.groups: dict[str, Group] = {}
        self._met: dict[str, list[str]] = {}
        self.earlier: dict[str, Any] = self._read()

    def add(self, program_of: Callable[[str], Program], result: Result, target: Target) -> None:
        """`program_of` gives the program of the case, if it is looked at."""
        coarse = f"{target.backend} {result['function']} {kind_of(result)}"
        met = self._met.setdefault(coarse, [])
        if len(met) >= _REDUCED_OF_A_KIND:
            self.groups[met[-1]].count += 1
            return
        program = program_of(result["case"])
        small = reduced(program, result, target, normative=self.normative)
        again = failures_in(run_programs([small], target))
        shown = again[0] if again else result
        key = f"{target.backend}: {key_of(small if again else program, shown)}"
        met.append(key)
        group = self.groups.get(key)
        if group is None:
            self.groups[key] = Group(
                small if again else program, shown, target.backend, [program.id], 1
            )
        else:
            group.count += 1
            group.originals.append(program.id)

    def save(self) -> None:
        """`findings.json`; a JSON of each group for `kassay exec`; the vectors of all for `kassay explain`, by edition."""
        folder = self.out / "findings"
        if not self.groups:
            return
        folder.mkdir(parents=True, exist_ok=True)
        summary = dict(self.earlier)
        for key, group in self.groups.items():
            name = group.program.id.rsplit("/", 1)[-1]
            (folder / f"{name}.json").write_text(json.dumps(exec_json(group.program), indent=1))
            summary[key] = {
                "program": f"findings/{name}.json",
                "case": group.program.id,
                "backend": group.backend,
                "edition": group.program.edition,
                "mode": group.result["mode"],
                "message": group.result.get("message", ""),
                "count": group.count + self.earlier.get(key, {}).get("count", 0),
                "originals": self.earlier.get(key, {}).get("originals", []) + group.originals,
                "calls": len(group.program.json["calls"]),
                "largest": max((v.size for v in group.program.inputs.values()), default=0),
            }
        for edition in {g.program.edition for g in self.groups.values()}:
            # Two backends may fail in the same program.
            members = {
                g.program.id: g.program
                for g in self.groups.values()
                if g.program.edition == edition
            }
            write_batch(members.values(), self.out / "vectors" / edition)
        (self.out / "findings.json").write_text(json.dumps(summary, indent=1))

    def _read(self) -> dict[str, Any]:
        file = self.out / "findings.json"
        return json.loads(file.read_text()) if file.exists() else {}


def exec_json(program: Program) -> dict[str, Any]:
    """The program as a file for `kassay exec`: a chain is wrapped as in mode eager."""
    json_ = program.json
    if program.modes != ["program"]:
        json_ = _eager(program).json
    return {"inputs": {n: _input(v) for n, v in program.inputs.items()}, **json_}


def _eager(program: Program) -> Program:
    calls: list[dict[str, Any]] = []
    raw = _raw(program.json)
    for name, values in program.inputs.items():
        if name not in raw:
            calls.append(
                {
                    "let": [f"{name}_tensor"],
                    "call": "constant",
                    "args": [{"input": name}],
                    "kwargs": {"dtype": values.dtype.name},
                }
            )
    renamed = {n: {"ref": f"{n}_tensor"} for n in program.inputs if n not in raw}
    calls += [_with(call, renamed) for call in program.json["calls"]]
    returned = []
    for name in program.json["return"]:
        calls.append({"let": [f"{name}_value"], "call": "eval", "args": [{"ref": name}]})
        returned.append(f"{name}_value")
    return replace(program, json={**program.json, "calls": calls, "return": returned})


def _with(json_: Any, renamed: dict[str, Any]) -> Any:
    if isinstance(json_, dict):
        if json_.get("ref") in renamed and isinstance(json_.get("ref"), str):
            return renamed[json_["ref"]]
        return {k: _with(v, renamed) for k, v in json_.items()}
    return [_with(v, renamed) for v in json_] if isinstance(json_, list) else json_


def _raw(json_: Any) -> set[str]:
    if isinstance(json_, dict):
        own = {json_[k] for k in ("input", "sparse") if isinstance(json_.get(k), str)}
        return own.union(*(_raw(v) for v in json_.values()))
    return set().union(*map(_raw, json_)) if isinstance(json_, list) else set()


def _input(values: np.ndarray) -> dict[str, Any]:
    return {
        "dtype": values.dtype.name,
        "shape": list(values.shape),
        "data": plain_json(values.tolist()),
    }
